/** `kata list`: the katas in order. */
import { Command } from 'commander'
import type { Kata } from '../catalogue/index.ts'
import { cut, pad } from '../terminal/text.ts'

export const list = (done: (code: number) => void): Command =>
  new Command('list')
    .description('list the katas')
    .option('--json', 'as JSON, for scripts')
    .addHelpText('after', '\nExample:\n  $ npx kata list')
    .action(async (options: { json?: boolean }) => {
      const { openWorkbook } = await import('./workbook.ts')
      const { faultText } = await import('../catalogue/index.ts')
      const { katas, faults } = openWorkbook()
      if (options.json) {
        const rows = katas.map(({ folder, paths, question: { front } }) => ({
          ...front,
          folder,
          planner: paths.planner,
        }))
        console.log(JSON.stringify(rows, null, 2))
      } else {
        for (const line of listLines(katas)) console.log(line)
        console.log('\nOpen one with its number: npx kata start 1')
      }
      if (faults.length > 0) console.error(`\n${faults.map(faultText).join('\n')}`)
      done(faults.length > 0 ? 2 : 0)
    })

/** By chapter: number, level, kind, minutes, title, the katas to do before it, and whether it is a draft. */
export function listLines(katas: readonly Kata[]): string[] {
  const numbers = new Map(katas.map((kata) => [kata.id, /^\d+/.exec(kata.folder)?.[0] ?? '']))
  return katas.flatMap(({ id, question: { front } }, i) => {
    const { title, level, minutes, kind, chapter, needs, status } = front
    const after = needs.map((need) => numbers.get(need) ?? need)
    const notes = [...(after.length > 0 ? [`after ${after.join(', ')}`] : []), ...(status === 'draft' ? ['draft'] : [])]
    const note = notes.length > 0 ? ` (${notes.join('; ')})` : ''
    const begins = chapter !== katas[i - 1]?.question.front.chapter
    const row = `${pad(numbers.get(id) ?? '', 4)}${level}  ${pad(kind, 8)}${pad(`${minutes} min`, 8)}${cut(title, 80 - 26 - note.length)}${note}`
    return [...(begins ? [...(i > 0 ? [''] : []), chapter] : []), `  ${row}`]
  })
}
