/** Writes what right planners say and hear on the published runs: `expected.json` beside a kata's test. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kata } from '../catalogue/index.ts'
import { conversation, type Said } from '../kit/test/conversation.ts'
import { EXPECTED_FORMAT, type Expected, withoutLines } from '../kit/test/expected.ts'
import { judge } from './judge.ts'
import { passed } from './verdict.ts'

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The text of `expected.json`. Throws where a right planner fails: then nothing is known to expect. */
export async function sealExpected({ id, paths, solutions }: Kata): Promise<string> {
  const requirements: Record<string, Said[][][]> = {}
  const right = solutions?.reference ? [solutions.reference, ...solutions.right] : []
  for (const { path, text } of right) {
    const verdict = await judge({
      kata: id,
      folder: join(ROOT, paths.folder),
      planner: text,
      onPlay(requirement, nth, record) {
        const cells = withoutLines(conversation(record.transcript, record.ended))
        requirements[requirement] ??= []
        const plays = requirements[requirement]
        while (plays.length < nth) plays.push([])
        const known = plays[nth - 1] as Said[][]
        if (!known.some((other) => JSON.stringify(other) === JSON.stringify(cells))) known.push(cells)
      },
    })
    if (!passed(verdict)) {
      const unmet = verdict.requirements.filter(({ status }) => status !== 'met').map((requirement) => requirement.id)
      throw new Error(`${path} is a right planner and misses ${unmet.join(', ')}. Mend it, or the test, before sealing.`)
    }
  }
  const expected: Expected = { format: EXPECTED_FORMAT, requirements }
  return `${JSON.stringify(expected, null, 1)}\n`
}
