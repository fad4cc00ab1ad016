/** What SDKs do each in their own way, and replay takes for what it is: shown on a recorded run, rewritten as another SDK would have written it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../a2a/json.ts'
import { compile } from './compile.ts'
import { drive } from './drive.ts'
import type { Exchange, Run, Step } from './run.ts'

const text = readFileSync(new URL('../../fixtures/runs/js/deploy-to-production.json', import.meta.url), 'utf8')
const recorded = (): Run => JSON.parse(text) as Run

/** The run with each exchange changed. */
function rewritten(change: (exchange: Exchange) => Exchange): Run {
  const run = recorded()
  for (const take of run.takes) take.steps = take.steps.map((step): Step => (step.kind === 'act' ? step : change(step)))
  return run
}

/** Sends, waits for the end, and subscribes to what has ended. */
function subscribeLate(run: Run) {
  const play = drive({ agent: run })
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'deploy build 17 to production' }] }
  const sent = play.call('agent', 'SendMessage', { message }) as { ok: { task: { id: string } } }
  const heard = play.stream('agent', 'SubscribeToTask', { id: sent.ok.task.id })
  return { heard, at: play.epoch + play.now() }
}

test('an error that comes alone in a stream is the answer to the call', () => {
  const inStream = rewritten((exchange) => {
    const { method, reply } = exchange
    if (method !== 'SubscribeToTask' || reply.kind !== 'error') return exchange
    const { at, error, http } = reply
    return { ...exchange, reply: { kind: 'stream', http, events: [], end: { at, how: 'error', error } } }
  })
  expect(subscribeLate(inStream).heard).toEqual(subscribeLate(recorded()).heard)
  expect(subscribeLate(inStream).heard).toMatchObject({ events: [], error: { code: -32004 } })
})

test('an error that says when it was said says so in the play', () => {
  const stamped = rewritten((exchange) => {
    const { reply } = exchange
    if (reply.kind !== 'error') return exchange
    const data = (reply.error.data as JsonObject[]).map((info) => ({
      ...info,
      metadata: { timestamp: '2026-01-01T00:00:00Z' },
    }))
    return { ...exchange, reply: { ...reply, error: { ...reply.error, data } } }
  })
  const { heard, at } = subscribeLate(stamped)
  const now = new Date(at).toISOString().replace(/\.\d+/, '')
  expect(heard.error).toMatchObject({ data: [{ metadata: { timestamp: now } }] })
})

test('stamps that leave out their last zeros tell the same story', () => {
  const short = text.replace(/(\.\d*?)0+Z"/g, (_, kept: string) => `${kept === '.' ? '' : kept}Z"`)
  expect(short).not.toBe(text)
  expect(compile(JSON.parse(short) as Run).roots.length).toBe(compile(recorded()).roots.length)
})

test('a state that is set without a time was set when it was first seen', () => {
  const untimed = JSON.parse(text, (_, value) => {
    if (value?.state !== 'TASK_STATE_REJECTED') return value
    const { timestamp: _timestamp, ...rest } = value
    return rest
  }) as Run
  const play = drive({ agent: untimed })
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'deploy build 17 to production' }] }
  const { events } = play.stream('agent', 'SendStreamingMessage', { message })
  const { id } = (events[0] as { task: { id: string } }).task
  expect(play.call('agent', 'GetTask', { id })).toMatchObject({ ok: { status: { state: 'TASK_STATE_REJECTED' } } })
  const goOn = { message: { ...message, messageId: 'm-2', taskId: id } }
  expect(play.call('agent', 'SendMessage', goOn)).toMatchObject({ error: { code: -32004 } })
})

test('an agent that says something else in a stream than after a call', () => {
  const file = new URL('../../fixtures/runs/js/run-tests-of-build-34.json', import.meta.url)
  const run = JSON.parse(readFileSync(file, 'utf8')) as Run
  const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'run the tests of build 34' }] }
  const heard = drive({ agent: run }).stream('agent', 'SendStreamingMessage', { message })
  expect(heard.events.map((event) => Object.keys(event)[0])).toEqual(['task', 'statusUpdate', 'statusUpdate'])
  const play = drive({ agent: run })
  const { ok } = play.call('agent', 'SendMessage', { message, configuration: { returnImmediately: true } }) as {
    ok: { task: { id: string } }
  }
  const followed = play.stream('agent', 'SubscribeToTask', { id: ok.task.id })
  expect(followed.events.map((event) => Object.keys(event)[0])).toEqual([
    'task',
    'statusUpdate',
    'task',
    'statusUpdate',
  ])
  const { streamsApart: _, ...merged } = run
  expect(() => compile(merged)).toThrow(/tell different stories of the same cause/)
})
