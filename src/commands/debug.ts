/** `kata debug ID`: a kata's test beside its planner, in Node, for breakpoints and real stacks. Not behind the wall, and it says so. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'

const PORT = 9229

export const debug = (done: (code: number) => void): Command =>
  new Command('debug')
    .description('run a kata beside its test in Node, for breakpoints and real stacks')
    .argument('<ID>', "a kata's number, id, folder, or a file in it")
    .option('--wait', 'wait for a debugger, also where there is no terminal')
    .option('--no-wait', 'run at once')
    .addHelpText('after', '\nExamples:\n  $ npx kata debug 1\n  $ npx kata debug 1 --no-wait')
    .action(async (id: string, options: { wait?: boolean }, command: Command) => {
      const { findKata, openWorkbook, root } = await import('./workbook.ts')
      const kata = findKata(openWorkbook(), id)
      // VS Code attaches by itself, to this process and to Vitest's workers.
      const attached = (process.env.NODE_OPTIONS ?? '').includes('js-debug')
      const asked = command.getOptionValueSource('wait') === 'cli'
      const wait = asked ? options.wait === true : process.stdout.isTTY === true && !attached
      console.log(`Beside its test, in Node: ${kata.paths.planner}`)
      console.log(
        'This is not behind the wall: an endless loop hangs (Ctrl-C ends it). For a verdict: npx kata test',
        kata.id,
      )
      if (wait)
        console.log(
          `Waiting for a debugger on 127.0.0.1:${PORT}.\n` +
            '  VS Code: "Debug: Attach to Node Process", or the launch entry "Debug this kata", which needs no waiting\n' +
            '  Chrome:  chrome://inspect\n' +
            'Put a breakpoint (or `debugger`) into planner.ts first. To run at once: npx kata debug --no-wait',
          kata.id,
        )
      process.env.KATA_BESIDE = '1'
      await runVitest(root, kata.paths.test, wait)
      done(Number(process.exitCode ?? 0) === 0 ? 0 : 1)
    })

/** Vitest's own command, in this process: a debugger that started us sees it. */
async function runVitest(root: string, test: string, wait: boolean): Promise<void> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = ['run', test, '--root', root, '--no-file-parallelism', '--test-timeout=0']
  if (wait) args.push(`--inspect-brk=127.0.0.1:${PORT}`)
  process.argv = [process.execPath, bin, ...args]
  process.exitCode = undefined
  await import(pathToFileURL(bin).href)
  // Vitest's command goes on by itself, and sets the exit code when it ends.
  await new Promise<void>((resolve) => process.once('beforeExit', () => resolve()))
}
