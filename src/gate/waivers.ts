/** Waivers: mutants of a reference that no test can be asked to notice, each a line with its reason. */
import { type Fault, reporter } from '../catalogue/fault.ts'
import type { Mutant } from './mutants.ts'

export interface Waiver {
  kind: string
  /** The mutant's `was` and `is`. */
  was: string
  is: string
  why: string
  /** Its line in the file. */
  line: number
}

/** `solutions/…/waivers.txt`: `constant | 250 → 0 | any interval will do`. Lines that begin with `#` are notes. */
export function readWaivers(text: string, file: string, faults: Fault[]): Waiver[] {
  const report = reporter(faults, file)
  return text.split('\n').flatMap((raw, i) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return []
    const [kind = '', change = '', ...rest] = line.split(' | ')
    const why = rest.join(' | ').trim()
    const [was, is, ...more] = change.split(' → ')
    if (was === undefined || is === undefined || more.length > 0 || why === '') {
      report(i + 1, 'This is no waiver.', 'Write `kind | was → is | why`, as `kata check` prints the mutant.')
      return []
    }
    return [{ kind: kind.trim(), was: was.trim(), is: is.trim(), why, line: i + 1 }]
  })
}

export const waives = (waiver: Waiver, mutant: Mutant): boolean =>
  waiver.kind === mutant.kind && waiver.was === mutant.was && waiver.is === mutant.is
