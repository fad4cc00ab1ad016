/** `kata test ID`: one verdict, for people and for scripts. */
import { Command } from 'commander'

export const test = (done: (code: number) => void): Command =>
  new Command('test')
    .description('judge a kata once; exit 0 when every requirement is met, 1 when not')
    .argument('<ID>', "a kata's number, id or folder")
    .option('--json', 'the whole verdict as JSON, for scripts')
    .addHelpText('after', '\nExamples:\n  $ npx kata test 1\n  $ npx kata test 1 --json')
    .action(async (id: string, options: { json?: boolean }) => {
      const { findKata, openWorkbook } = await import('./workbook.ts')
      const { printed } = await import('../terminal/open.ts')
      const catalogue = openWorkbook()
      const kata = findKata(catalogue, id)
      const { verdict, lines } = await printed(catalogue, kata)
      const { passed } = await import('../judge/verdict.ts')
      console.log(options.json ? JSON.stringify(verdict, null, 2) : lines.join('\n'))
      done(passed(verdict) ? 0 : 1)
    })
