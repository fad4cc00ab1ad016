/** A state's name may be a word of its run: every twin then tells it by another name, in every way that a planner may look. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../a2a/json.ts'
import { type Driven, drive } from './drive.ts'
import type { Run } from './run.ts'
import { stateOf } from './streams.ts'

const FILE = new URL('../../fixtures/runs/js/ask-where-the-third-parcel-is.json', import.meta.url)
const run = JSON.parse(readFileSync(FILE, 'utf8')) as Run
const NAMES = [run.words.state?.value, ...(run.words.state?.twins ?? [])]

const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'where is my parcel?' }] }
const last = (events: JsonObject[]): string | null => stateOf(events.at(-1) ?? {})

/** Sends, and gives the task's id. */
function sent(play: Driven): string {
  const answer = play.call('agent', 'SendMessage', { message, configuration: { returnImmediately: true } })
  return ('ok' in answer ? (answer.ok as { task: { id: string } }) : { task: { id: '' } }).task.id
}

const ways: [string, (play: Driven) => string | null][] = [
  [
    'a read',
    (play) => {
      const id = sent(play)
      play.sleepUntil(2_000)
      const answer = play.call('agent', 'GetTask', { id })
      return 'ok' in answer ? stateOf({ task: answer.ok as Json }) : null
    },
  ],
  [
    'a send that waits',
    (play) => {
      const answer = play.call('agent', 'SendMessage', { message })
      return 'ok' in answer ? stateOf(answer.ok as JsonObject) : null
    },
  ],
  ['a stream', (play) => last(play.stream('agent', 'SendStreamingMessage', { message }).events)],
  ['a subscription', (play) => last(play.stream('agent', 'SubscribeToTask', { id: sent(play) }).events)],
  [
    'a subscription that begins with it',
    (play) => {
      const id = sent(play)
      play.sleepUntil(2_000)
      return last(play.stream('agent', 'SubscribeToTask', { id }).events)
    },
  ],
]

test.each(ways)('%s tells the name of its twin', (_way, look) => {
  expect(look(drive({ agent: run }))).toBe(NAMES[0])
  const told = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((seed) => look(drive({ agent: run }, seed)))
  expect(NAMES.slice(1)).toEqual(expect.arrayContaining(told))
  expect(new Set(told).size).toBeGreaterThan(1)
})

test('a cancel finds the state under any name', () => {
  const play = drive({ agent: run }, 'a')
  const id = sent(play)
  play.sleepUntil(2_000)
  const answer = play.call('agent', 'CancelTask', { id })
  expect('ok' in answer && stateOf({ task: answer.ok as Json })).toBe('TASK_STATE_CANCELED')
})
