/** `kata list`: the katas in order. */
import { Command } from 'commander'
import { cut, pad } from '../terminal/text.ts'

export const list = (done: (code: number) => void): Command =>
  new Command('list')
    .description('list the katas')
    .option('--json', 'as JSON, for scripts')
    .addHelpText('after', '\nExample:\n  $ npx kata list')
    .action(async (options: { json?: boolean }) => {
      const { openWorkbook, numberOf } = await import('./workbook.ts')
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
        for (const kata of katas) {
          const { title, level, minutes, kind } = kata.question.front
          console.log(
            `${pad(numberOf(kata), 4)}${level}  ${pad(kind, 8)}${pad(`${minutes} min`, 8)}${cut(title, 80 - 24)}`,
          )
        }
        console.log('\nOpen one with its number: npx kata start 1')
      }
      if (faults.length > 0) console.error(`\n${faults.map(faultText).join('\n')}`)
      done(faults.length > 0 ? 2 : 0)
    })
