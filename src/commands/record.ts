/** `kata record`: plays the scenarios with real agents, and keeps or compares what they answer. For authors; needs the agents' SDKs. */
import { Command, Option } from 'commander'
import { setUp } from '../setup.mjs'
import { FriendlyError } from './friendly.ts'
import { nearest } from './nearest.ts'

export const record = (done: (code: number) => void): Command =>
  new Command('record')
    .description('record runs afresh from the real agents (for authors)')
    .argument('[RUN...]', 'the runs to record; all of them without a name')
    .option('--check', 'keep nothing: record afresh and compare; exit 1 on a difference')
    .addOption(new Option('--sdk <name>', 'whose agents').choices(['js', 'python', 'go', 'all']).default('js'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx kata record deploy-to-production\n  $ npx kata record --check\n  $ npx kata record --sdk python count-to-three',
    )
    .action(async (ids: string[], options: { check?: boolean; sdk: 'js' | 'python' | 'go' | 'all' }) => {
      await setUp({ dev: true })
      const { record, checkRecordings, scenarios } = await recorder()
      const known = scenarios.map((scenario) => scenario.id)
      for (const id of ids) {
        if (known.includes(id)) continue
        const near = nearest(id, known)
        throw new FriendlyError(
          `There is no scenario \`${id}\`.${near ? ` Did you mean \`${near}\`?` : ''} They stand in fixtures/scenarios.`,
        )
      }
      const play = options.check ? checkRecordings : record
      const counts = await play({ ids, sdk: options.sdk, log: (line) => console.log(line) })
      const { runs, takes, exchanges, failed } = counts
      console.log(
        `${runs} runs, ${takes} takes, ${exchanges} exchanges: ${failed === 0 ? 'all well' : `${failed} not well`}.`,
      )
      done(failed === 0 ? 0 : 1)
    })

/** The recorder and its agents run from their own files, by tsx: agents are processes of their own, and not part of the command's bundle. */
async function recorder() {
  const { register } = await import('tsx/esm/api')
  register()
  const from = (path: string) => import(new URL(`../../fixtures/${path}`, import.meta.url).href)
  const { scenarios } = (await from('scenarios/index.ts')) as typeof import('../../fixtures/scenarios/index.ts')
  const recorder = (await from('recorder/record.ts')) as typeof import('../../fixtures/recorder/record.ts')
  return { ...recorder, scenarios }
}
