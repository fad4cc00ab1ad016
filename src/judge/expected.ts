/** Writes what right planners say and hear on the published runs: `expected.json` beside a kata's test. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kata } from '../catalogue/index.ts'
import { conversation } from '../kit/test/conversation.ts'
import { EXPECTED_FORMAT, type Expected, type Kept, keep } from '../kit/test/expected.ts'
import { judge } from './judge.ts'
import { passed } from './verdict.ts'

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The text of `expected.json`. Throws where a right planner fails: then nothing is known to expect. */
export async function sealExpected({ id, paths, solutions }: Kata): Promise<string> {
  const requirements: Record<string, Kept[][][]> = {}
  const right = solutions?.reference ? [solutions.reference, ...solutions.right] : []
  for (const { path, text } of right) {
    const verdict = await judge({
      kata: id,
      folder: join(ROOT, paths.folder),
      planner: text,
      onPlay(requirement, nth, record) {
        const cells = keep(conversation(record.transcript, record.ended))
        requirements[requirement] ??= []
        const plays = requirements[requirement]
        while (plays.length < nth) plays.push([])
        const known = plays[nth - 1] as Kept[][]
        if (!known.some((other) => JSON.stringify(other) === JSON.stringify(cells))) known.push(cells)
      },
    })
    if (!passed(verdict)) {
      const unmet = verdict.requirements.filter(({ status }) => status !== 'met').map((requirement) => requirement.id)
      throw new Error(
        `${path} is a right planner and misses ${unmet.join(', ')}. Mend it, or the test, before sealing.`,
      )
    }
  }
  return textOf({ format: EXPECTED_FORMAT, requirements })
}

/** JSON with a line for each conversation, so that a change reads as one. */
function textOf({ format, requirements }: Expected): string {
  const plays = (all: Kept[][][]): string =>
    all
      .map((right) => `    [\n${right.map((cells) => `      ${JSON.stringify(cells)}`).join(',\n')}\n    ]`)
      .join(',\n')
  const parts = Object.entries(requirements).map(([id, all]) => `  ${JSON.stringify(id)}: [\n${plays(all)}\n  ]`)
  return `{\n"format": ${JSON.stringify(format)},\n"requirements": {\n${parts.join(',\n')}\n}\n}\n`
}
