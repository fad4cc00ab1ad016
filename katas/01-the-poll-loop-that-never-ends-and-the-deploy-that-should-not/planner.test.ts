/**
 * What a caller of the release planner can rely on: one test for each requirement.
 *
 * Each play puts recorded agents before the planner. How it waits is its own business: polling, streaming, subscribing and letting the
 * agent hold its answer are all fine.
 */
import { expect, test } from 'vitest'
import { type Played, play, subject } from '#kit/test'
import staging18 from '#runs/js/deploy-build-18-to-staging.json'
import staging19 from '#runs/js/deploy-build-19-to-staging.json'
import staging20 from '#runs/js/deploy-build-20-to-staging.json'
import production from '#runs/js/deploy-to-production.json'
import doorstep from '#runs/js/deploy-to-production-at-the-door.json'
import staging from '#runs/js/deploy-to-staging.json'
import tests17 from '#runs/js/run-tests-of-build-17.json'
import tests18 from '#runs/js/run-tests-of-build-18.json'
import tests19 from '#runs/js/run-tests-of-build-19.json'
import tests21 from '#runs/js/run-tests-of-build-21.json'
import tests29 from '#runs/js/run-tests-of-build-29.json'
import tests31 from '#runs/js/run-tests-of-build-31.json'
import tests32 from '#runs/js/run-tests-of-build-32.json'
import tests35 from '#runs/js/run-tests-of-build-35.json'
import source from './planner.ts?raw'

const planner = subject(source, import.meta.url)

const to = (target: string, build = 18) => ({ request: { build, target } })

test('R1: When an agent will not do what it was asked, you get its refusal, in its own words.', async () => {
  const refused = await play(planner, { tests: tests18, deploy: production }, to('production'))
  expect(refused.outcome).toEqual({ kind: 'refused', words: refused.run('deploy').word('policy') })

  const atTheDoor = await play(planner, { tests: tests18, deploy: doorstep }, to('production'))
  expect(atTheDoor.outcome).toEqual({ kind: 'refused', words: atTheDoor.run('deploy').word('policy') })

  const untested = await play(planner, { tests: tests31, deploy: staging }, to('staging', 31))
  expect(untested.outcome).toEqual({ kind: 'refused', words: untested.run('tests').word('reason') })
  expect(sentTo(untested, 'deploy'), 'messages to the deploy agent').toEqual([])
})

test('R2: Once an agent has said its last word on a request, it hears no more about it.', async () => {
  for (const [deploy, target, kind] of [
    [production, 'production', 'refused'],
    [doorstep, 'production', 'refused'],
    [staging18, 'staging', 'failed'],
    [staging, 'staging', 'done'],
  ] as const) {
    const played = await play(planner, { tests: tests18, deploy }, to(target))
    expect(played.outcome.kind).toBe(kind)
    expect(sentTo(played, 'tests'), 'messages to the tests agent').toHaveLength(1)
    expect(sentTo(played, 'deploy'), 'messages to the deploy agent').toHaveLength(1)
    expect(heardAfterTheEnd(played, 'tests'), 'calls of the tests agent after its last word').toEqual([])
    expect(heardAfterTheEnd(played, 'deploy'), 'calls of the deploy agent after its last word').toEqual([])
  }
})

test('R3: Work that fails comes back as failed, and work that is called off as canceled, each in the words of its agent.', async () => {
  const noImage = await play(planner, { tests: tests18, deploy: staging18 }, to('staging'))
  expect(noImage.outcome).toEqual({ kind: 'failed', words: noImage.run('deploy').word('reason') })

  const calledOff = await play(planner, { tests: tests18, deploy: staging19 }, to('staging'))
  expect(calledOff.outcome).toEqual({ kind: 'canceled', words: calledOff.run('deploy').word('reason') })

  const noDatabase = await play(planner, { tests: tests29, deploy: staging }, to('staging', 29))
  expect(noDatabase.outcome).toEqual({ kind: 'failed', words: noDatabase.run('tests').word('reason') })
  expect(sentTo(noDatabase, 'deploy'), 'messages to the deploy agent').toEqual([])

  const testsCalledOff = await play(planner, { tests: tests32, deploy: staging }, to('staging', 32))
  expect(testsCalledOff.outcome).toEqual({ kind: 'canceled', words: testsCalledOff.run('tests').word('reason') })
  expect(sentTo(testsCalledOff, 'deploy'), 'messages to the deploy agent').toEqual([])
})

test('R4: A build with a failed test is not deployed.', async () => {
  const red = await play(planner, { tests: tests17, deploy: staging }, to('staging', 17))
  expect(red.outcome.kind).toBe('failed')
  expect(sentTo(red, 'tests'), 'messages to the tests agent').toEqual(['run the tests of build 17'])
  expect(sentTo(red, 'deploy'), 'messages to the deploy agent').toEqual([])

  const cheerful = await play(planner, { tests: tests21, deploy: staging }, to('staging', 21))
  expect(cheerful.outcome.kind).toBe('failed')
  expect(sentTo(cheerful, 'tests'), 'messages to the tests agent').toEqual(['run the tests of build 21'])
  expect(sentTo(cheerful, 'deploy'), 'messages to the deploy agent').toEqual([])
})

test('R5: A build whose tests all pass is deployed, once, to the target that was asked for.', async () => {
  const green = await play(planner, { tests: tests18, deploy: staging }, to('staging'))
  expect(green.outcome).toEqual({ kind: 'done' })
  expect(sentTo(green, 'tests'), 'messages to the tests agent').toEqual(['run the tests of build 18'])
  expect(sentTo(green, 'deploy'), 'messages to the deploy agent').toEqual(['deploy build 18 to staging'])

  const otherWords = await play(planner, { tests: tests35, deploy: staging }, to('staging', 35))
  expect(otherWords.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sentTo(otherWords, 'deploy'), 'messages to the deploy agent').toEqual(['deploy build 35 to staging'])
})

test('R6: A test run that takes long is waited for to its end.', async () => {
  const long = await play(planner, { tests: tests19, deploy: staging }, to('staging', 19))
  expect(long.outcome).toEqual({ kind: 'done' })
  expect(sentTo(long, 'tests'), 'messages to the tests agent').toEqual(['run the tests of build 19'])
  expect(sentTo(long, 'deploy'), 'messages to the deploy agent').toEqual(['deploy build 19 to staging'])
})

test('R7: A deploy that somebody has to approve first is waited for.', async () => {
  const held = await play(planner, { tests: tests18, deploy: staging20 }, to('staging', 20))
  expect(held.outcome).toEqual({ kind: 'done' })
  expect(sentTo(held, 'deploy'), 'messages to the deploy agent').toEqual(['deploy build 20 to staging'])
})

/** The texts that an agent was sent, in order. */
function sentTo(played: Played, agent: string): string[] {
  const sends = played.transcript.filter((call) => call.who === agent && call.method.startsWith('Send'))
  return sends.map((call) =>
    (call.params as { message: { parts: { text?: string }[] } }).message.parts.map((part) => part.text).join(''),
  )
}

/** What an agent still heard when the planner could know how its work had ended. One read for the result is fine. */
function heardAfterTheEnd(played: Played, agent: string): string[] {
  const last = lastState(played, agent)
  const end = played.knew(agent, (state) => state === last)
  expect(end).not.toBeNull()
  const later = played.after(end, agent).map((call) => call.method)
  const read = later.findIndex((method) => method === 'GetTask' || method === 'ListTasks')
  return later.filter((_, at) => at !== read)
}

/** The last state of its work that an agent told the planner, in whichever answer or event. */
function lastState(played: Played, agent: string): string | undefined {
  const heard = played.transcript.filter((call) => call.who === agent).map(({ reply, events }) => ({ reply, events }))
  return [...JSON.stringify(heard).matchAll(/"state":"(\w+)"/g)].at(-1)?.[1]
}
