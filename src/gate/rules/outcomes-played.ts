/** What right planners return on the published runs, play by play, is what the question's table asks for: no kind more, none less. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import type { Rule } from '../rule.ts'

export const outcomesPlayed: Rule = {
  name: 'outcomes-played',
  about: 'The outcomes of the reference on the published runs and those of the table are the same.',
  async check(bench) {
    const { kata } = bench
    const reference = kata.solutions?.reference
    if (!reference) return []
    const faults: Fault[] = []
    const report = reporter(faults, kata.paths.question)
    const [sheet] = await bench.sheets(reference.text, [null])
    const played = new Map<string, string>()
    for (const { outcome, requirement } of sheet?.plays ?? []) {
      const kind = (outcome as { kind?: unknown } | null | undefined)?.kind
      if (typeof kind === 'string' && !played.has(kind)) played.set(kind, requirement)
    }
    const { rows } = kata.question.returns
    for (const [kind, requirement] of played) {
      if (!rows.some((row) => row.kind === kind))
        report(
          rows[0]?.line,
          `The reference returns \`${kind}\` in ${requirement}, which no row of “What to return” asks for.`,
          'Add the row, or mend the reference.',
        )
    }
    const idle = rows.find((row, i) => !played.has(row.kind) && rows.findIndex(({ kind }) => kind === row.kind) === i)
    if (idle && played.size > 0)
      report(
        idle.line,
        `The table asks for \`${idle.kind}\`, and the reference returns it in no play.`,
        'Play the case, or take the row out.',
      )
    return faults
  },
}
