/** `kata new`: the files of a new kata, a draft that can be checked at once. Overwrites nothing. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { FriendlyError } from './friendly.ts'

interface Options {
  title?: string
  number?: string
}

export const newKata = (done: (code: number) => void): Command =>
  new Command('new')
    .description('begin a kata, as a draft (for authors)')
    .argument('<ID>', 'its name for ever: lower-case words joined by hyphens')
    .option('--title <title>', 'what a caller sees go wrong; can be changed later')
    .option('--number <number>', 'its place; the next free one without it')
    .addHelpText('after', '\nExample:\n  $ npx kata new green-build --title "The build that looked green"')
    .action(async (id: string, options: Options) => {
      const { root } = await import('./workbook.ts')
      const paths = await writeKata(root, id, options)
      console.log(`Wrote\n${paths.map((path) => `  ${path}`).join('\n')}`)
      console.log(`\nIt works, and it is a draft: what is left to do says\n  npx kata check ${id}`)
      console.log('How to write a kata: site/guides/author.md')
      done(0)
    })

/** Writes the files into the workbook at `root`. Gives their paths from there. */
export async function writeKata(root: string, id: string, { title, number }: Options): Promise<string[]> {
  const { CHAPTERS, loadCatalogue, QuestionFront } = await import('../catalogue/index.ts')
  const { scaffold, slug } = await import('../gate/scaffold.ts')
  if (!QuestionFront.shape.id.safeParse(id).success)
    throw new FriendlyError(`\`${id}\` cannot be an id: write lower-case words joined by hyphens, such as green-build.`)
  const { katas } = loadCatalogue(root)
  const there = katas.find((kata) => kata.id === id)
  if (there)
    throw new FriendlyError(`The id \`${id}\` belongs to ${there.paths.folder} already. An id is never used twice.`)
  const words = title?.trim() || `${id[0]?.toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`
  if (slug(words) === '') throw new FriendlyError(`The title “${words}” has no letters that a folder's name can hold.`)
  const place = freeNumber(root, number)
  // It begins in the chapter of the kata that it follows, so that the order of the chapters holds from its first minute.
  const before = katas.findLast((kata) => Number.parseInt(kata.folder, 10) < Number(place))
  const chapter = before?.question.front.chapter ?? CHAPTERS[0] ?? ''
  const files = scaffold({ number: place, id, title: words, chapter })
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (taken)
    throw new FriendlyError(`${taken} is there already, and is left as it is. Choose another id, title or number.`)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return Object.keys(files)
}

/** Two digits: the one that is asked for, or the one behind the last. */
function freeNumber(root: string, asked: string | undefined): string {
  const folder = join(root, 'katas')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+-/.test(name)) : []
  if (asked === undefined)
    return String(Math.max(-1, ...names.map((name) => Number.parseInt(name, 10))) + 1).padStart(2, '0')
  if (!/^\d{1,2}$/.test(asked)) throw new FriendlyError(`\`${asked}\` is no number of a kata: write one from 0 to 99.`)
  const taken = names.find((name) => Number.parseInt(name, 10) === Number(asked))
  if (taken) throw new FriendlyError(`The number ${Number(asked)} belongs to katas/${taken} already.`)
  return asked.padStart(2, '0')
}
