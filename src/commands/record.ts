/** `kata record`: plays the scenarios with real agents, and keeps or compares what they answer. For authors; needs the agents' SDKs. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Command } from 'commander'
import { setUp } from '../setup.mjs'

/** What `fixtures/recorder/record.ts` gives: both print what they do. `true`: as it should be. */
interface Recorder {
  record(options: { sdk: string; runs: string[] }): Promise<boolean>
  checkRecordings(options: { sdk: string; runs: string[] }): Promise<boolean>
}

export const record = (done: (code: number) => void): Command =>
  new Command('record')
    .description('record runs afresh from the real agents (for authors)')
    .argument('[RUN...]', 'the runs to record; all of them without a name')
    .option('--check', 'keep nothing: record afresh and compare; exit 1 on a difference')
    .option('--sdk <name>', 'whose agents: js', 'js')
    .addHelpText('after', '\nExamples:\n  $ npx kata record deploy-to-production\n  $ npx kata record --check')
    .action(async (runs: string[], options: { check?: boolean; sdk: string }) => {
      const { root } = await import('./workbook.ts')
      await setUp({ dev: true })
      const { record, checkRecordings } = (await import(
        pathToFileURL(join(root, 'fixtures/recorder/record.ts')).href
      )) as Recorder
      const fine = await (options.check ? checkRecordings : record)({ sdk: options.sdk, runs })
      done(fine ? 0 : 1)
    })
