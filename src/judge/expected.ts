/** Writes what right planners say and hear on the published runs: `expected.json` beside a kata's test. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kata } from '../catalogue/index.ts'
import { EXPECTED_FORMAT, type Expected, type Kept } from '../kit/test/expected.ts'
import { makePiece, type PieceOf } from './piece.ts'

const ROOT = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The text of `expected.json`. Throws where a right planner fails: then nothing is known to expect. */
export async function sealExpected(
  { id, paths, solutions }: Kata,
  pieceOf: PieceOf = makePiece,
  root = ROOT,
): Promise<string> {
  const requirements: Record<string, Kept[][][]> = {}
  const right = solutions?.reference ? [solutions.reference, ...solutions.right] : []
  const folder = join(root, paths.folder)
  const pieces = await Promise.all(
    right.map(({ text }) => pieceOf({ kata: id, folder, planner: text, stoppedBy: null })),
  )
  for (const [i, { misses, conversations }] of pieces.entries()) {
    if (misses.length > 0) {
      throw new Error(
        `${right[i]?.path} is a right planner and misses ${misses.join(', ')}. Mend it, or the test, before sealing.`,
      )
    }
    for (const { requirement, nth, cells } of conversations) {
      requirements[requirement] ??= []
      const plays = requirements[requirement]
      while (plays.length < nth) plays.push([])
      const known = plays[nth - 1] as Kept[][]
      if (!known.some((other) => JSON.stringify(other) === JSON.stringify(cells))) known.push(cells)
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
