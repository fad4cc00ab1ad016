import { Command } from 'commander'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { run } from './cli.ts'
import { FriendlyError } from './commands/friendly.ts'

let out = ''
let err = ''
beforeEach(() => {
  out = ''
  err = ''
  const toOut = (...words: unknown[]) => {
    out += words.join(' ')
    return true
  }
  const toErr = (...words: unknown[]) => {
    err += words.join(' ')
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(toOut)
  vi.spyOn(process.stderr, 'write').mockImplementation(toErr)
  vi.spyOn(console, 'log').mockImplementation((...words) => void toOut(...words, '\n'))
  vi.spyOn(console, 'error').mockImplementation((...words) => void toErr(...words, '\n'))
})
afterEach(() => vi.restoreAllMocks())

test('a mistyped command is answered with the one that was probably meant', async () => {
  expect(await run(['tset', '1'])).toBe(2)
  expect(err).toBe('There is no command `tset`. Did you mean: npx kata test \n')
})

test('a mistyped option, a missing kata: what is wrong, where help is, exit code 2', async () => {
  expect(await run(['seal', '--chek'])).toBe(2)
  expect(err).toMatchInlineSnapshot(`
    "error: unknown option '--chek'
    (Did you mean --check?)
    More: npx kata --help, or --help behind a command
    "
  `)
  err = ''
  expect(await run(['test'])).toBe(2)
  expect(err).toMatchInlineSnapshot(`
    "error: missing required argument 'ID'
    More: npx kata --help, or --help behind a command
    "
  `)
})

test('help names every command, and what the exit codes mean', async () => {
  expect(await run(['--help'])).toBe(0)
  expect(out).toMatchInlineSnapshot(`
    "Usage: kata [command] [options]

    Planner Katas: fix planners that are wrong in ways real systems were wrong.

    Options:
      -h, --help                   display help for command

    Commands:
      start [options] [ID]         open the workbook at a kata (the first that is
                                   not done), judged at each save
      list [options]               list the katas
      test [options] <ID>          judge a kata once; exit 0 when every requirement
                                   is met, 1 when not
      debug [options] <ID>         run a kata beside its test in Node, for
                                   breakpoints and real stacks
      runs [options] [RUN] [TAKE]  list the recorded runs, the takes of one, or the
                                   conversation of a take
      check [options] [ID...]      check that katas are right, rule by rule (for
                                   authors)
      new [options] <ID>           begin a kata, as a draft (for authors)
      seal [options]               keep the katas' shipped texts and expected
                                   conversations (for authors)
      record [options] [RUN...]    record runs afresh from the real agents (for
                                   authors)

    Exit codes: 0 done, or every requirement is met; 1 a requirement is not met; 2 the command was used wrongly, or a
    file needs mending first. A kata is named by its number, its id or its folder.
    "
  `)
})

test.each(['start', 'list', 'test', 'debug', 'runs', 'seal', 'record'])(
  'kata %s --help has an example',
  async (name) => {
    expect(await run([name, '--help'])).toBe(0)
    expect(out).toMatch(new RegExp(`Examples?:\\n  \\$ npx kata ${name}`))
  },
)

const failing = (error: Error) => () => new Command('list').action(() => Promise.reject(error))

test('an error for people is its message alone, with its exit code', async () => {
  expect(await run(['list'], [failing(new FriendlyError('planner.ts is gone.'))])).toBe(2)
  expect(err).toBe('planner.ts is gone. \n')
})

test('any other error is called a fault of the workbook, and keeps its stack', async () => {
  expect(await run(['list'], [failing(new TypeError('x is undefined'))])).toBe(2)
  expect(err).toContain('TypeError: x is undefined')
  expect(err).toContain('This is a fault of the workbook, not of your planner.')
})
