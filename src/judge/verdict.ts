/** What the judge says of a planner, as data. */
import type { Failure } from '../kit/test/failure.ts'

export interface Verdict {
  /** The kata's frozen id. */
  kata: string
  /** `null`: the published runs. */
  seed: string | null
  /** In the order of the test file. */
  requirements: RequirementVerdict[]
  plays: number
  /** Interrupt ticks of all plays. */
  ticks: number
  /** The most bytes that a play's memory held. */
  memory: number
}

export interface RequirementVerdict {
  /** `R1` */
  id: string
  sentence: string
  /** `unknown`: our side failed (a stop of kind `wall`); never scored as unmet. */
  status: 'met' | 'unmet' | 'unknown'
  failure?: Failure
}

export const passed = (verdict: Verdict): boolean =>
  verdict.requirements.length > 0 && verdict.requirements.every((r) => r.status === 'met')
