/** What the judge finds in each wrong planner on the published runs: for Review questions, for "Looks like" and for the site. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Json } from '../a2a/json.ts'
import type { Kata } from '../catalogue/index.ts'
import type { Row } from '../kit/test/failure.ts'
import { judge } from './judge.ts'
import { sheetOf } from './sheet.ts'

export const FINDINGS_FORMAT = 'planner-katas/findings@1'

export interface Findings {
  format: typeof FINDINGS_FORMAT
  /** By file name in `wrong/`. */
  wrong: Record<string, Finding>
}

export interface Finding {
  /** The requirement that its author names, and every one that it misses. */
  stoppedBy: string
  misses: string[]
  /** The play that shows the named requirement: which run answered for which agent, and the conversation beside the nearest right one. */
  runs: Record<string, string>
  rows: Row[]
  line?: number
  /** Of each play, in order: what was asked for, and a digest of transcript and outcome. A learner's planner with the same digests behaves like it. */
  plays: { requirement: string; nth: number; request: Json; digest: string }[]
}

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The text of `findings.json`. */
export async function sealFindings({ id, paths, solutions }: Kata): Promise<string> {
  const lines: string[] = []
  for (const { name, text, stoppedBy } of solutions?.wrong ?? []) {
    const plays: Parameters<typeof sheetOf>[1] = []
    const verdict = await judge({
      kata: id,
      folder: join(ROOT, paths.folder),
      planner: text,
      onPlay: (requirement, nth, record, request) => void plays.push({ requirement, nth, record, request }),
    })
    const failure = verdict.requirements.find((requirement) => requirement.id === stoppedBy)?.failure
    const sheet = sheetOf(verdict, plays)
    const finding: Finding = {
      stoppedBy,
      misses: verdict.requirements.flatMap((requirement) => (requirement.status === 'met' ? [] : [requirement.id])),
      runs: Object.fromEntries(Object.entries(failure?.play?.runs ?? {}).map(([agent, { run }]) => [agent, run])),
      rows: failure?.play?.rows ?? [],
      ...(failure?.line === undefined ? {} : { line: failure.line }),
      plays: sheet.plays.map(({ requirement, nth, request, digest }) => ({ requirement, nth, request, digest })),
    }
    lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(finding)}`)
  }
  return `{\n"format": ${JSON.stringify(FINDINGS_FORMAT)},\n"wrong": {\n${lines.join(',\n')}\n}\n}\n`
}
