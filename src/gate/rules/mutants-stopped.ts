/** The tests notice what is changed in the reference, one node at a time: 95 of 100 mutants that are not waived are stopped. */
import type { Fault } from '../../catalogue/index.ts'
import { missed } from '../../judge/sheet.ts'
import type { Bench } from '../bench.ts'
import { type Mutant, mutants } from '../mutants.ts'
import type { Rule } from '../rule.ts'
import { readWaivers, waives } from '../waivers.ts'

const TWINS = 2
const STOPPED = 0.95
/** At most one mutant in ten may be waived. */
const WAIVED = 0.1

export const mutantsStopped: Rule = {
  name: 'mutants-stopped',
  about: '95 % of the mutants of the reference are stopped.',
  async check(bench) {
    const { faults, all, alive, waived } = await mutantsOf(bench)
    const file = bench.kata.solutions?.reference?.path ?? ''
    const counted = all.length - waived.length
    if (waived.length > all.length * WAIVED)
      faults.push({
        file: waiversOf(bench),
        what: `${waived.length} of ${all.length} mutants are waived, more than one in ten.`,
        mend: 'Test what can be tested; make the reference smaller where it cannot.',
      })
    if (counted > 0 && (counted - alive.length) / counted < STOPPED) {
      for (const mutant of alive) {
        faults.push({
          file,
          line: mutant.line,
          what: `No test notices ${mutant.kind} | ${mutant.was} → ${mutant.is}.`,
          mend: `Ask for what it does, take it out, or waive it in waivers.txt with a reason.`,
        })
      }
    }
    return faults
  },
}

const waiversOf = ({ kata }: Bench): string => `${kata.solutions?.folder ?? `solutions/${kata.folder}`}/waivers.txt`

/** Every mutant of the reference, those that live, and those that are waived. */
export async function mutantsOf(
  bench: Bench,
): Promise<{ faults: Fault[]; all: Mutant[]; alive: Mutant[]; waived: Mutant[] }> {
  const faults: Fault[] = []
  const reference = bench.kata.solutions?.reference
  if (!reference) return { faults, all: [], alive: [], waived: [] }
  const all = mutants(reference.text)
  const waivers = readWaivers(bench.text(waiversOf(bench)), waiversOf(bench), faults)
  // A waived mutant is not played: it is known to live, and some of them play for long.
  const waived = all.filter((mutant) => waivers.some((waiver) => waives(waiver, mutant)))
  for (const waiver of waivers) {
    if (!all.some((mutant) => waives(waiver, mutant)))
      faults.push({
        file: waiversOf(bench),
        line: waiver.line,
        what: `There is no mutant that this waives: ${waiver.kind} | ${waiver.was} → ${waiver.is}.`,
        mend: 'Take the line out.',
      })
  }
  const counted = all.filter((mutant) => !waived.includes(mutant))
  const lives = await Promise.all(counted.map((mutant) => isAlive(bench, mutant)))
  return { faults, all, alive: counted.filter((_, i) => lives[i]), waived }
}

async function isAlive(bench: Bench, { text }: Mutant): Promise<boolean> {
  const sheets = await bench.sheets(text, [null, ...bench.seeds(TWINS)], { bail: true })
  return sheets.every((sheet) => missed(sheet).length === 0)
}
