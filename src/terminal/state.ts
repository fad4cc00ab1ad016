/** What a screen is drawn from: data alone, so that every screen can be a snapshot. */
import type { Verdict } from '../judge/verdict.ts'
import type { Style } from './styles.ts'

export interface ScreenState {
  kata: KataHead
  /** `null`: the first verdict is being made. */
  verdict: Verdict | null
  /** A verdict is being made. */
  judging: boolean
  /** The learner's planner.ts, line by line. */
  source: string[]
  /** planner.ts is as it was shipped. */
  untouched: boolean
  /** `null`: not known (yet). */
  types: TypeErrors | null
  /** Why there can be no verdict, in words for the learner: a missing file, a fixture that is broken. */
  trouble: string | null
  /** The kata after this one. */
  next: { number: string; title: string } | null
}

export interface KataHead {
  id: string
  number: string
  title: string
  level: string
  kind: string
  minutes: number
  chapter: string
  /** `1 of 20` */
  position: string
  /** Path of the kata's folder from the root. */
  folder: string
  /** Path of the answer from the root; absent where there are no solutions. */
  answer?: string
}

export interface TypeErrors {
  count: number
  /** The first: its line, and what the compiler says. */
  first?: { line: number; message: string }
}

/** Where it is drawn. */
export interface Canvas {
  columns: number
  /** `null`: as many as it takes (plain lines). */
  rows: number | null
  style: Style
}
