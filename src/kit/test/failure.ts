/** Why a requirement is unmet, as data. Its text is a formatter's business (`failure-text.ts`); terminal and pages draw the same data. */
import type { Json, Ms } from '../../a2a/json.ts'
import type { Stop } from '../../replay/transcript.ts'

export interface Failure {
  /** `R1` */
  requirement: string
  /** The requirement's sentence: the test's title behind its number. */
  sentence: string
  /** The play that shows it: which run answered for which agent. Absent when the test failed before any play. */
  play?: {
    /** From 1, within the test. */
    nth: number
    runs: Record<string, { run: string; tag: 'recorded' | 'synthetic' | 'imported'; sdk: string }>
    /** The conversation, row by row, expected beside yours. */
    rows: Row[]
    logged: { at: Ms; line: string }[]
  }
  /** The play was ended from outside. */
  stop?: Stop
  /** The planner threw. */
  threw?: { name: string; message: string }
  /** The assertion that failed. */
  assertion?: { message: string; expected?: Json; actual?: Json }
  /** The learner's line: where the first divergence was made. */
  line?: number
  /** `planner.ts` */
  file: string
}

/** One row of the conversation. Equal neighbours are folded; `times` says how many they were. */
export interface Row {
  expected: Cell | null
  yours: Cell | null
  /** The first row in which the two differ. */
  first: boolean
}

export interface Cell {
  /** `→` the planner says, `←` it hears, `=` it returns, `!` it is stopped. */
  mark: '→' | '←' | '=' | '!'
  text: string
  times: number
  line?: number
}
