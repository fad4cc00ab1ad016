/** What a play leaves behind, as data. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'

/** One call of the planner. Times are virtual milliseconds since the play began. */
export interface Call {
  /** From 1, over all lives. */
  n: number
  /** From 1: which life of the planner made it. */
  life: number
  at: Ms
  /** An agent's name, `approver`, `human` or `journal`. */
  who: string
  /** An agent's operation in the protocol's spelling (`GetTask`), or `ask`, `read`, `write`. */
  method: string
  params: Json
  /** The planner's line. Outside byte equality between hosts. */
  line?: number
  /** Absent while it is not answered. */
  reply?:
    | { at: Ms; ok: Json }
    | { at: Ms; error: { code: number; reason?: string; message: string } }
    | { at: Ms; died: true }
  /** What an iterator gave, and how it ended. */
  events?: { at: Ms; data: JsonObject }[]
  end?: { at: Ms; how: 'closed' | 'cut' | 'left' | 'error'; error?: { code: number; reason?: string; message: string } }
}

/** How a play ended. */
export type Ended =
  | { how: 'outcome'; at: Ms; outcome: Json }
  | { how: 'threw'; at: Ms; name: string; message: string; line?: number }
  | { how: 'stopped'; at: Ms; stop: Stop }

/** Why a play was ended from outside. `words` is a whole sentence for the learner. */
export interface Stop {
  kind: StopKind
  words: string
  /** The call (`Call.n`) at which it was stopped. */
  call?: number
  line?: number
}

export type StopKind =
  /** The planner did something that nobody recorded. */
  | 'unrecorded'
  /** It never ends: the same answer again and again, or too many calls, turns, or a year. */
  | 'endless'
  /** It waits, and nothing will come. */
  | 'deadlock'
  /** It computed for too long without a call. */
  | 'interrupted'
  | 'memory'
  | 'stack'
  /** It could not be loaded: syntax, an import, no `plan`. */
  | 'load'
  /** What it returned or sent is not what the desk takes. */
  | 'shape'
  /** Our side failed, or the last resort (a terminated worker). */
  | 'wall'

/** A person on the desk is asked. */
export interface Question {
  part: 'approver' | 'human'
  /** From 1, per part. */
  nth: number
  question: JsonObject
}

/** What the person says, and how many virtual milliseconds later. */
export interface Answer {
  answer: JsonObject
  after: Ms
}

/** What a play calls the things of a run. */
export interface Names {
  words: Record<string, string | number>
  /** Milliseconds since the cause that they follow. */
  moments: Record<string, Ms>
  /** Task ids, in the order in which they were made. */
  tasks: string[]
  /** Context ids, in the order in which they were first seen. */
  contexts: string[]
}
