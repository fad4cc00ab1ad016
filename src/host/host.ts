/** The contract between a host (where a planner runs) and a session (our side of a play). */
import type { Json, Ms } from '../a2a/json.ts'
import type { Run } from '../replay/run.ts'
import type { Answer, Call, Ended, Names, Question, Stop } from '../replay/transcript.ts'

/** A planner as text, as it was written. Types come off where the planner runs: reading a hostile text may take for ever. */
export interface PlannerText {
  text: string
  /** What failures call it: `planner.ts`. */
  file: string
  /** Where the file is, for a debugger's breakpoints. */
  url?: string
}

/** One play, as data. Crosses to a worker by structured clone. */
export interface PlayJob {
  planner: PlannerText
  request: Json
  /** Which run answers for which agent of the desk. */
  agents: Record<string, Run>
  parts: ('approver' | 'human' | 'journal')[]
  /** `null` plays the published run; any other string its twin. */
  seed: string | null
  /** True: each agent call is put to `Answers.crash` first. */
  crashes: boolean
}

/** Our side of what persons on the desk say, and of crashes. Closures of a test: they stay in the test's process. */
export interface Answers {
  /** `null`: never answers. */
  ask(question: Question): Answer | null | Promise<Answer | null>
  /** Whether the planner's process dies at this call: before or after it took effect. */
  crash(
    call: { who: string; method: string; params: Json },
    nth: number,
  ): 'before' | 'after' | null | Promise<'before' | 'after' | null>
}

/** What a play came to. */
export interface PlayRecord {
  ended: Ended
  transcript: Call[]
  logged: { at: Ms; line: string; life: number }[]
  /** Virtual milliseconds from the start to the end. */
  elapsed: Ms
  /** By agent: what this play calls the run's words, moments, tasks and contexts. */
  names: Record<string, Names>
  /** Interrupt ticks that the planner used: the measure of its limits. */
  ticks: number
  /** Bytes of the module's memory after the play; 0 beside. */
  memory: number
}

/**
 * Our side of a play. The host loads the planner, delivers `start`, runs the planner's jobs dry, and then again and again takes `next()`,
 * delivers it and runs the jobs dry, until `over`.
 */
export interface Session {
  /** The first delivery of a life. */
  start(): string
  /** A message of the planner's, as JSON text. Never throws for what a planner can send; a message too many or too large ends the play. */
  receive(json: string): void
  /** The one earliest delivery, as JSON text; moves the clock to it. `null`: nothing more (the session is over by then, a deadlock included). */
  next(): string | null | Promise<string | null>
  /** The play ended: by an outcome, a throw, or a stop. */
  readonly over: boolean
  /** The planner's process died: load it afresh, and deliver `start()` again. Reading it clears it. */
  takeCrash(): boolean
  /** The host ends the play: memory, stack, interrupt, load. The first stop holds. */
  stop(stop: Stop): void
  /** Epoch milliseconds of the virtual clock. */
  readonly now: Ms
  record(used: { ticks: number; memory: number }): PlayRecord
}

export interface Host {
  readonly name: 'wall' | 'beside'
  play(job: PlayJob, answers: Answers): Promise<PlayRecord>
  /** Ends workers, if there are any. */
  close(): Promise<void>
}
