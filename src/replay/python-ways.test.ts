/** What the Python SDK does and no other, as its recorded runs have it. That every take is answered as recorded is held in recordings.test.ts. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../a2a/json.ts'
import { drive } from './drive.ts'
import type { Run } from './run.ts'

const file = (id: string): URL => new URL(`../../fixtures/runs/python/${id}.json`, import.meta.url)
const play = (id: string) => drive({ agent: JSON.parse(readFileSync(file(id), 'utf8')) as Run })

const message = (text: string): JsonObject => ({ messageId: 'm-1', role: 'ROLE_USER', parts: [{ text }] })

type Shape = { id: string; status: { state?: string; timestamp: string } }
const taskOf = (answer: object): Shape => (answer as { ok: { task: Shape } }).ok.task

test('an agent that throws breaks off its stream with an error, and its task has failed', () => {
  const agent = play('run-tests-of-build-34')
  const { events, error } = agent.stream('agent', 'SendStreamingMessage', {
    message: message('run the tests of build 34'),
  })
  expect(events.map((event) => Object.keys(event)[0])).toEqual(['task', 'statusUpdate'])
  expect(error).toMatchObject({ kind: 'a2a', code: -32603, message: 'out of memory in test 7' })
  const { id } = (events[0] as { task: Shape }).task
  expect(agent.call('agent', 'GetTask', { id })).toMatchObject({ ok: { status: { state: 'TASK_STATE_FAILED' } } })
})

test('so does a subscription that is open then, and a call that waits has no task in its answer', () => {
  const agent = play('run-tests-of-build-34')
  const request = { message: message('run the tests of build 34') }
  const { id } = taskOf(agent.call('agent', 'SendMessage', { ...request, configuration: { returnImmediately: true } }))
  expect(agent.stream('agent', 'SubscribeToTask', { id }).error).toMatchObject({ code: -32603 })
  expect(play('run-tests-of-build-34').call('agent', 'SendMessage', request)).toMatchObject({ error: { code: -32603 } })
})

test('a task that nobody works on any longer is canceled without a new timestamp', () => {
  const agent = play('ask-where-the-parcel-is')
  const sent = { message: message('where is my parcel?'), configuration: { returnImmediately: true } }
  const { id } = taskOf(agent.call('agent', 'SendMessage', sent))
  agent.sleepUntil(600)
  const lost = (agent.call('agent', 'GetTask', { id }) as { ok: Shape }).ok
  expect(lost.status).not.toHaveProperty('state')
  const canceled = (agent.call('agent', 'CancelTask', { id }) as { ok: Shape }).ok
  expect(canceled.status).toMatchObject({ state: 'TASK_STATE_CANCELED', timestamp: lost.status.timestamp })
})
