/**
 * The outcome of a plan: one vocabulary for the whole workbook. Each question says, case by case, which of them it asks for.
 */
import type { Json } from '../a2a/json.ts'

export type Outcome =
  /** The work was done. `result` where the question asks for one. */
  | { kind: 'done'; result?: Json }
  /** The agent decided not to do it. `words`: what the agent said. */
  | { kind: 'refused'; words: string }
  /** It was tried, and did not succeed. `words`: what is known of why. */
  | { kind: 'failed'; words?: string }
  /** Somebody called it off. */
  | { kind: 'canceled'; words?: string }
  /** The agent waits for an answer. `words`: its question. */
  | { kind: 'needs-input'; words: string }
  /** The agent waits for somebody's approval. `words`: what it said. */
  | { kind: 'needs-approval'; words: string }
  /** The work ended and says nothing that could be decided on. `why`: what was missing. */
  | { kind: 'no-verdict'; why: string }
  /** The agent said something that the protocol does not know. `got`: the raw value, `null` when nothing was there. */
  | { kind: 'protocol-error'; got: Json }
  /** Nobody can tell whether it was done. */
  | { kind: 'unknown'; why: string }
  /** The planner's own limit was reached first. */
  | { kind: 'gave-up'; why: string }
