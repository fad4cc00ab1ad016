/** What a test holds: a planner as text, and what its play came to. */
import type { Json, Ms } from '../../a2a/json.ts'
import type { Call, Ended } from '../../replay/transcript.ts'
import type { Outcome } from '../outcome.ts'

/** A planner as text, with the file that failures name. Made by `subject(source, import.meta.url)`. */
export interface Subject {
  readonly text: string
  /** `planner.ts` */
  readonly file: string
  /** The test file's URL: the kata's folder is found by it. */
  readonly testUrl: string
}

export type Late<T> = T & { after?: Ms }

export interface PlayOptions {
  /** What `plan` is asked for. */
  request?: Json
  /** The approver's answer; `null`: never answers. Without it the desk has no approver. */
  approver?: (
    question: { taskId: string; text: string },
    asked: { nth: number },
  ) => Late<{ decision: 'approved' | 'denied' }> | null
  /** The human's answer; `null`: never answers. Without it the desk has no human. */
  human?: (question: { question: string }, asked: { nth: number }) => Late<{ answer: string }> | null
  /** Whether the planner's process dies at a call to an agent, before or after it took effect. `nth`: from 1, over all lives. */
  crash?: (call: { who: string; method: string; params: Json }, nth: number) => 'before' | 'after' | undefined
  /** True: the desk has a journal. */
  journal?: boolean
}

export interface Played {
  /** What the planner returned. Reading it of a play that did not end in an outcome fails the requirement, in words. */
  readonly outcome: Outcome
  /** How the play ended. Reading it says that the test is about that. */
  readonly ended: Ended
  /** Every call of the planner, in order. */
  readonly transcript: readonly Call[]
  readonly logged: readonly { at: Ms; line: string }[]
  /** Virtual milliseconds. */
  readonly elapsed: Ms
  /** What this play calls the things of the run that answered for `agent`. */
  run(agent: string): {
    word(name: string): string
    count(name: string): number
    moment(name: string): Ms
    task(nth: number): string
    context(nth: number): string
  }
  /** The calls of one operation (`GetTask`), of one agent where named. */
  calls(method: string, agent?: string): readonly Call[]
  /** When the planner could first know a state of which `is` holds, wherever it learnt it (reply, event, read, list); `null`: never. */
  knew(agent: string, is: (state: string) => boolean): Ms | null
  /** The calls made at or after `at`, in order; none for `null`. */
  after(at: Ms | null, agent?: string): readonly Call[]
}
