/** What the judge tells the kit, and what the kit tells the judge: the seed of the plays, and why a requirement is unmet. */
import type { Json } from '../../a2a/json.ts'
import type { PlayRecord } from '../../host/host.ts'
import type { Failure } from './failure.ts'

export interface Judgement {
  /** `null`: the published runs. */
  seed: string | null
  /** Plays of this judgement so far, by all that decides them: an equal play of another requirement is not played again. */
  played?: Map<string, Promise<PlayRecord>>
  /** True: failures are told without their conversations, for those who judge by the thousand. */
  brief?: boolean
  /** True when nothing (more) need be played for this requirement: it is not asked for, or one unmet requirement is enough. */
  enough?(requirement: string): boolean
  /** Each play, as it ends. `requirement`: `R1`. */
  onPlay?(requirement: string, nth: number, record: PlayRecord, request: Json): void
  onFailure?(failure: Failure): void
}

let current: Judgement = { seed: null }

/** What holds for the plays of now: the published runs, unless the judge says otherwise. */
export const judgement = (): Judgement => current

/** Judges by `given` until what it returns is called. One judgement at a time. */
export function judgeBy(given: Judgement): () => void {
  const before = current
  current = given
  return () => {
    current = before
  }
}
