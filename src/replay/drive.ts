/** Drives a session by hand, without a planner: one call at a time. For tests and for checks of recordings. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { PlayJob, PlayRecord, Session } from '../host/host.ts'
import type { ToPlanner, WireError } from '../host/messages.ts'
import type { Run } from './run.ts'
import { createSession } from './session.ts'

export interface Driven {
  /** Epoch milliseconds of the play's start. */
  epoch: number
  /** Virtual milliseconds since the play began. */
  now(): Ms
  sleepUntil(at: Ms): void
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
  const session: Session = createSession(job, { ask: () => null, crash: () => null })
  const epoch = (JSON.parse(session.start()) as ToPlanner).now
  let ids = 0

  const next = (): ToPlanner => {
    const json = session.next()
    if (typeof json === 'string') return JSON.parse(json) as ToPlanner
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
      ids += 1
      session.receive(JSON.stringify({ t: 'sleep', id: ids, ms }))
      for (;;) if (next().t === 'wake') return
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
