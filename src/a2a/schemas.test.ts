/** The strict schemas: what they take, what they refuse, and in which words. */
import { expect, test } from 'vitest'
import type { Exchange } from '../replay/run.ts'
import { checkExchange } from './check-wire.ts'
import type { JsonObject } from './json.ts'
import {
  errorInfo,
  listTasksResponse,
  message,
  part,
  rpcError,
  sendMessageResponse,
  streamResponse,
  task,
} from './schemas.ts'

const said: JsonObject = { messageId: 'm-1', role: 'ROLE_AGENT', parts: [{ text: 'Done.' }] }
const done: JsonObject = {
  id: 't-1',
  contextId: 'c-1',
  status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-12-01T04:46:33.829Z', message: said },
  artifacts: [{ artifactId: 'a', parts: [{ data: { failed: 0 }, filename: 'summary.json' }] }],
}
const without = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
const withStatus = (status: JsonObject): JsonObject => ({ ...done, status })

test('a whole task is taken', () => {
  expect(task.parse(done)).toEqual(done)
})

test.each([
  ['an unknown key', { ...done, kind: 'task' }],
  ['no id', without(done, 'id')],
  ['no context', without(done, 'contextId')],
  ['no status', without(done, 'status')],
  ['no state', withStatus({ timestamp: '2026-12-01T04:46:33.829Z' })],
  ['an unspecified state', withStatus({ state: 'TASK_STATE_UNSPECIFIED' })],
  ['a state of another version', withStatus({ state: 'completed' })],
  ['a state by number', withStatus({ state: 3 })],
  ['a state that nobody knows', withStatus({ state: 'TASK_STATE_PAUSED' })],
  ['a bad timestamp', withStatus({ state: 'TASK_STATE_WORKING', timestamp: 'yesterday' })],
  ['a local timestamp', withStatus({ state: 'TASK_STATE_WORKING', timestamp: '2026-12-01T04:46:33+01:00' })],
  ['a history of nothing', { ...done, history: [] }],
])('a task with %s is refused', (_, json) => {
  expect(task.safeParse(json).success).toBe(false)
})

test('a part has exactly one content', () => {
  expect(part.safeParse({ text: '' }).success).toBe(true)
  expect(part.safeParse({ data: null }).success).toBe(true)
  expect(part.safeParse({ filename: 'a.txt' }).error?.issues[0]?.message).toBe(
    'exactly one of text, data, raw, url must be here; found none',
  )
  expect(part.safeParse({ text: 'a', data: 1 }).error?.issues[0]?.message).toBe(
    'exactly one of text, data, raw, url must be here; found text and data',
  )
})

test('a message needs an id, a known role and a part', () => {
  expect(message.safeParse(without(said, 'messageId')).success).toBe(false)
  expect(message.safeParse({ ...said, role: 'UNRECOGNIZED' }).success).toBe(false)
  expect(message.safeParse({ ...said, parts: [] }).success).toBe(false)
})

test('a stream event and a send’s answer have exactly one key', () => {
  expect(streamResponse.safeParse({ task: done }).success).toBe(true)
  expect(streamResponse.safeParse({}).success).toBe(false)
  expect(streamResponse.safeParse({ task: done, message: said }).success).toBe(false)
  expect(sendMessageResponse.safeParse({ message: said }).success).toBe(true)
  expect(sendMessageResponse.safeParse(done).success).toBe(false)
})

test('a page has all four fields', () => {
  const page = { tasks: [], nextPageToken: 'next', pageSize: 50, totalSize: 0 }
  expect(listTasksResponse.safeParse(page).success).toBe(true)
  expect(listTasksResponse.safeParse(without(page, 'totalSize')).success).toBe(false)
})

test('an error carries its reason', () => {
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'TASK_NOT_FOUND',
    domain: 'a2a-protocol.org',
  }
  expect(errorInfo.safeParse(info).success).toBe(true)
  expect(rpcError.safeParse({ code: -32001, message: 'Task not found', data: [info] }).success).toBe(true)
  expect(rpcError.safeParse({ code: -32001, message: 'Task not found' }).success).toBe(false)
})

const read = (result: JsonObject): Exchange => ({
  kind: 'exchange',
  at: 0,
  by: 'driver',
  method: 'GetTask',
  request: { id: 't-1' },
  http: { headers: {} },
  reply: { kind: 'result', at: 1, result, http: { status: 200, headers: {} } },
})

test('a problem says where it is', () => {
  expect(checkExchange('any', read(withStatus({ state: 'TASK_STATE_PAUSED' }))).problems).toEqual([
    { at: 'GetTask/reply/result/status/state', what: expect.stringContaining('Invalid option') },
  ])
})

test('an exception holds for its run, its place and its value alone', () => {
  const parcel = 'ask-where-the-parcel-is'
  expect(checkExchange(parcel, read(withStatus({}))).problems).toEqual([])
  expect(checkExchange(parcel, read(withStatus({}))).excepted).toMatchObject([{ run: parcel }])
  expect(checkExchange(parcel, read(withStatus({ state: 'gone' }))).problems).toHaveLength(1)
  expect(checkExchange('deploy-to-staging', read(withStatus({}))).problems).toHaveLength(1)
})
