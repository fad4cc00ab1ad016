/**
 * What a caller of the deploy planner can rely on: one test for each requirement.
 *
 * Each play puts a recorded agent before the planner, and the agents are built on three SDKs. How it waits for a deploy is its own business:
 * polling, streaming, subscribing and letting the agent hold its answer are all fine. So is looking before it speaks, and after it.
 */
import { expect, test } from 'vitest'
import { type Played, play, subject } from '#kit/test'
import goStaging18 from '#runs/go/deploy-build-18-to-staging.json'
import goStaging19 from '#runs/go/deploy-build-19-to-staging.json'
import goStaging22 from '#runs/go/deploy-build-22-to-staging.json'
import goProduction from '#runs/go/deploy-to-production.json'
import goStaging from '#runs/go/deploy-to-staging.json'
import jsStaging18 from '#runs/js/deploy-build-18-to-staging.json'
import jsStaging19 from '#runs/js/deploy-build-19-to-staging.json'
import jsStaging20 from '#runs/js/deploy-build-20-to-staging.json'
import jsStaging22 from '#runs/js/deploy-build-22-to-staging.json'
import jsProduction from '#runs/js/deploy-to-production.json'
import jsStaging from '#runs/js/deploy-to-staging.json'
import pythonStaging18 from '#runs/python/deploy-build-18-to-staging.json'
import pythonStaging19 from '#runs/python/deploy-build-19-to-staging.json'
import pythonStaging22 from '#runs/python/deploy-build-22-to-staging.json'
import pythonProduction from '#runs/python/deploy-to-production.json'
import pythonStaging from '#runs/python/deploy-to-staging.json'
import source from './planner.ts?raw'

const planner = subject(source, import.meta.url)

const HOUR = 60 * 60 * 1_000
const say = 'Keep the build before it at hand.'

const asking = (build: number, target: string) => ({ request: { build, target } })
const withAWord = (build: number, target: string) => ({ request: { build, target, late: { after: HOUR, say } } })

/** Each way in which a deploy comes back, from agents of two SDKs or more. */
const production = [jsProduction, goProduction]
const staging = [jsStaging, pythonStaging, goStaging]
const staging18 = [pythonStaging18, goStaging18]
const staging19 = [jsStaging19, pythonStaging19]
const staging22 = [jsStaging22, pythonStaging22, goStaging22]

test('R1: When a word comes too late for a deploy, you hear how that deploy ended, whichever agent it was given to.', async () => {
  for (const deploy of staging) {
    const done = await play(planner, { deploy }, withAWord(17, 'staging'))
    expect(done.outcome, 'the outcome').toEqual({ kind: 'done' })
  }
  for (const deploy of production) {
    const refused = await play(planner, { deploy }, withAWord(17, 'production'))
    expect(refused.outcome, 'the outcome').toEqual({ kind: 'refused', words: refused.run('deploy').word('policy') })
  }
  for (const deploy of staging18) {
    const noImage = await play(planner, { deploy }, withAWord(18, 'staging'))
    expect(noImage.outcome, 'the outcome').toEqual({ kind: 'failed', words: noImage.run('deploy').word('reason') })
  }
  for (const deploy of staging19) {
    const calledOff = await play(planner, { deploy }, withAWord(19, 'staging'))
    expect(calledOff.outcome, 'the outcome').toEqual({
      kind: 'canceled',
      words: calledOff.run('deploy').word('reason'),
    })
  }
})

test('R2: When a word comes, the agent hears it once, and is looked at once at the most.', async () => {
  for (const { runs, build, target } of [
    { runs: production, build: 17, target: 'production' },
    { runs: staging, build: 17, target: 'staging' },
    { runs: staging18, build: 18, target: 'staging' },
    { runs: staging19, build: 19, target: 'staging' },
    { runs: staging22, build: 22, target: 'staging' },
  ]) {
    for (const deploy of runs) {
      const played = await play(planner, { deploy }, withAWord(build, target))
      const calls = played.after(HOUR, 'deploy').map(({ method }) => kindOf(method))
      expect(tooMany(calls), 'calls beyond one message, one subscription and one read').toEqual([])
      expect(sent(played).slice(1), 'what was said to the agent after the hand-over').toEqual([say])
    }
  }
})

test('R3: When the agent has cleared a deploy away, you hear that nobody can tell any more how it ended.', async () => {
  for (const deploy of staging22) {
    const gone = await play(planner, { deploy }, withAWord(22, 'staging'))
    expect(gone.outcome.kind, 'the kind of the outcome').toBe('unknown')
  }
})

test('R4: A deploy is asked for once, and then left alone until the word comes.', async () => {
  for (const { deploy, build, target } of [
    { deploy: goProduction, build: 17, target: 'production' },
    { deploy: goStaging, build: 17, target: 'staging' },
    ...staging22.map((deploy) => ({ deploy, build: 22, target: 'staging' })),
  ]) {
    const played = await play(planner, { deploy }, withAWord(build, target))
    expect(asked(played), 'deploys that were asked for').toEqual([`deploy build ${build} to ${target}`])
    expect(heardBefore(played, HOUR), 'what you called and heard before the word came').toEqual([])
  }
})

test('R5: A deploy that nobody has a word about is waited for, and comes back as it ended.', async () => {
  const done = await play(planner, { deploy: goStaging }, asking(17, 'staging'))
  expect(done.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sent(done), 'messages to the agent').toEqual(['deploy build 17 to staging'])

  const held = await play(planner, { deploy: jsStaging20 }, asking(20, 'staging'))
  expect(held.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sent(held), 'messages to the agent').toEqual(['deploy build 20 to staging'])

  const refused = await play(planner, { deploy: pythonProduction }, asking(17, 'production'))
  expect(refused.outcome, 'the outcome').toEqual({ kind: 'refused', words: refused.run('deploy').word('policy') })

  const noImage = await play(planner, { deploy: jsStaging18 }, asking(18, 'staging'))
  expect(noImage.outcome, 'the outcome').toEqual({ kind: 'failed', words: noImage.run('deploy').word('reason') })

  const calledOff = await play(planner, { deploy: goStaging19 }, asking(19, 'staging'))
  expect(calledOff.outcome, 'the outcome').toEqual({ kind: 'canceled', words: calledOff.run('deploy').word('reason') })
})

type Message = { taskId?: string; parts: { text?: string }[] }

function messages(played: Played): Message[] {
  const sends = played.transcript.filter((call) => call.method.startsWith('Send'))
  return sends.map((call) => (call.params as { message: Message }).message)
}

const textOf = ({ parts }: Message): string => parts.map((part) => part.text).join('')

/** The texts that the agent was sent, in order. */
const sent = (played: Played): string[] => messages(played).map(textOf)

/** The texts that opened a task of their own. */
const asked = (played: Played): string[] => messages(played).flatMap((one) => (one.taskId ? [] : [textOf(one)]))

/** What a call does to a deploy: two ways to say something, two ways to look. */
function kindOf(method: string): string {
  if (method.startsWith('Send')) return 'message'
  return method === 'GetTask' || method === 'ListTasks' ? 'read' : method
}

/** The calls that are one too many: the second of its kind, and whatever neither says something nor looks. */
function tooMany(calls: string[]): string[] {
  const fine = ['message', 'read', 'SubscribeToTask']
  return calls.filter((call, at) => !fine.includes(call) || calls.indexOf(call) !== at)
}

/** What the planner did before this time, and heard, beside handing the deploy over. */
function heardBefore(played: Played, time: number): string[] {
  const calls = played.transcript.filter((call) => call.at < time)
  const told = calls.flatMap(({ reply, events }) => [reply, ...(events ?? [])]).filter((one) => one && one.at < time)
  const states = [...JSON.stringify(told).matchAll(/"state":"(\w+)"/g)].map(([, state]) => String(state))
  return [...calls.slice(1).map(({ method }) => method), ...states.filter((state) => state !== 'TASK_STATE_SUBMITTED')]
}
