/** For tests of the gate: a copy of a kata in a folder of its own, in which faults are planted. Everything else is the workbook's, by links. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faultText, type Kata, loadCatalogue } from '../catalogue/index.ts'
import { shipped } from '../seal/shipped.ts'
import { type Bench, bench } from './bench.ts'
import type { Kept } from './kept.ts'
import type { Rule } from './rule.ts'

export const home = fileURLToPath(new URL('../..', import.meta.url))

export interface Copy {
  root: string
  /** The kata as it is in the copy now. */
  kata(): Kata
  /** Changes a text, by its path from the root; throws where `from` does not stand in it. */
  edit(path: string, from: string | RegExp, to: string): void
  write(path: string, text: string): void
  read(path: string): string
  remove(path: string): void
  /** The bench for it; without `kept`, one on which nothing can be played. */
  bench(kept?: { wall: Kept; beside: Kept }): Bench
  /** What a rule finds, as an author reads it. */
  found(rule: Rule): Promise<string[]>
  drop(): void
}

const unplayable: Kept = {
  counts: { made: 0, kept: 0 },
  sheets: () => Promise.reject(new Error('A text rule plays nothing.')),
  piece: () => Promise.reject(new Error('A text rule plays nothing.')),
}

/** A copy of the kata with this id, alone in its catalogue. */
export function copyOf(id: string): Copy {
  const original = loadCatalogue(home).katas.find((kata) => kata.id === id)
  if (!original) throw new Error(`There is no kata ${id}.`)
  const root = mkdtempSync(join(tmpdir(), 'a planted kata '))
  const copied = [
    'katas/tsconfig.json',
    'katas/sealed.json',
    'katas/ambient.d.ts',
    original.paths.folder,
    original.solutions?.folder ?? '',
    'site/glossary.md',
    'site/guides',
  ]
  for (const path of copied.filter((one) => one !== '' && existsSync(join(home, one))))
    cpSync(join(home, path), join(root, path), { recursive: true })
  // What was shipped, whatever a learner made of it here.
  const sealed = shipped(id)
  writeFileSync(join(root, original.paths.planner), sealed.planner)
  writeFileSync(join(root, original.paths.test), sealed.test)
  for (const path of ['fixtures', 'src', 'node_modules']) symlinkSync(join(home, path), join(root, path), 'junction')
  const at = (path: string): string => join(root, ...path.split('/'))
  const copy: Copy = {
    root,
    kata: () => {
      const kata = loadCatalogue(root).katas.find((one) => one.id === id)
      if (!kata) throw new Error('The copy has no readable kata.')
      return kata
    },
    read: (path) => readFileSync(at(path), 'utf8'),
    edit(path, from, to) {
      const text = copy.read(path)
      const edited = text.replace(from, to)
      if (edited === text) throw new Error(`${path} does not hold ${String(from)}.`)
      writeFileSync(at(path), edited)
    },
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
    },
    remove: (path) => rmSync(at(path), { recursive: true }),
    bench: (kept = { wall: unplayable, beside: unplayable }) => {
      const catalogue = loadCatalogue(root)
      const kata = catalogue.katas.find((one) => one.id === id)
      if (!kata) throw new Error('The copy has no readable kata.')
      return bench(root, catalogue, kata, kept)
    },
    found: async (rule) => (await rule.check(copy.bench())).map(faultText),
    drop: () => rmSync(root, { recursive: true, force: true }),
  }
  return copy
}
