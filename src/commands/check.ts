/** `kata check`: the author's gate over all katas or some of them. What it checks stands in `gate/`. */
import { Command } from 'commander'
import type { Catalogue, Kata } from '../catalogue/index.ts'
import type { Checked } from '../gate/check.ts'
import { setUp } from '../setup.mjs'

interface Options {
  json?: boolean
  fresh?: boolean
}

export const check = (done: (code: number) => void): Command =>
  new Command('check')
    .description('check that katas are right, rule by rule (for authors)')
    .argument('[ID...]', 'katas by number, id or folder; all of them without one')
    .option('--json', 'everything that was found as JSON, for scripts')
    .option('--fresh', 'judge everything anew, with nothing kept from before')
    .addHelpText('after', '\nExamples:\n  $ npx kata check 1\n  $ npx kata check --json')
    .action(async (ids: string[], options: Options) => {
      // Planners are mutated by a parser, which is a package for developers.
      await setUp({ dev: true })
      const { findKata, matchKata, openWorkbook, root } = await import('./workbook.ts')
      const { checkKatas } = await import('../gate/check.ts')
      const { checkedLines, fails, totalLine } = await import('../gate/print.ts')
      const catalogue = openWorkbook()
      const broken = unread(catalogue).filter(
        ({ kata }) => ids.length === 0 || ids.some((id) => matchesFolder(kata, id)),
      )
      const named = ids.filter((id) => matchKata(catalogue, id) || !broken.some(({ kata }) => matchesFolder(kata, id)))
      const katas: Kata[] =
        ids.length === 0 ? catalogue.katas : [...new Set(named.map((id) => findKata(catalogue, id)))]
      const progress = options.json || !process.stderr.isTTY ? () => {} : progressLine
      const print = (checked: Checked): void => {
        progress('')
        if (!options.json) console.log(checkedLines(checked).join('\n'))
      }
      broken.forEach(print)
      const checked = await checkKatas(root, catalogue, katas, {
        fresh: options.fresh === true,
        onRule: (kata, rule) => progress(`${kata}: ${rule}`),
        onChecked: print,
      })
      const all = [...broken, ...checked]
      console.log(options.json ? JSON.stringify(all, null, 2) : `\n${totalLine(all)}`)
      done(all.some(fails) ? 1 : 0)
    })

/** Folders that hold no kata that can be read, each with why. */
function unread({ katas, faults }: Catalogue): Checked[] {
  const read = new Set(
    katas.flatMap(({ paths, solutions, folder }) => [paths.folder, solutions?.folder ?? `solutions/${folder}`]),
  )
  const folders = new Map<string, Checked>()
  for (const fault of faults) {
    const folder = fault.file.split('/').slice(0, 2).join('/')
    if (read.has(folder)) continue
    const checked = folders.get(folder) ?? { kata: folder, status: 'ready', findings: [], ms: 0 }
    checked.findings.push({ ...fault, rule: 'files-read', kata: folder })
    folders.set(folder, checked)
  }
  return [...folders.values()]
}

/** `katas/03-the-status` by its number, its folder's name or its path. */
function matchesFolder(path: string, id: string): boolean {
  const folder = path.split('/')[1] ?? ''
  return /^\d+$/.test(id)
    ? Number(/^\d+/.exec(folder)?.[0] ?? Number.NaN) === Number(id)
    : id.split(/[\\/]/).includes(folder)
}

/** One line that is written over, for people who watch. */
const progressLine = (line: string): void =>
  void process.stderr.write(`\r\u001b[K${line.slice(0, (process.stderr.columns || 80) - 1)}`)
