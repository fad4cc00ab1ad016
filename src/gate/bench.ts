/** The bench that a kata lies on while it is checked: its files, its runs, and verdicts on any planner, each made once. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, Kata } from '../catalogue/index.ts'
import type { PieceOf } from '../judge/piece.ts'
import type { Sheet } from '../judge/sheet.ts'
import type { Run } from '../replay/run.ts'
import type { Kept } from './kept.ts'

export interface Bench {
  root: string
  catalogue: Catalogue
  kata: Kata
  /** The text of a file, by its path from the root; `''` where there is none. */
  text(path: string): string
  /** The runs that the kata's test plays, by what it imports: `js/deploy-to-production`. */
  runs: Map<string, Run>
  /** The sheets of a planner's text under seeds; with `bail`, up to the first with an unmet requirement; with `only`, of that requirement alone. */
  sheets(
    planner: string,
    seeds: (string | null)[],
    how?: { bail?: boolean; only?: string; digests?: boolean },
  ): Promise<Sheet[]>
  /** The same beside the wall, in Node. */
  besides(planner: string, seeds: (string | null)[]): Promise<Sheet[]>
  /** What a seal is made of, kept like the sheets. */
  piece: PieceOf
  /** Twins' seeds: the first `n`, always the same. */
  seeds(n: number): string[]
}

const IMPORT = /from\s+['"]#runs\/([\w-]+\/[\w-]+)\.json['"]/g

export function bench(root: string, catalogue: Catalogue, kata: Kata, kept: { wall: Kept; beside: Kept }): Bench {
  const text = (path: string): string => {
    const file = join(root, ...path.split('/'))
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : ''
  }
  const test = text(kata.paths.test)
  const runs = new Map<string, Run>()
  for (const [, name] of test.matchAll(IMPORT)) {
    const json = text(`fixtures/runs/${name}.json`)
    if (name !== undefined && json !== '') runs.set(name, JSON.parse(json) as Run)
  }
  const job = (
    planner: string,
    seeds: (string | null)[],
    how: { bail?: boolean; only?: string; digests?: boolean },
  ) => ({
    kata: kata.id,
    folder: join(root, ...kata.paths.folder.split('/')),
    test,
    planner,
    seeds,
    ...how,
  })
  return {
    root,
    catalogue,
    kata,
    text,
    runs,
    sheets: (planner, seeds, how = {}) => kept.wall.sheets(job(planner, seeds, how), [...runs.keys()]),
    besides: (planner, seeds) => kept.beside.sheets(job(planner, seeds, { digests: true }), [...runs.keys()]),
    // A finding stands beside what is expected: a change there is a change of it.
    piece: (asked) =>
      kept.wall.piece(
        { ...asked, test },
        [...runs.keys()],
        asked.stoppedBy === null ? [] : [text(kata.paths.expected)],
      ),
    seeds: (n) => Array.from({ length: n }, (_, i) => `gate-${i + 1}`),
  }
}
