/** What nobody recorded is never answered: near matches, odd values, reads of a kind that no run holds, causes beyond a recording's end. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../a2a/json.ts'
import { type Driven, drive } from './drive.ts'
import type { Run } from './run.ts'
import { isObject } from './shape.ts'

const run = (name: string): Run =>
  JSON.parse(readFileSync(new URL(`../../fixtures/runs/${name}.json`, import.meta.url), 'utf8')) as Run
const staging = run('js/deploy-to-staging')

const message = (extra: JsonObject = {}): JsonObject => ({
  messageId: 'm-1',
  role: 'ROLE_USER',
  parts: [{ text: 'deploy build 17 to staging' }],
  ...extra,
})

/** How a call goes that a planner makes when its task is there: the answer, or the first words of what stopped it. */
function goes(call: (play: Driven, task: string) => unknown, of = staging): string {
  const play = drive({ agent: of })
  const sent = play.call('agent', 'SendMessage', {
    message: message({ messageId: 'm-0' }),
    configuration: { returnImmediately: true },
  })
  const task = 'ok' in sent && isObject(sent.ok) && isObject(sent.ok.task) ? String(sent.ok.task.id) : ''
  try {
    call(play, task)
    return 'answered'
  } catch (error) {
    return (error as Error).message.split(':')[0] as string
  }
}

const send = (extra: JsonObject, configuration?: Json) => (play: Driven) =>
  play.call('agent', 'SendMessage', {
    message: message(extra),
    ...(configuration === undefined ? {} : { configuration }),
  })

test('a send with a value that is not of its type is nothing that was recorded', () => {
  const odd: JsonObject[] = [
    { contextId: '' },
    { contextId: null },
    { contextId: 5 },
    { referenceTaskIds: 'x' },
    { referenceTaskIds: null },
    { taskId: '' },
    { taskId: null },
    { metadata: { note: 'x' } },
  ]
  expect(odd.map((extra) => goes(send(extra)))).toEqual(odd.map(() => 'unrecorded'))
  const configurations: Json[] = ['x', [], { returnImmediately: 'yes' }, { returnImmediately: 1 }, { blocking: false }]
  expect(configurations.map((configuration) => goes(send({}, configuration)))).toEqual(
    configurations.map(() => 'unrecorded'),
  )
  // The same message as it was recorded, a second time: no take sends it twice in this run.
  expect(goes((play) => play.call('agent', 'GetTask', {}))).toBe('answered')
})

test('a read with an odd id, a list by what no run holds, a subscription with more than an id', () => {
  const reads: JsonObject[] = [{ id: 5 }, { id: null }, { id: '' }, { id: ['x'] }]
  expect(reads.map((params) => goes((play) => play.call('agent', 'GetTask', params)))).toEqual(
    reads.map(() => 'unrecorded'),
  )
  const lists: JsonObject[] = [
    { status: 'TASK_STATE_WORKING' },
    { status: 'completed' },
    { statusTimestampAfter: 'yesterday' },
    { contextId: null },
    { includeArtifacts: 'yes' },
    { pageToken: 'garbage' },
    { pageToken: 7 },
    { pageSize: 0 },
    { historyLength: 'all' },
  ]
  expect(lists.map((params) => goes((play) => play.call('agent', 'ListTasks', params)))).toEqual(
    lists.map(() => 'unrecorded'),
  )
  expect(goes((play, id) => play.stream('agent', 'SubscribeToTask', { id, historyLength: 1 }))).toBe('unrecorded')
})

test('a cancel is not answered beyond the end of a take that did not settle', () => {
  const cut: Run = {
    ...staging,
    takes: [staging.takes.find(({ id }) => id === 'canceled-while-working') ?? staging.takes[0]],
  }
  const late = (play: Driven, id: string): unknown => {
    play.sleepUntil(10_000)
    return play.call('agent', 'CancelTask', { id })
  }
  expect(goes(late, cut)).toBe('unrecorded')
  const early = (play: Driven, id: string): unknown => {
    play.sleepUntil(play.now() + 200)
    return play.call('agent', 'CancelTask', { id })
  }
  expect(goes(early, cut)).toBe('answered')
})

test('what stops a play is held against the call that it is about', () => {
  const play = drive({ agent: staging })
  expect(() => play.call('agent', 'ListTasks', { status: 'x' })).toThrow(
    'Your planner called ListTasks to agent with "status".',
  )
  const { ended, transcript } = play.record()
  expect(ended.how === 'stopped' && ended.stop.call).toBe(transcript.at(-1)?.n)
  expect(ended.how === 'stopped' && ended.stop.words).toContain(
    'Recorded with this agent: sending a text with “to staging”',
  )
})
