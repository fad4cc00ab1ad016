/** What holds of every play, whatever the planner does and whatever the seed: checked with random planners. */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkExchange } from '../a2a/check-wire.ts'
import type { Json, JsonObject } from '../a2a/json.ts'
import { isTerminal } from '../a2a/states.ts'
import type { PlayRecord } from '../host/host.ts'
import { drive } from './drive.ts'
import type { Exchange, Run } from './run.ts'
import { isObject, partsOf } from './shape.ts'

const root = new URL('../../fixtures/runs/', import.meta.url)
const runs = readdirSync(root).flatMap((language) =>
  readdirSync(new URL(`${language}/`, root)).map(
    (file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, root), 'utf8')) as Run,
  ),
)

/** The text that opens a run. */
function opening(run: Run): string {
  for (const step of run.takes[0].steps) {
    if (step.kind !== 'exchange' || !isObject(step.request.message)) continue
    const part = partsOf(step.request)[0]
    return isObject(part) && typeof part.text === 'string' ? part.text : ''
  }
  return ''
}

const action = fc.oneof(
  fc.record({
    do: fc.constantFrom(
      'send-now',
      'send-wait',
      'send-stream',
      'send-on',
      'get',
      'get',
      'get',
      'list',
      'cancel',
      'subscribe',
    ),
  }),
  fc.record({ do: fc.constant('sleep'), ms: fc.integer({ min: 0, max: 900 }) }),
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Plays actions until the play is stopped; an unrecorded call ends it, which is right. */
function perform(run: Run, seed: string | null, actions: Action[]): PlayRecord {
  const play = drive({ agent: run }, seed)
  let taskId = 'none'
  let messages = 0
  const message = (extra: JsonObject = {}): JsonObject => ({
    message: { messageId: `m-${++messages}`, role: 'ROLE_USER', parts: [{ text: opening(run) }], ...extra },
  })
  const note = (value: Json | undefined): void => {
    const task = isObject(value) && isObject(value.task) ? value.task : value
    if (isObject(task) && typeof task.id === 'string') taskId = task.id
  }
  try {
    for (const step of actions) {
      if (step.do === 'sleep' && 'ms' in step) play.sleepUntil(play.now() + step.ms)
      else if (step.do === 'send-now')
        note(answer(play.call('agent', 'SendMessage', { ...message(), configuration: { returnImmediately: true } })))
      else if (step.do === 'send-wait') note(answer(play.call('agent', 'SendMessage', message())))
      else if (step.do === 'send-on') note(answer(play.call('agent', 'SendMessage', message({ taskId }))))
      else if (step.do === 'send-stream')
        play.stream('agent', 'SendStreamingMessage', message(), (data) => {
          note(data.task)
          return false
        })
      else if (step.do === 'get') note(answer(play.call('agent', 'GetTask', { id: taskId })))
      else if (step.do === 'list') play.call('agent', 'ListTasks', {})
      else if (step.do === 'cancel') note(answer(play.call('agent', 'CancelTask', { id: taskId })))
      else play.stream('agent', 'SubscribeToTask', { id: taskId })
    }
  } catch (error) {
    if (!/^(unrecorded|deadlock|endless)/.test((error as Error).message)) throw error
  }
  return play.record()
}

const answer = (got: { ok: Json } | { error: unknown }): Json => ('ok' in got ? got.ok : null)

/** Every status that a play told, with the time at which it was heard, by task and in order. */
function statuses(record: PlayRecord): { task: string; state: string; timestamp: number; heard: number }[] {
  const found: { task: string; state: string; timestamp: number; heard: number }[] = []
  const look = (value: Json | undefined, heard: number): void => {
    if (Array.isArray(value)) for (const item of value) look(item, heard)
    if (!isObject(value)) return
    const id = value.taskId ?? value.id
    if (isObject(value.status) && typeof id === 'string') {
      const { state, timestamp } = value.status
      found.push({
        task: id,
        state: typeof state === 'string' ? state : '',
        timestamp: Date.parse(String(timestamp)),
        heard,
      })
    }
    for (const inner of Object.values(value)) look(inner, heard)
  }
  for (const call of record.transcript) {
    if (call.reply && 'ok' in call.reply) look(call.reply.ok, call.reply.at)
    for (const event of call.events ?? []) look(event.data, event.at)
  }
  return found.sort((a, b) => a.heard - b.heard)
}

const seeds = fc.oneof(fc.constant(null), fc.string({ minLength: 1, maxLength: 8 }))
/** Most plays open a task first: else there is little to be wrong about. */
const first = fc.constantFrom<Action[]>([{ do: 'send-now' }], [{ do: 'send-wait' }], [{ do: 'send-stream' }], [])
const plays = fc.record({
  run: fc.constantFrom(...runs),
  seed: seeds,
  actions: fc.tuple(first, fc.array(action, { minLength: 1, maxLength: 25 })).map(([a, b]) => [...a, ...b]),
})

describe('every play', () => {
  test('is the same to the last byte under the same seed', () => {
    fc.assert(
      fc.property(plays, ({ run, seed, actions }) => {
        expect(JSON.stringify(perform(run, seed, actions))).toBe(JSON.stringify(perform(run, seed, actions)))
      }),
      { numRuns: 150 },
    )
  })

  test('never leaves a terminal state, and no timestamp goes back or lies ahead of the clock', () => {
    fc.assert(
      fc.property(plays, ({ run, seed, actions }) => {
        const play = drive({ agent: run }, seed)
        const ended = new Map<string, string>()
        const latest = new Map<string, number>()
        for (const { task, state, timestamp, heard } of statuses(perform(run, seed, actions))) {
          const end = ended.get(task)
          if (end !== undefined) expect(state).toBe(end)
          if (isTerminal(state)) ended.set(task, state)
          if (Number.isNaN(timestamp)) continue
          expect(timestamp).toBeLessThanOrEqual(play.epoch + heard)
          expect(timestamp).toBeGreaterThanOrEqual(latest.get(task) ?? 0)
          latest.set(task, timestamp)
        }
      }),
      { numRuns: 400 },
    )
  })

  test('says only what the strict wire schemas let pass', () => {
    let checked = 0
    fc.assert(
      fc.property(plays, ({ run, seed, actions }) => {
        for (const call of perform(run, seed, actions).transcript) {
          const { reply } = call
          if (!reply || !('ok' in reply)) continue
          const exchange = {
            kind: 'exchange',
            at: 0,
            by: 'driver',
            method: call.method,
            request: call.params,
            http: { headers: {} },
            reply: { kind: 'result', at: 0, result: reply.ok, http: { status: 200, headers: {} } },
          }
          expect(
            checkExchange(run.id, exchange as Exchange, run.sdk.language).problems.filter(
              ({ at }) => !at.includes('/request'),
            ),
          ).toEqual([])
          checked += 1
        }
      }),
      { numRuns: 100 },
    )
    expect(checked).toBeGreaterThan(50)
  })

  test('tells a twin in other ids, and never in the recorded ones', () => {
    for (const run of runs) {
      const record = perform(run, 'other', [{ do: 'send-now' }, { do: 'get' }])
      const recorded = JSON.stringify(run.takes[0])
      for (const id of record.names.agent?.tasks ?? []) expect(recorded).not.toContain(id)
    }
  })
})
