/** `kata runs`: the recorded runs, the takes of one of them, and a take's conversation. */
import { Command } from 'commander'
import type { Run } from '../replay/run.ts'
import { cut, pad } from '../terminal/text.ts'

export const runs = (done: (code: number) => void): Command =>
  new Command('runs')
    .description('list the recorded runs, the takes of one, or the conversation of a take')
    .argument('[RUN]', 'a run, by its name')
    .argument('[TAKE]', 'a take of it: everything that was said, as it stood on the wire')
    .option('--compare', 'what each SDK answered to each call on a task in each state')
    .option('--json', 'as JSON, for scripts')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx kata runs\n  $ npx kata runs deploy-to-production\n  $ npx kata runs deploy-to-production polled\n  $ npx kata runs --compare',
    )
    .action(
      async (name: string | undefined, take: string | undefined, options: { compare?: boolean; json?: boolean }) => {
        if (options.compare) {
          console.log(await comparison(options.json === true))
          return done(0)
        }
        const found = await readRuns(name)
        if (take !== undefined)
          for (const { run } of found) console.log(await conversationOf(run, take, options.json === true))
        else if (options.json)
          console.log(JSON.stringify(name ? found.map((one) => one.run) : found.map(summary), null, 2))
        else if (name) for (const { path, run } of found) console.log(takesOf(path, run).join('\n'))
        else for (const { run } of found) console.log(rowOf(run))
        done(0)
      },
    )

/** A line for each call and state: who answered what. */
async function comparison(json: boolean): Promise<string> {
  const { root } = await import('./workbook.ts')
  const { allRuns } = await import('../comparison/load.ts')
  const { answerWords, compare } = await import('../comparison/compare.ts')
  const compared = compare(allRuns(root))
  if (json) return JSON.stringify(compared, null, 2)
  const lines = Object.values(compared.sdks).map(({ name, version }) => `${name} ${version}`)
  let method = ''
  for (const row of compared.rows) {
    if (row.method !== method) lines.push('', row.method)
    method = row.method
    lines.push(`  ${row.state}`)
    for (const [language, answers] of Object.entries(row.answers)) {
      lines.push(`    ${pad(language, 8)}${answers.map(answerWords).join(', or ')}`)
    }
  }
  return lines.join('\n')
}

interface Found {
  /** From the root. */
  path: string
  run: Run
}

async function readRuns(name: string | undefined): Promise<Found[]> {
  const { existsSync, readdirSync, readFileSync } = await import('node:fs')
  const { basename, join } = await import('node:path')
  const { root } = await import('./workbook.ts')
  const { FriendlyError } = await import('./friendly.ts')
  const { nearest } = await import('./nearest.ts')
  const folder = join(root, 'fixtures/runs')
  const files = existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
    : []
  const idOf = (file: string) => basename(file, '.json')
  const [language, id] = name?.includes('/') ? name.replace(/^run:/, '').split('/') : [undefined, name]
  const all = files.filter((file) => id === undefined || idOf(file) === basename(id, '.json')).sort()
  // One conversation at a time: the language that is named, else JavaScript, on which the katas play first.
  const of = (wish: string) => all.filter((file) => file.replaceAll('\\', '/').startsWith(`${wish}/`))
  const wanted = language !== undefined ? of(language) : name !== undefined && of('js').length > 0 ? of('js') : all
  if (name !== undefined && wanted.length === 0) {
    const near = nearest(name, files.map(idOf))
    throw new FriendlyError(
      `There is no run \`${name}\`.${near ? ` Did you mean \`${near}\`?` : ''} All of them: npx kata runs`,
    )
  }
  return wanted.map((file) => {
    const path = `fixtures/runs/${file.replaceAll('\\', '/')}`
    try {
      return { path, run: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Run }
    } catch (error) {
      throw new FriendlyError(
        `${path} is not JSON: ${(error as Error).message}\nRecord it afresh: npx kata record ${idOf(file)}`,
      )
    }
  })
}

/** What the driver of a take said and heard, with times: wire JSON, a step under the other. */
async function conversationOf(run: Run, id: string, json: boolean): Promise<string> {
  const take = run.takes.find((other) => other.id === id)
  if (!take) {
    const { FriendlyError } = await import('./friendly.ts')
    throw new FriendlyError(`${run.id} has no take \`${id}\`. It has: ${run.takes.map((other) => other.id).join(', ')}`)
  }
  if (json) return JSON.stringify(take, null, 2)
  const time = (at: number) => `${Math.round(at)} ms`.padStart(9)
  const shown = (value: unknown) => JSON.stringify(value, null, 2).replaceAll('\n', '\n            ')
  const lines = [`${run.id}, ${take.id}: ${take.title}`, '']
  for (const step of take.steps) {
    if (step.kind === 'act') {
      lines.push(`${time(step.at)}  * the ${step.who}: ${step.what}`)
      continue
    }
    if (step.by !== 'driver') continue
    lines.push(`${time(step.at)}  → ${step.method} ${shown(step.request)}`)
    const { reply } = step
    if (reply.kind === 'result') lines.push(`${time(reply.at)}  ← ${shown(reply.result)}`)
    else if (reply.kind === 'error') lines.push(`${time(reply.at)}  ← error ${shown(reply.error)}`)
    else if (reply.kind === 'died') lines.push(`${time(reply.at)}  ← nothing: the connection broke`)
    else {
      for (const event of reply.events) lines.push(`${time(event.at)}  ← ${shown(event.data)}`)
      lines.push(`${time(reply.end.at)}  ← the stream was ${reply.end.how}`)
    }
  }
  return lines.join('\n')
}

const rowOf = (run: Run): string => {
  const tag = run.tag === 'recorded' ? '' : `${run.tag}: `
  return `${process.stdout.isTTY ? pad(run.id, 33) : run.id.padEnd(33)} ${pad(run.sdk.language, 7)}${process.stdout.isTTY ? cut(tag + run.title, 80 - 41) : tag + run.title}`
}

const summary = ({ path, run: { id, title, tag, agent, sdk, binding, recordedAt, takes } }: Found) => ({
  ...{ id, path, title, tag, agent, sdk, binding, recordedAt },
  takes: takes.map((take) => take.id),
})

function takesOf(path: string, run: Run): string[] {
  const { sdk } = run
  return [
    `${run.id}: ${run.title}`,
    `${run.tag}, ${sdk.name} ${sdk.version} (${sdk.store} store), agent ${run.agent}, ${run.recordedAt}`,
    ...(run.reason ? [run.reason] : []),
    ...run.takes.map((take) => `  ${pad(take.id, 24)} ${pad(`${take.steps.length} steps`, 10)}${take.title}`),
    `The whole of it: ${path}`,
  ]
}
