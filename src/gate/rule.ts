/** What a rule of the author's gate is. One rule a file in `rules/`; each failure is one sentence, with its mend. */
import type { Fault } from '../catalogue/index.ts'
import type { Bench } from './bench.ts'

export interface Rule {
  /** Its file's name: `right-files-pass`. */
  name: string
  /** What must hold, in a sentence. */
  about: string
  /** What does not hold of the kata on the bench. */
  check(bench: Bench): Fault[] | Promise<Fault[]>
}

export interface Finding extends Fault {
  rule: string
  /** The kata's folder. */
  kata: string
}
