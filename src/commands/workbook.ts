/** The workbook on this disk: its root, its katas, and how a kata is named on the command line. */
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Catalogue, faultText, type Kata, loadCatalogue } from '../catalogue/index.ts'
import { FriendlyError } from './friendly.ts'
import { nearest } from './nearest.ts'

/** The workbook's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The katas in order. Throws where there are none, saying what is wrong with each. */
export function openWorkbook(at = root): Catalogue {
  const catalogue = loadCatalogue(at)
  if (catalogue.katas.length > 0) return catalogue
  throw new FriendlyError(
    catalogue.faults.length > 0
      ? `No kata can be read.\n${catalogue.faults.map(faultText).join('\n')}`
      : `There are no katas in ${resolve(at, 'katas')}.`,
  )
}

/** The number that a kata's folder begins with (`01`). */
export const numberOf = (kata: Pick<Kata, 'folder'>): string => /^\d+/.exec(kata.folder)?.[0] ?? ''

/** The kata that `name` means: its number (`1`, `01`), its frozen id, its folder's name, or a path to the folder or a file in it. */
export function findKata(catalogue: Catalogue, name: string): Kata {
  const named = matchKata(catalogue, name)
  if (named) return named
  // What is wrong with its files is said before "there is no such kata".
  const faults = catalogue.faults.filter(
    (fault) => fault.file.startsWith(`katas/${name}`) || numberIs(fault.file, name),
  )
  if (faults.length > 0) throw new FriendlyError(faults.map(faultText).join('\n'))
  const near = nearest(
    name,
    catalogue.katas.flatMap((kata) => [kata.id, kata.folder]),
  )
  throw new FriendlyError(
    `There is no kata \`${name}\`.${near ? ` Did you mean \`${near}\`?` : ''}\nA kata is named by its number, its id or its folder: npx kata list`,
  )
}

/** As `findKata`; `undefined` where no kata is meant. */
export function matchKata(catalogue: Catalogue, name: string): Kata | undefined {
  if (/^\d+$/.test(name)) return catalogue.katas.find((kata) => Number(numberOf(kata)) === Number(name))
  const parts = name.split(/[\\/]/)
  return catalogue.katas.find(
    (kata) => kata.id === name || basename(name) === kata.folder || parts.includes(kata.folder),
  )
}

const numberIs = (file: string, name: string): boolean =>
  /^\d+$/.test(name) && Number(/^katas\/(\d+)/.exec(file)?.[1] ?? Number.NaN) === Number(name)
