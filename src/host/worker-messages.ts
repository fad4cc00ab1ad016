/** What the worker behind the wall and whoever hired it say to each other. */
import type { Run } from '../replay/run.ts'
import type { Answer, Question } from '../replay/transcript.ts'
import type { Answers, PlayJob } from './host.ts'

/** A job whose runs are sent once and named from then on. */
export interface WorkerJob extends Omit<PlayJob, 'agents'> {
  agents: Record<string, number>
}

export type ToWorker =
  | { t: 'run'; id: number; run: Run }
  | { t: 'play'; job: WorkerJob }
  | { t: 'answered'; answer: Answer | null }
  | { t: 'crash'; when: 'before' | 'after' | null }

export type FromWorker =
  | { t: 'ready' }
  /** As JSON: a transcript takes a third of the time that its structured clone does. */
  | { t: 'record'; json: string }
  | { t: 'failed'; message: string }
  | { t: 'ask'; question: Question }
  | { t: 'crash'; call: Parameters<Answers['crash']>[0]; nth: number }

export interface WorkerData {
  /** The planner's side, as one script. */
  guest: string
  /** Two numbers that need no message. */
  pulse: SharedArrayBuffer
}

/** Grows with each delivery: the play goes on. */
export const BEAT = 0
/** 1 while a planner's text is read. */
export const READING = 1
