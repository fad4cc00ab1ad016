/** Every recording is replayed by its own driver and observer: what replay answers is what the agent answered, ids, times and words aside. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../a2a/json.ts'
import { compile } from './compile.ts'
import { drive } from './drive.ts'
import { project, withHistory } from './projection.ts'
import type { Exchange, Run, Take } from './run.ts'
import { isObject } from './shape.ts'
import { answered, readTake } from './take-story.ts'

const root = new URL('../../fixtures/runs/', import.meta.url)
const runs = readdirSync(root).flatMap((language) =>
  readdirSync(new URL(`${language}/`, root)).map(
    (file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, root), 'utf8')) as Run,
  ),
)

const isRead = ({ method }: Exchange): boolean => method === 'GetTask' || method === 'ListTasks'

/** When a call is made again. A read is answered 1 to 5 ms later: it is made so that it is answered just before its recorded answer. */
const timeOf = (exchange: Exchange): number =>
  isRead(exchange) && 'at' in exchange.reply ? exchange.reply.at - 6 : exchange.at

/** A state may have been set within the milliseconds by which a read came early: so it is read again, a few times. */
const TRIES = 10

/** A state that was set this shortly before its read may not have been there yet when the agent was recorded. */
const RACE_MS = 15

const isRace = (answer: Json, now: number, took: number): boolean =>
  isObject(answer) &&
  isObject(answer.status) &&
  typeof answer.status.timestamp === 'string' &&
  now - Date.parse(answer.status.timestamp) <= RACE_MS + took

/** Maps the recording's ids to the play's, as they are met. */
function mapping() {
  const ids = new Map<string, string>()
  const learn = (recorded: Json | undefined, played: Json | undefined): void => {
    if (Array.isArray(recorded) && Array.isArray(played)) {
      for (const [i, item] of recorded.entries()) learn(item, played[i])
    } else if (isObject(recorded) && isObject(played)) {
      for (const key of Object.keys(recorded)) {
        const [left, right] = [recorded[key], played[key]]
        if (
          ['id', 'contextId', 'taskId', 'messageId', 'nextPageToken'].includes(key) &&
          typeof left === 'string' &&
          typeof right === 'string'
        )
          ids.set(left, right)
        else learn(left, right)
      }
    }
  }
  const put = (value: Json): Json => {
    if (typeof value === 'string') {
      let text = value
      for (const [from, to] of ids) if (from.length > 8 && text.includes(from)) text = text.split(from).join(to)
      return text
    }
    if (Array.isArray(value)) return value.map(put)
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, key === 'timestamp' ? 'T' : put(inner)]),
      )
    return value
  }
  return { learn, put }
}

const withoutTimes = (value: Json): Json => mapping().put(value)

/** The tasks of a take in the order in which they were made, as anybody saw them by a time. */
function taskIds(take: Take, at: number): string[] {
  return readTake(take).tasks.flatMap((task) => (task.id !== null && (task.causes[0]?.at ?? at) < at ? [task.id] : []))
}

function replayTake(run: Run, take: Take): void {
  const play = drive({ agent: { ...run, takes: [take], moments: {} } })
  const { learn, put } = mapping()
  const first = take.steps.find((step): step is Exchange => step.kind === 'exchange' && step.by === 'driver')?.at ?? 0
  const driver = take.steps
    .filter((step): step is Exchange => step.kind === 'exchange' && step.by === 'driver')
    .map(answered)
  for (const step of take.steps) {
    if (step.kind !== 'act' || step.who !== 'approver') continue
    const nth = taskIds(take, step.at).indexOf(String(step.task))
    play.later(step.at - first, () => play.decide(play.record().names.agent?.tasks[nth] ?? '', step.what))
  }
  for (const [nth, exchange] of driver.entries()) {
    const { reply, method } = exchange
    play.sleepUntil(timeOf(exchange) - first)
    const made = play.record().names.agent?.tasks ?? []
    for (const [i, id] of taskIds(take, exchange.at).entries()) learn({ id }, { id: made[i] ?? id })
    const request = put(exchange.request) as JsonObject
    const where = `${run.id} ${take.id} ${method} at ${exchange.at}`
    if (reply.kind === 'stream') {
      // Calls are made one after the other here: what a stream told while the next call was made is not heard.
      const next = driver[nth + 1]?.at ?? Number.POSITIVE_INFINITY
      const isLeft = reply.end.how === 'left-open' || reply.end.at > next
      const told = reply.events.filter(({ at }, i) => !isLeft || i === 0 || at < next)
      let heard = 0
      const { events, error } = play.stream(
        'agent',
        method,
        request,
        isLeft ? () => ++heard === told.length : undefined,
      )
      for (const [i, { data }] of told.entries()) learn(data, events[i])
      expect(events.map(withoutTimes), where).toEqual(told.map(({ data }) => put(data)))
      if (reply.end.error && !isLeft)
        expect(error, where).toMatchObject({ code: reply.end.error.code, message: put(reply.end.error.message) })
      continue
    }
    const ask = () =>
      method === 'SubscribeToTask' || method === 'SendStreamingMessage'
        ? { error: play.stream('agent', method, request).error }
        : play.call('agent', method, request)
    let answer = ask()
    if (reply.kind === 'result') {
      let got = 'ok' in answer ? answer.ok : JSON.stringify(answer)
      learn(reply.result, got)
      const race = () => isRead(exchange) && isRace(got as Json, play.epoch + play.now(), reply.at - exchange.at)
      for (
        let i = 0;
        isRead(exchange) &&
        i < TRIES &&
        !race() &&
        JSON.stringify(withoutTimes(got as Json)) !== JSON.stringify(put(reply.result));
        i++
      ) {
        answer = ask()
        got = 'ok' in answer ? answer.ok : JSON.stringify(answer)
        learn(reply.result, got)
      }
      if (race()) continue
      expect(withoutTimes(got as Json), where).toEqual(put(reply.result))
    } else if (reply.kind === 'error') {
      const early = () => 'ok' in answer || answer.error?.kind === 'transport'
      for (let i = 0; isRead(exchange) && i < TRIES && early(); i++) answer = ask()
      expect(answer, where).toMatchObject({
        error: { kind: 'a2a', code: reply.error.code, message: put(reply.error.message) },
      })
    } else expect(answer, where).toMatchObject({ error: { kind: 'transport' } })
  }
}

describe.each(runs.map((run) => [run.id, run] as const))('%s', (_id, run) => {
  test('its takes tell one story', () => {
    expect(compile(run).roots.length).toBeGreaterThan(0)
  })

  test.each(run.takes.map((take) => [take.id, take] as const))(
    'take %s is answered as it was recorded',
    (_take, take) => {
      replayTake(run, take)
    },
  )
})

test('every recorded read follows from what was known by its projection', () => {
  let reads = 0
  for (const run of runs) for (const take of run.takes) reads += checkReads(run, take)
  expect(reads).toBeGreaterThan(10 * runs.length)
})

function checkReads(run: Run, take: Take): number {
  const whole = new Map<string, JsonObject>()
  const key = (task: JsonObject): string => `${String(task.id)} ${JSON.stringify(task.status)}`
  const results = take.steps.flatMap((step) =>
    step.kind === 'exchange' && step.reply.kind === 'result' && isObject(step.reply.result)
      ? [{ step, result: step.reply.result }]
      : [],
  )
  for (const { step, result } of results)
    if (step.method === 'GetTask' && step.request.historyLength === undefined) whole.set(key(result), result)
  let reads = 0
  for (const { step, result } of results) {
    if (step.method === 'GetTask' && step.request.historyLength !== undefined) {
      const known = whole.get(key(result))
      if (!known) continue
      expect(withHistory(known, step.request.historyLength), `${run.id} ${take.id} at ${step.at}`).toEqual(result)
      reads += 1
    }
    if (step.method === 'ListTasks' && Array.isArray(result.tasks) && step.request.pageToken === undefined) {
      const known = result.tasks.map((task) => whole.get(key(task as JsonObject)))
      if (known.some((task) => task === undefined)) continue
      expect(
        project(known as JsonObject[], step.request, run.projection),
        `${run.id} ${take.id} at ${step.at}`,
      ).toMatchObject({ tasks: result.tasks })
      reads += 1
    }
  }
  return reads
}
