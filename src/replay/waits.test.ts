/** Tasks that wait, cancels that are refused, and what a dead process left: how replay tells them, on the runs of the JavaScript SDK. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../a2a/json.ts'
import { compile } from './compile.ts'
import { drive } from './drive.ts'
import type { Run } from './run.ts'

const runOf = (build: number): Run =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/runs/js/deploy-build-${build}-to-staging.json`, import.meta.url), 'utf8'),
  ) as Run

let ids = 0
const said = (text: string, rest: JsonObject = {}, now = false): JsonObject => {
  ids += 1
  const message = { messageId: `m-${ids}`, role: 'ROLE_USER', parts: [{ text }], ...rest }
  return now ? { message, configuration: { returnImmediately: true } } : { message }
}

type Task = { id: string; contextId: string; status: { state: string } }

/** A play, and its task, sent to be answered at once. */
function begun(build: number) {
  const play = drive({ agent: runOf(build) })
  const sent = play.call('agent', 'SendMessage', said(`deploy build ${build} to staging`, {}, true))
  const { task } = (sent as { ok: { task: Task } }).ok
  const state = (): string => (play.call('agent', 'GetTask', { id: task.id }) as { ok: Task }).ok.status.state
  return { play, ...task, state }
}

test('a stream that sees the question come ends with it, and one that begins after it waits in silence', () => {
  const { play, id } = begun(40)
  const seen = play.stream('agent', 'SubscribeToTask', { id })
  expect(seen.events.at(-1)).toMatchObject({ statusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } } })
  expect(() => play.stream('agent', 'SubscribeToTask', { id })).toThrow('which stays silent')
})

test('an answer is taken long after the question', () => {
  const { play, id, state } = begun(40)
  play.sleepUntil(9 * 3_600_000)
  expect(state()).toBe('TASK_STATE_INPUT_REQUIRED')
  const answered = play.call('agent', 'SendMessage', said('South.', { taskId: id }))
  expect(answered).toMatchObject({ ok: { task: { status: { state: 'TASK_STATE_COMPLETED' } } } })
})

test('an answer with the message id of the request is shown in its own words', () => {
  const play = drive({ agent: runOf(40) })
  const rest = { messageId: 'm-same' }
  const sent = play.call('agent', 'SendMessage', said('deploy build 40 to staging', rest, true))
  const { id } = (sent as { ok: { task: Task } }).ok.task
  play.sleepUntil(1_000)
  const answered = play.call('agent', 'SendMessage', said('South.', { ...rest, taskId: id }))
  const { history } = (answered as { ok: { task: { history: { role: string; parts: JsonObject[] }[] } } }).ok.task
  expect(history.filter(({ role }) => role === 'ROLE_USER').map(({ parts }) => parts[0]?.text)).toEqual([
    'deploy build 40 to staging',
    'South.',
  ])
})

test('a cancel that was refused and moved nothing may be met again, and the task goes its own way', () => {
  const { play, id, state } = begun(50)
  for (let nth = 0; nth < 20; nth++)
    expect(play.call('agent', 'CancelTask', { id })).toMatchObject({ error: { code: -32002 } })
  expect(state()).toBe('TASK_STATE_WORKING')
  play.sleepUntil(3_000)
  expect(state()).toBe('TASK_STATE_COMPLETED')
})

test('a cancel that is refused because the task ended meanwhile is refused when it has ended', () => {
  const { play, id, state } = begun(51)
  play.sleepUntil(1_000)
  expect(play.call('agent', 'CancelTask', { id })).toMatchObject({ error: { code: -32002 } })
  expect(play.now()).toBeGreaterThan(1_600)
  expect(state()).toBe('TASK_STATE_COMPLETED')
})

test('what is answered about a task whose process died is not what was answered before', () => {
  const { play, id } = begun(31)
  play.sleepUntil(6_000)
  const { events, error } = play.stream('agent', 'SubscribeToTask', { id })
  expect([events.length, error]).toEqual([1, undefined])
  expect(play.call('agent', 'CancelTask', { id })).toMatchObject({ ok: { status: { state: 'TASK_STATE_CANCELED' } } })
  const early = begun(31)
  early.play.sleepUntil(300)
  expect(() => early.play.call('agent', 'CancelTask', { id: early.id })).toThrow('while TASK_STATE_WORKING')
})

test('a message breaks off the stream that its task was opened with, and no subscription', () => {
  const segments = compile(runOf(23)).segments.filter(({ key }) => key.cause === 'answer')
  expect(segments.map(({ breaks }) => breaks?.error.code)).toContain(-32004)
  expect(segments.flatMap(({ events }) => events.filter(({ end }) => end))).toEqual([])
})

test('a mode that was recorded for an equal conversation serves this one too', () => {
  const { play, id, contextId } = begun(23)
  play.sleepUntil(1_000)
  const told = play.call('agent', 'SendMessage', said('Approved.', { taskId: id, contextId }))
  expect(told).toMatchObject({ ok: { task: { status: { state: 'TASK_STATE_AUTH_REQUIRED' } } } })
})
