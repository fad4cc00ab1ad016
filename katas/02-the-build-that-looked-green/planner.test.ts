/**
 * What a caller of the release planner can rely on: one test for each requirement.
 *
 * Each play puts recorded agents before the planner. How it waits is its own business: polling, streaming, subscribing and letting the
 * agent hold its answer are all fine.
 */
import { expect, test } from 'vitest'
import { type Played, play, subject } from '#kit/test'
import staging18 from '#runs/js/deploy-build-18-to-staging.json'
import production from '#runs/js/deploy-to-production.json'
import staging from '#runs/js/deploy-to-staging.json'
import tests17 from '#runs/js/run-tests-of-build-17.json'
import tests18 from '#runs/js/run-tests-of-build-18.json'
import tests21 from '#runs/js/run-tests-of-build-21.json'
import tests22 from '#runs/js/run-tests-of-build-22.json'
import tests23 from '#runs/js/run-tests-of-build-23.json'
import tests24 from '#runs/js/run-tests-of-build-24.json'
import tests25 from '#runs/js/run-tests-of-build-25.json'
import tests26 from '#runs/js/run-tests-of-build-26.json'
import tests27 from '#runs/js/run-tests-of-build-27.json'
import tests28 from '#runs/js/run-tests-of-build-28.json'
import tests29 from '#runs/js/run-tests-of-build-29.json'
import tests31 from '#runs/js/run-tests-of-build-31.json'
import tests32 from '#runs/js/run-tests-of-build-32.json'
import tests33 from '#runs/js/run-tests-of-build-33.json'
import source from './planner.ts?raw'

const planner = subject(source, import.meta.url)

const of = (build: number, target = 'staging') => ({ request: { build, target } })

test('R1: A build with a failed test is not deployed, however well the agent speaks of it.', async () => {
  const red = await play(planner, { tests: tests17, deploy: staging }, of(17))
  expectFailed(red, 17)

  const praised = await play(planner, { tests: tests21, deploy: staging }, of(21))
  expectFailed(praised, 21)

  const withItsLog = await play(planner, { tests: tests22, deploy: staging }, of(22))
  expectFailed(withItsLog, 22)
})

test('R2: A test that failed, and passed when it was run again, has failed.', async () => {
  const rerun = await play(planner, { tests: tests23, deploy: staging }, of(23))
  expectFailed(rerun, 23)
})

test('R3: A build whose tests all pass is deployed, once, to the target that was asked for.', async () => {
  const green = await play(planner, { tests: tests18, deploy: staging }, of(18))
  expectDeployed(green, 18)

  const mended = await play(planner, { tests: tests33, deploy: staging }, of(33))
  expectDeployed(mended, 33)
})

test('R4: Without a number of failed tests you get no verdict, you hear what was missing, and nothing is deployed.', async () => {
  const uncounted = await play(planner, { tests: tests24, deploy: staging }, of(24))
  expectNoVerdict(uncounted, 24)

  const passesAlone = await play(planner, { tests: tests27, deploy: staging }, of(27))
  expectNoVerdict(passesAlone, 27)

  const asSentence = await play(planner, { tests: tests25, deploy: staging }, of(25))
  expectNoVerdict(asSentence, 25)

  const asText = await play(planner, { tests: tests26, deploy: staging }, of(26))
  expectNoVerdict(asText, 26)
})

test('R5: With two counts that contradict each other you get no verdict, you hear why, and nothing is deployed.', async () => {
  const twice = await play(planner, { tests: tests28, deploy: staging }, of(28))
  expectNoVerdict(twice, 28)
})

test('R6: When the tests or the deploy are not carried through, you hear how they ended, in the words of the agent.', async () => {
  const noDatabase = await play(planner, { tests: tests29, deploy: staging }, of(29))
  expect(noDatabase.outcome, 'the outcome').toEqual({ kind: 'failed', words: noDatabase.run('tests').word('reason') })
  expect(sentTo(noDatabase, 'deploy'), 'messages to the deploy agent').toEqual([])

  const untested = await play(planner, { tests: tests31, deploy: staging }, of(31))
  expect(untested.outcome, 'the outcome').toEqual({ kind: 'refused', words: untested.run('tests').word('reason') })
  expect(sentTo(untested, 'deploy'), 'messages to the deploy agent').toEqual([])

  const calledOff = await play(planner, { tests: tests32, deploy: staging }, of(32))
  expect(calledOff.outcome, 'the outcome').toEqual({ kind: 'canceled', words: calledOff.run('tests').word('reason') })
  expect(sentTo(calledOff, 'deploy'), 'messages to the deploy agent').toEqual([])

  const refused = await play(planner, { tests: tests18, deploy: production }, of(18, 'production'))
  expect(refused.outcome, 'the outcome').toEqual({ kind: 'refused', words: refused.run('deploy').word('policy') })

  const noImage = await play(planner, { tests: tests18, deploy: staging18 }, of(18))
  expect(noImage.outcome, 'the outcome').toEqual({ kind: 'failed', words: noImage.run('deploy').word('reason') })
})

function expectFailed(played: Played, build: number): void {
  expect(played.outcome.kind, 'the kind of outcome').toBe('failed')
  expectTestedAlone(played, build)
}

function expectNoVerdict(played: Played, build: number): void {
  const { outcome } = played
  expect(outcome.kind, 'the kind of outcome').toBe('no-verdict')
  const why = outcome.kind === 'no-verdict' ? outcome.why : ''
  expect(why.trim(), 'the “why” that says what was missing').not.toBe('')
  expectTestedAlone(played, build)
}

function expectTestedAlone(played: Played, build: number): void {
  expect(sentTo(played, 'tests'), 'messages to the tests agent').toEqual([`run the tests of build ${build}`])
  expect(sentTo(played, 'deploy'), 'messages to the deploy agent').toEqual([])
}

function expectDeployed(played: Played, build: number): void {
  expect(played.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sentTo(played, 'tests'), 'messages to the tests agent').toEqual([`run the tests of build ${build}`])
  expect(sentTo(played, 'deploy'), 'messages to the deploy agent').toEqual([`deploy build ${build} to staging`])
}

/** The texts that an agent was sent, in order. */
function sentTo(played: Played, agent: string): string[] {
  const sends = played.transcript.filter((call) => call.who === agent && call.method.startsWith('Send'))
  return sends.map((call) =>
    (call.params as { message: { parts: { text?: string }[] } }).message.parts.map((part) => part.text).join(''),
  )
}
