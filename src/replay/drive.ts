/** Drives a session by hand, without a planner: one call at a time. For tests and for checks of recordings. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { PlayJob, PlayRecord } from '../host/host.ts'
import type { ToPlanner, WireError } from '../host/messages.ts'
import type { Run } from './run.ts'
import { createSession } from './session.ts'

export interface Driven {
  /** Epoch milliseconds of the play's start. */
  epoch: number
  /** Virtual milliseconds since the play began. */
  now(): Ms
  sleepUntil(at: Ms): void
  /** Does something at a time, whatever is waited for then. */
  later(at: Ms, act: () => void): void
  /** Somebody's decision about a task. @throws Error when no recording has it. */
  decide(task: string, decision: string): void
  /** A call, and its answer. Throws what stopped the play. */
  call(who: string, method: string, params: JsonObject): { ok: Json } | { error: WireError }
  /** Opens a stream and takes its events to the end; `until` may leave it earlier. */
  stream(
    who: string,
    method: string,
    params: JsonObject,
    until?: (data: JsonObject) => boolean,
  ): { events: JsonObject[]; error?: WireError }
  record(): PlayRecord
}

export function drive(agents: Record<string, Run>, seed: string | null = null): Driven {
  const job: PlayJob = {
    planner: { text: '', file: 'planner.ts' },
    request: null,
    agents,
    parts: [],
    seed,
    crashes: false,
  }
  const session = createSession(job, { ask: () => null, crash: () => null })
  const epoch = (JSON.parse(session.start()) as ToPlanner).now
  let ids = 0

  const acts = new Map<number, () => void>()
  const sleep = (ms: Ms): number => {
    ids += 1
    session.receive(JSON.stringify({ t: 'sleep', id: ids, ms }))
    return ids
  }
  const next = (): ToPlanner => {
    const json = session.next()
    if (typeof json === 'string') {
      const message = JSON.parse(json) as ToPlanner
      const act = message.t === 'wake' ? acts.get(message.id) : undefined
      if (!act) return message
      act()
      return next()
    }
    const { ended } = session.record({ ticks: 0, memory: 0 })
    throw new Error(ended.how === 'stopped' ? `${ended.stop.kind}: ${ended.stop.words}` : `ended: ${ended.how}`)
  }
  const begin = (who: string, method: string, params: JsonObject): number => {
    ids += 1
    session.receive(JSON.stringify({ t: 'call', id: ids, part: 'agent', who, method, params }))
    return ids
  }

  return {
    epoch,
    now: () => session.now - epoch,
    sleepUntil(at) {
      const ms = at - (session.now - epoch)
      if (ms <= 0) return
      sleep(ms)
      for (;;) if (next().t === 'wake') return
    },
    later: (at, act) => void acts.set(sleep(at - (session.now - epoch)), act),
    decide(task, decision) {
      if (!session.decide(task, decision)) throw new Error(`Nobody recorded that the task ${task} was ${decision}.`)
    },
    call(who, method, params) {
      const id = begin(who, method, params)
      for (;;) {
        const message = next()
        if (message.t === 'reply' && message.id === id) return { ok: message.ok }
        if (message.t === 'error' && message.id === id) return { error: message.error }
      }
    },
    stream(who, method, params, until) {
      const id = begin(who, method, params)
      const events: JsonObject[] = []
      for (;;) {
        const message = next()
        if (message.t === 'event' && message.id === id) {
          events.push(message.data)
          if (until?.(message.data)) {
            session.receive(JSON.stringify({ t: 'abandon', id }))
            return { events }
          }
        }
        if (message.t === 'end' && message.id === id)
          return { events, ...(message.error ? { error: message.error } : {}) }
      }
    },
    record: () => session.record({ ticks: 0, memory: 0 }),
  }
}
