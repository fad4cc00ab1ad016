/** What the judge finds in each wrong planner on the published runs: for Review questions, for "Looks like" and for the site. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kata } from '../catalogue/index.ts'
import { type Finding, makePiece, type PieceOf } from './piece.ts'

export const FINDINGS_FORMAT = 'planner-katas/findings@1'

export interface Findings {
  format: typeof FINDINGS_FORMAT
  /** By file name in `wrong/`. */
  wrong: Record<string, Finding>
}

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The text of `findings.json`. */
export async function sealFindings(
  { id, paths, solutions }: Kata,
  pieceOf: PieceOf = makePiece,
  root = ROOT,
): Promise<string> {
  const wrong = solutions?.wrong ?? []
  const pieces = await Promise.all(
    wrong.map(({ text, stoppedBy }) =>
      pieceOf({ kata: id, folder: join(root, paths.folder), planner: text, stoppedBy }),
    ),
  )
  const lines = wrong.map(({ name }, i) => `  ${JSON.stringify(name)}: ${JSON.stringify(pieces[i]?.finding)}`)
  return `{\n"format": ${JSON.stringify(FINDINGS_FORMAT)},\n"wrong": {\n${lines.join(',\n')}\n}\n}\n`
}
