/** `kata start`: the workbook, judged at each save. What it looks like stands in `terminal/`. */
import { Command } from 'commander'

export const start = (done: (code: number) => void): Command =>
  new Command('start')
    .description('open the workbook at a kata (the first that is not done), judged at each save')
    .argument('[ID]', "a kata's number, id or folder")
    .option('--plain', 'print it once as plain lines, and end')
    .addHelpText('after', '\nExample:\n  $ npx kata start 1')
    .action(async (id: string | undefined, options: { plain?: boolean }) => {
      const { openTerminal } = await import('../terminal/open.ts')
      done(await openTerminal({ id, plain: options.plain === true }))
    })
