/** What crosses the wall, in both directions, as JSON text and nothing else. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'

/** From the planner. `id` numbers calls, sleeps and iterators of one life, from 1, in the order in which they were made. */
export type FromPlanner =
  /** A desk operation. `who`: an agent's name for `part: 'agent'`, else the part's own name. */
  | {
      t: 'call'
      id: number
      part: 'agent' | 'approver' | 'human' | 'journal'
      who: string
      method: string
      params: Json
      line?: number
    }
  | { t: 'sleep'; id: number; ms: Ms }
  /** The planner no longer waits for this id: a cleared timer, an aborted sleep, an iterator that was left. */
  | { t: 'abandon'; id: number }
  | { t: 'log'; line: string }
  | { t: 'outcome'; outcome: Json }
  | { t: 'threw'; name: string; message: string; line?: number }
  /** The planner could not be loaded. `why`: a sentence. */
  | { t: 'load'; why: string; line?: number }
  /** What `plan` returned is not an outcome that JSON can hold. `why`: a sentence. */
  | { t: 'shape'; why: string }

/** To the planner. `now`: epoch milliseconds; the planner's clock stands still until the next delivery. */
export type ToPlanner = { now: Ms } & (
  | { t: 'start'; request: Json; desk: DeskShape }
  | { t: 'reply'; id: number; ok: Json }
  | { t: 'error'; id: number; error: WireError }
  /** One event of an iterator. */
  | { t: 'event'; id: number; data: JsonObject }
  /** The iterator's end; with an error it throws. */
  | { t: 'end'; id: number; error?: WireError }
  | { t: 'wake'; id: number }
)

/** Becomes an `A2AError` or a `TransportError`. */
export type WireError =
  | {
      kind: 'a2a'
      code: number
      message: string
      reason?: string
      data?: Json
      http: { status: number; headers: Record<string, string> }
    }
  | { kind: 'transport'; message: string }

/** Which parts the desk has. */
export interface DeskShape {
  agents: string[]
  parts: ('approver' | 'human' | 'journal')[]
}
