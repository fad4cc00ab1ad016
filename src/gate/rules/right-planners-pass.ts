/** The reference and every right planner pass on the published runs and 40 twins, and never do what nobody recorded. */
import type { Fault } from '../../catalogue/index.ts'
import { missed } from '../../judge/sheet.ts'
import type { Bench } from '../bench.ts'
import type { Rule } from '../rule.ts'

const TWINS = 40

export const rightPlannersPass: Rule = {
  name: 'right-planners-pass',
  about: 'The reference and every right planner pass on every twin.',
  async check(bench) {
    return (await Promise.all(rightOf(bench).map(({ path, text }) => checkOne(bench, path, text)))).flat()
  },
}

/** The reference, then the fixes of another shape. */
export const rightOf = ({ kata }: Bench) =>
  kata.solutions?.reference ? [kata.solutions.reference, ...kata.solutions.right] : (kata.solutions?.right ?? [])

async function checkOne(bench: Bench, file: string, text: string): Promise<Fault[]> {
  const sheets = await bench.sheets(text, [null, ...bench.seeds(TWINS)])
  const unrecorded = sheets.flatMap(({ plays }) => plays).find(({ stop }) => stop?.kind === 'unrecorded')
  if (unrecorded) {
    const mend = 'Record it, or let the planner not do it.'
    return [
      {
        file,
        what: `A right planner did what nobody recorded (${unrecorded.requirement}): ${unrecorded.stop?.words ?? ''}`,
        mend,
      },
    ]
  }
  const failed = sheets.filter((sheet) => missed(sheet).length > 0)
  const [first] = failed
  if (!first) return []
  const where =
    first.seed === null
      ? 'on the published runs'
      : `under ${failed.length} of ${sheets.length} seeds, first under ${first.seed}`
  const mend =
    first.seed === null
      ? 'Mend the planner, or the test that refuses it.'
      : 'Look for a test that holds it to a time, an id or a text of the published run.'
  return [{ file, what: `A right planner misses ${missed(first).join(', ')} ${where}.`, mend }]
}
