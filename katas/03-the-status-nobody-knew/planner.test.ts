/**
 * What a caller of the errand planner can rely on: one test for each requirement.
 *
 * Each play puts a recorded agent before the planner. How it waits is its own business: polling, streaming, subscribing and letting the
 * agent hold its answer are all fine.
 */
import { expect, test } from 'vitest'
import { type Played, play, subject } from '#kit/test'
import fourthParcel from '#runs/js/ask-where-the-fourth-parcel-is.json'
import parcel from '#runs/js/ask-where-the-parcel-is.json'
import secondParcel from '#runs/js/ask-where-the-second-parcel-is.json'
import thirdParcel from '#runs/js/ask-where-the-third-parcel-is.json'
import train from '#runs/js/board-the-release-train.json'
import counting from '#runs/js/count-to-three.json'
import staging18 from '#runs/js/deploy-build-18-to-staging.json'
import staging19 from '#runs/js/deploy-build-19-to-staging.json'
import staging20 from '#runs/js/deploy-build-20-to-staging.json'
import production from '#runs/js/deploy-to-production.json'
import source from './planner.ts?raw'

const planner = subject(source, import.meta.url)

const asking = (ask: string) => ({ request: { ask } })
const whereabouts = asking('where is my parcel?')

test('R1: When an agent puts its state in a word that is not one of the protocol’s, you get that word as it came.', async () => {
  const second = await play(planner, { remote: secondParcel }, whereabouts)
  expect(second.outcome, 'the second parcel’s outcome').toEqual({ kind: 'protocol-error', got: 'UNRECOGNIZED' })

  const third = await play(planner, { remote: thirdParcel }, whereabouts)
  const thirdWord = third.run('remote').word('state')
  expect(third.outcome, 'the third parcel’s outcome').toEqual({ kind: 'protocol-error', got: thirdWord })

  const fourth = await play(planner, { remote: fourthParcel }, whereabouts)
  const fourthWord = fourth.run('remote').word('state')
  expect(fourth.outcome, 'the fourth parcel’s outcome').toEqual({ kind: 'protocol-error', got: fourthWord })
})

test('R2: When an agent has no word for its state, you hear that there was none.', async () => {
  const first = await play(planner, { remote: parcel }, whereabouts)
  expect(first.outcome, 'the first parcel’s outcome').toEqual({ kind: 'protocol-error', got: null })
})

test('R3: When an agent cannot be understood, you hear of it at once, and the agent is left alone.', async () => {
  for (const { run, word } of [
    { run: parcel, word: '' },
    { run: secondParcel, word: 'UNRECOGNIZED' },
    { run: thirdParcel },
    { run: fourthParcel },
  ]) {
    const played = await play(planner, { remote: run }, whereabouts)
    const heard = played.knew('remote', (state) => state === (word ?? played.run('remote').word('state')))
    expect(heard, 'the time at which you could know').not.toBeNull()
    expect(sent(played), 'messages to the agent').toEqual(['where is my parcel?'])
    expect(withoutOneRead(played.after(heard)), 'calls after you could know').toEqual([])
    expect(sleptSince(played, heard), 'milliseconds slept after you could know').toBe(0)
  }
})

test('R4: An errand that takes a detour and arrives has arrived.', async () => {
  const counted = await play(planner, { remote: counting }, asking('count to three'))
  expect(counted.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sent(counted), 'messages to the agent').toEqual(['count to three'])
})

test('R5: What agents say every day still comes back as it did: done, refused, failed, called off, and done after an approval.', async () => {
  const arrived = await play(planner, { remote: train }, asking('take build 17 to production'))
  expect(arrived.outcome, 'the outcome').toEqual({ kind: 'done' })

  const refused = await play(planner, { remote: production }, asking('deploy build 17 to production'))
  const policy = refused.run('remote').word('policy')
  expect(refused.outcome, 'the outcome').toEqual({ kind: 'refused', words: policy })

  const noImage = await play(planner, { remote: staging18 }, asking('deploy build 18 to staging'))
  const reason = noImage.run('remote').word('reason')
  expect(noImage.outcome, 'the outcome').toEqual({ kind: 'failed', words: reason })

  const calledOff = await play(planner, { remote: staging19 }, asking('deploy build 19 to staging'))
  const why = calledOff.run('remote').word('reason')
  expect(calledOff.outcome, 'the outcome').toEqual({ kind: 'canceled', words: why })

  const held = await play(planner, { remote: staging20 }, asking('deploy build 20 to staging'))
  expect(held.outcome, 'the outcome').toEqual({ kind: 'done' })
  expect(sent(held), 'messages to the agent').toEqual(['deploy build 20 to staging'])
})

/** The texts that the agent was sent, in order. */
function sent(played: Played): string[] {
  const sends = played.transcript.filter((call) => call.method.startsWith('Send'))
  return sends.map((call) =>
    (call.params as { message: { parts: { text?: string }[] } }).message.parts.map((part) => part.text).join(''),
  )
}

/** The operations of these calls, but for one read of the result. */
function withoutOneRead(calls: readonly { method: string }[]): string[] {
  const methods = calls.map((call) => call.method)
  const read = methods.findIndex((method) => method === 'GetTask' || method === 'ListTasks')
  return methods.filter((_, at) => at !== read)
}

/** How long the planner sat still since then: what came between something that it heard and what it did next. */
function sleptSince(played: Played, from: number | null): number {
  const heard = played.transcript.flatMap(({ reply, events, end }) =>
    [reply, ...(events ?? []), end].flatMap((one) => (one === undefined ? [] : [one.at])),
  )
  const acts = [...played.after(from).map((call) => call.at), played.elapsed]
  return acts.reduce((sum, at) => sum + at - Math.max(0, ...heard.filter((time) => time <= at)), 0)
}
