/**
 * What a run is compiled to: for each task a timeline, cut into segments by causes. A segment starts with a cause and holds the states that
 * followed, timed from the cause.
 */
import type { Ms } from '../a2a/json.ts'
import type { Run } from './run.ts'
import type { Template } from './template.ts'

export type CauseKind = 'send' | 'answer' | 'cancel' | 'act'

/** How a send asks to be answered: at once, when the task ends or waits, or event by event. */
export type Mode = 'now' | 'block' | 'stream'

/** What a cause is matched by, never its position in a sequence. */
export interface CauseKey {
  cause: CauseKind
  /** The state of the task at that moment; `new` for a send that opens a task. */
  state: string
  /** What the request carries beside its parts, as canonical text: context, references, a repeated message id, the rest. */
  shape: string
  /** For `act`: what was decided. */
  act?: string
  /** For messages: how the parts are held to the recorded ones. */
  parts?: { recorded: Template; match: 'exact' | 'any' | { contains: string } }
  /** From 1: the how-manieth send of the same key that opens a task. */
  occurrence: number
}

export interface Segment {
  /** Stable within a run: the keys from the root to here. */
  path: string
  key: CauseKey
  /** The take that watched it longest. */
  owner: string
  /** False for a send that was answered by a message. */
  makesTask: boolean
  states: KnownState[]
  /** Updates in order, as every open stream shows them. */
  events: KnownEvent[]
  replies: Partial<Record<Mode, SegmentReply>>
  /** For `cancel`: what the call was answered with. */
  answer?: SegmentReply
  /** How streams of sends end that were open when the cause came, without a word of what it brought. */
  breaks?: { at: Ms; error: ErrorTemplate }
  /** Times at which the agent's process was away. `to: null`: for good. */
  downs: { from: Ms; to: Ms | null }[]
  /** When each status was set, since the cause, by `STATE#n`: the n-th time (from 0) that it was set. */
  stamps: Record<string, Ms>
  /** How long after the cause it was watched. */
  knownTo: Ms
  after: 'settled' | 'stays' | 'unknown'
  next: Segment[]
}

/** From `at` (since the cause) the task reads so. */
export type KnownState = { at: Ms } & (
  | { state: string; task: Template }
  /** The task can no longer be read: the error that a read gets. */
  | { state: null; error: ErrorTemplate }
)

export interface KnownEvent {
  at: Ms
  /** The state that the event tells; `null` for an artifact. */
  state: string | null
  /** The name of the stamp of that state. */
  stamp: string | null
  data: Template
  /** The stream ends here, whatever it told last: with an error, or without a word. `data` is empty then. */
  end?: 'closed' | ErrorTemplate
}

export interface ErrorTemplate {
  code: number
  message: Template
  data?: Template
  http: { status: number; headers: Record<string, string> }
}

/** `at`: after the stamp `until`, or after the cause where it is null. */
export type SegmentReply =
  | { kind: 'result'; at: Ms; until: string | null; result: Template }
  | { kind: 'error'; at: Ms; error: ErrorTemplate }
  /** A stream's first event, `at` after the cause, and the state that it tells; the segment's events follow. `skip`: how many of them came before it. */
  | { kind: 'stream'; at: Ms; until: string | null; first: Template; state: string | null; skip: number }
  | { kind: 'died'; at: Ms }

/** A cause that moved nothing, or a read that failed: may be met again in the same state, on any path. */
export interface Refusal {
  method: string
  /** The task's state; `unknown`: no such task; `none`: the request names none. */
  state: string
  shape: string
  parts?: CauseKey['parts']
  after: Ms
  reply: { kind: 'error'; error: ErrorTemplate } | { kind: 'snapshot' } | { kind: 'snapshot-then-closed' }
}

/** What a stream did after it told a state. */
export interface StreamHabit {
  how: 'stays' | 'closed'
  /** Until it closed. */
  after: Ms
}

export interface Model {
  run: Run
  roots: Segment[]
  /** Every segment, the roots among them. */
  segments: Segment[]
  refusals: Refusal[]
  /** By `habitKey`: whether a stream goes on after it told a state. */
  habits: Record<string, StreamHabit>
  /** In which states a subscription was seen to open. */
  opens: Record<string, true>
  /** Named moments, since the cause that they follow. */
  moments: Record<string, Ms>
}

/** A recording that cannot be replayed: the author's error. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
}
