/** Beside the test (`kata debug`) and behind the wall a planner says and hears the same, to the byte. */
import type { Fault } from '../../catalogue/index.ts'
import type { Rule } from '../rule.ts'
import { rightOf } from './right-planners-pass.ts'

export const hostsAgree: Rule = {
  name: 'hosts-agree',
  about: 'Beside and wall give the same transcripts.',
  async check(bench) {
    const faults: Fault[] = []
    for (const { path, text } of rightOf(bench)) {
      const seeds = [null, ...bench.seeds(1)]
      const wall = await bench.sheets(text, seeds, { digests: true })
      // Beside the wall nothing stops what never ends. That it was stopped, another rule says.
      if (wall.some(({ plays }) => plays.some(({ how }) => how === 'stopped'))) continue
      const beside = await bench.besides(text, seeds)
      wall.forEach((sheet, i) => {
        const other = beside[i]
        const at = sheet.plays.find((play, n) => play.digest === undefined || other?.plays[n]?.digest !== play.digest)
        if (at)
          faults.push({
            file: path,
            what: `Beside the wall it says or hears something else (${at.requirement}, play ${at.nth}, ${sheet.seed === null ? 'published' : sheet.seed}).`,
            mend: 'Run `kata debug` and compare; whichever host is wrong is ours to mend.',
          })
      })
    }
    return faults
  },
}
