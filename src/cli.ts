/** The `kata` command: which commands there are, and what its exit codes mean. What a command does stands in `commands/`. */
import { Command, CommanderError } from 'commander'
import { check } from './commands/check.ts'
import { debug } from './commands/debug.ts'
import { FriendlyError } from './commands/friendly.ts'
import { list } from './commands/list.ts'
import { nearest } from './commands/nearest.ts'
import { newKata } from './commands/new.ts'
import { record } from './commands/record.ts'
import { runs } from './commands/runs.ts'
import { seal } from './commands/seal.ts'
import { start } from './commands/start.ts'
import { test } from './commands/test.ts'

const EXIT_CODES = `
Exit codes: 0 done, or every requirement is met; 1 a requirement is not met; 2 the command was used wrongly, or a
file needs mending first. A kata is named by its number, its id or its folder.`

/** Runs one command. Gives its exit code; prints to stdout and stderr. */
export async function run(
  argv: string[],
  commands = [start, list, test, debug, runs, check, newKata, seal, record],
): Promise<number> {
  let code = 0
  const program = new Command('kata')
    .description('Planner Katas: fix planners that are wrong in ways real systems were wrong.')
    .usage('[command] [options]')
    .helpCommand(false)
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('More: npx kata --help, or --help behind a command')
    .exitOverride()
  for (const command of commands)
    program.addCommand(
      command((result) => {
        code = result
      }).exitOverride(),
      { isDefault: command === start },
    )
  for (const command of program.commands) command.copyInheritedSettings(program)
  try {
    refuseTypo(argv[0], program)
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof FriendlyError) {
      console.error(error.message)
      return error.code
    }
    console.error(error)
    console.error('\nThis is a fault of the workbook, not of your planner. Please report it with the lines above.')
    return 2
  }
}

/** A mistyped command would be taken for a kata's name by the default command: said here, as what it is. */
function refuseTypo(first: string | undefined, program: Command): void {
  if (first === undefined || first.startsWith('-') || /\d/.test(first)) return
  const names = program.commands.map((command) => command.name())
  if (names.includes(first)) return
  const near = nearest(first, names)
  if (near) throw new FriendlyError(`There is no command \`${first}\`. Did you mean: npx kata ${near}`)
}
