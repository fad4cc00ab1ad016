/** Verdicts kept by content: the same planner, test, runs and judge are judged once, and never again until one of them changes. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Piece, PieceJob } from '../judge/piece.ts'
import type { JudgePool, SheetJob } from '../judge/pool.ts'
import type { Sheet } from '../judge/sheet.ts'

export interface Kept {
  sheets(job: SheetJob, runs: string[]): Promise<Sheet[]>
  /** What a seal is made of. `beside`: texts that it depends on beside the planner's and the test's. */
  piece(job: PieceJob, runs: string[], beside: string[]): Promise<Piece>
  /** How many verdicts were made and how many were there already. */
  readonly counts: { made: number; kept: number }
}

/** What a verdict depends on beside its job. */
const JUDGE = ['src/a2a', 'src/host', 'src/judge', 'src/kit', 'src/replay']
/** Files that nobody has asked for in a month go. */
const OLD_MS = 30 * 86_400_000

/** `host`: where the pool plays. `fresh`: ask for nothing that is kept. */
export function keptSheets(root: string, pool: JudgePool, host: 'wall' | 'beside', fresh = false): Kept {
  const folder = join(root, 'node_modules', '.cache', 'planner-katas', 'sheets')
  // The engine and the assertions decide verdicts, too: they are the packages' own.
  const judge = hashOf(
    [...JUDGE.flatMap((path) => sourcesIn(join(root, path))), join(root, 'package-lock.json')].filter(existsSync),
  )
  const runHashes = new Map<string, string>()
  const counts = { made: 0, kept: 0 }
  const inRun = new Map<string, Promise<unknown>>()
  sweep(folder)

  const runHash = (name: string): string => {
    const known = runHashes.get(name)
    if (known) return known
    const made = hashOf([join(root, 'fixtures', 'runs', ...`${name}.json`.split('/'))])
    runHashes.set(name, made)
    return made
  }

  return {
    counts,
    sheets(job, runs) {
      const { folder: _folder, ...content } = job
      return keep([content], runs, () => pool.sheets(job))
    },
    piece(job, runs, beside) {
      const { folder: _folder, ...content } = job
      return keep(['piece', content, ...beside], runs, () => pool.piece(job))
    },
  }

  /** What several rules ask for is made once in a run, also when nothing of earlier runs is asked for. */
  function keep<T>(content: unknown[], runs: string[], make: () => Promise<T>): Promise<T> {
    const key = createHash('sha256')
      .update(JSON.stringify([host, content, judge, runs.map(runHash)]))
      .digest('hex')
    const known = (inRun.get(key) as Promise<T> | undefined) ?? stored(join(folder, `${key.slice(0, 32)}.json`), make)
    inRun.set(key, known)
    return known
  }

  async function stored<T>(file: string, make: () => Promise<T>): Promise<T> {
    if (!fresh && existsSync(file)) {
      counts.kept += 1
      return JSON.parse(readFileSync(file, 'utf8')) as T
    }
    const made = await make()
    counts.made += 1
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(made))
    renameSync(`${file}.${process.pid}`, file)
    return made
  }
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && !name.includes('.test.'))
    .sort()
    .map((name) => join(folder, name))

function hashOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function sweep(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (Date.now() - statSync(file).mtimeMs > OLD_MS) rmSync(file, { force: true })
  }
}
