/** The shipped planner misses exactly the requirements that its author says it misses. */
import { missed } from '../../judge/sheet.ts'
import type { Rule } from '../rule.ts'

const TWINS = 3

export const shippedPlannerFails: Rule = {
  name: 'shipped-planner-fails',
  about: 'The shipped planner misses the requirements that it should, and meets those that it should.',
  async check(bench) {
    const { kata } = bench
    const file = kata.paths.planner
    const said = kata.answer?.misses ?? []
    for (const sheet of await bench.sheets(bench.text(file), [null, ...bench.seeds(TWINS)])) {
      const is = missed(sheet)
      const under = sheet.seed === null ? '' : ` under ${sheet.seed}`
      if (is.length === 0)
        return [
          {
            file,
            what: `The shipped planner meets every requirement${under}: there is nothing to mend.`,
            mend: `Put the bug in, or ask for what it does not do. Is this your own solution? The shipped planner is back with: git checkout ${file}`,
          },
        ]
      if (is.join() === said.join()) continue
      const mend = `Write \`misses: [${is.join(', ')}]\` into the front matter of answer.md, or mend the planner.`
      return [
        {
          file,
          what: `The shipped planner misses ${is.join(', ')}${under}; answer.md says ${said.join(', ') || 'nothing'}.`,
          mend,
        },
      ]
    }
    return []
  },
}
