/**
 * The seal: what the workbook shipped, kept in `katas/sealed.json`, so that a learner's edits (committed, or in a folder without git) never
 * change what counts. Which planner text counts as shipped is asked here, never read off `planner.ts`.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FriendlyError } from '../commands/friendly.ts'

export const SEAL_FORMAT = 'planner-katas/sealed@1'
export const SEAL_PATH = 'katas/sealed.json'

export interface Seal {
  format: typeof SEAL_FORMAT
  /** By frozen id. */
  katas: Record<string, SealedKata>
  /** SHA-256 by path from the root: what planners and tests import. */
  kit: Record<string, string>
  /** SHA-256 by path from the root: the recorded runs. */
  fixtures: Record<string, string>
}

export interface SealedKata {
  /** The folder's name when it was sealed. */
  folder: string
  /** The shipped text of planner.ts. */
  planner: string
  /** The shipped text of planner.test.ts. */
  test: string
}

/** What the folder at `root` holds now, as a seal. `katas` come from the catalogue. */
export function makeSeal(root: string, katas: readonly { id: string; folder: string }[]): Seal {
  const sealed = katas.map(({ id, folder }): [string, SealedKata] => {
    const at = join(root, 'katas', folder)
    return [id, { folder, planner: textOf(join(at, 'planner.ts')), test: textOf(join(at, 'planner.test.ts')) }]
  })
  return {
    format: SEAL_FORMAT,
    katas: Object.fromEntries(sealed),
    kit: hashes(root, 'src/kit', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')),
    fixtures: hashes(root, 'fixtures/runs', (file) => file.endsWith('.json')),
  }
}

/** The text of `katas/sealed.json` for a seal. */
export const sealText = (seal: Seal): string => `${JSON.stringify(seal, null, 2)}\n`

/** The stored seal. Throws a friendly error where it is missing or not one. */
export function readSeal(root: string): Seal {
  const file = join(root, SEAL_PATH)
  if (!existsSync(file)) throw new FriendlyError(`${SEAL_PATH} is missing. Write it with: npx kata seal`)
  let seal: Partial<Seal> | null
  try {
    seal = JSON.parse(readFileSync(file, 'utf8')) as Partial<Seal> | null
  } catch (error) {
    throw new FriendlyError(
      `${SEAL_PATH} is not JSON: ${(error as Error).message}\nTake it back, or write it with: npx kata seal`,
    )
  }
  if (seal?.format !== SEAL_FORMAT || !seal.katas || !seal.kit || !seal.fixtures)
    throw new FriendlyError(`${SEAL_PATH} is not of format ${SEAL_FORMAT}. Write it with: npx kata seal`)
  return seal as Seal
}

/** What differs between two seals: one line each, by the file it is about. */
export function sealDifferences(stored: Seal, now: Seal): string[] {
  const lines: string[] = []
  for (const id of keysOf(stored.katas, now.katas)) {
    const [was, is] = [stored.katas[id], now.katas[id]]
    if (!was) lines.push(`katas/${is?.folder}: not sealed yet`)
    else if (!is) lines.push(`katas/${was.folder}: sealed, and gone`)
    else {
      if (was.folder !== is.folder) lines.push(`katas/${is.folder}: sealed as ${was.folder}`)
      if (was.planner !== is.planner) lines.push(`katas/${is.folder}/planner.ts: changed`)
      if (was.test !== is.test) lines.push(`katas/${is.folder}/planner.test.ts: changed`)
    }
  }
  for (const part of ['kit', 'fixtures'] as const)
    for (const path of keysOf(stored[part], now[part])) {
      const [was, is] = [stored[part][path], now[part][path]]
      if (was !== is) lines.push(`${path}: ${!was ? 'not sealed yet' : !is ? 'sealed, and gone' : 'changed'}`)
    }
  return lines
}

const keysOf = (...records: Record<string, unknown>[]): string[] => [...new Set(records.flatMap(Object.keys))].sort()

/** Line ends as in the repository, whatever a checkout made of them. */
const repositoryText = (text: string): string => text.replaceAll('\r\n', '\n')
const textOf = (file: string): string => repositoryText(readFileSync(file, 'utf8'))

/** SHA-256 of a text, as seals hold it. */
export const hashOf = (text: string): string => createHash('sha256').update(repositoryText(text)).digest('hex')

function hashes(root: string, folder: string, counts: (file: string) => boolean): Record<string, string> {
  if (!existsSync(join(root, folder))) return {}
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(counts)
    .sort()
  return Object.fromEntries(
    files.map((path) => [
      path,
      createHash('sha256')
        .update(textOf(join(root, path)))
        .digest('hex'),
    ]),
  )
}
