/**
 * What whoever sends the planner to the clerk can rely on: one test for each requirement.
 *
 * Each play puts a recorded clerk before the planner. How it waits is its own business: polling, streaming, subscribing and letting the
 * clerk hold its answer are all fine.
 */
import { expect, test } from 'vitest'
import { type Played, play, subject } from '#kit/test'
import reportOfTheWeek from '#runs/js/ask-the-clerk-for-a-report.json'
import howManyBroke from '#runs/js/ask-the-clerk-how-many-builds-broke.json'
import whichBrokeMostOften from '#runs/js/ask-the-clerk-which-build-broke-most-often.json'
import source from './planner.ts?raw'

const planner = subject(source, import.meta.url)

const HOW_MANY = 'how many builds broke this week?'
const WHICH = 'which build broke most often this week?'
const REPORT = 'write a report of the week'

test('R1: A question that the clerk answers at once comes back with its answer.', async () => {
  const howMany = await play(planner, { clerk: howManyBroke }, { request: { ask: HOW_MANY } })
  const result = howMany.run('clerk').word('answer')
  expect(howMany.outcome, 'what you get back').toEqual({ kind: 'done', result })
})

test('R2: A question that the clerk answers at once is asked once, and nothing is asked after it.', async () => {
  const howMany = await play(planner, { clerk: howManyBroke }, { request: { ask: HOW_MANY } })
  expect(sentTo(howMany), 'what the clerk was sent').toEqual([HOW_MANY])
  expect(askedBeside(howMany), 'what the clerk was asked after its answer').toEqual([])
})

test('R3: Work that takes the clerk a while comes back when it is finished, with what the clerk wrote.', async () => {
  const report = await play(planner, { clerk: reportOfTheWeek }, { request: { ask: REPORT } })
  const result = report.run('clerk').word('report')
  expect(report.outcome, 'what you get back').toEqual({ kind: 'done', result })
  expect(lastState(report), 'the last state that the planner knew').toBe('TASK_STATE_COMPLETED')
  expect(sentTo(report), 'what the clerk was sent').toEqual([REPORT])
  expect(readsWithoutAPause(report), 'how many reads had no pause before them').toBe(0)
})

test("R4: Work that the clerk cannot finish comes back as failed, in the clerk's own words.", async () => {
  const which = await play(planner, { clerk: whichBrokeMostOften }, { request: { ask: WHICH } })
  const words = which.run('clerk').word('reason')
  expect(which.outcome, 'what you get back').toEqual({ kind: 'failed', words })
  expect(sentTo(which), 'what the clerk was sent').toEqual([WHICH])
})

/** The texts that the clerk was sent, in order. */
function sentTo(played: Played): string[] {
  const sends = played.transcript.filter((call) => call.method.startsWith('Send'))
  return sends.map((call) =>
    (call.params as { message: { parts: { text?: string }[] } }).message.parts.map((part) => part.text).join(''),
  )
}

/** Every other operation that the clerk was asked for. */
function askedBeside(played: Played): string[] {
  return played.transcript.map((call) => call.method).filter((method) => !method.startsWith('Send'))
}

/** The last state of its work that the clerk told the planner, in whichever answer or event. */
function lastState(played: Played): string | undefined {
  const heard = played.transcript.map(({ reply, events }) => ({ reply, events }))
  return [...JSON.stringify(heard).matchAll(/"state":"(\w+)"/g)].at(-1)?.[1]
}

/** How many reads follow the answer to another with no time in between. */
function readsWithoutAPause(played: Played): number {
  const reads = played.transcript.filter((call) => call.method === 'GetTask')
  return reads.filter(({ at }, nth) => at === reads[nth - 1]?.reply?.at).length
}
