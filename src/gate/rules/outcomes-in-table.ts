/** Every kind of outcome that the test expects has a row in the question's table, and every row's kind is expected by a test. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import { OUTCOME_KINDS } from '../../catalogue/index.ts'
import { reads } from '../pieces.ts'
import type { Rule } from '../rule.ts'
import { readTest } from '../test-file.ts'

export const outcomesInTable: Rule = {
  name: 'outcomes-in-table',
  about: 'The outcomes that the test expects and those of the table are the same.',
  check({ kata, text }) {
    const faults: Fault[] = []
    const { rows } = kata.question.returns
    const inTest = reporter(faults, kata.paths.test)
    const inTable = reporter(faults, kata.paths.question)
    const expected = kindsIn(text(kata.paths.test))
    for (const [kind, line] of expected) {
      if (!rows.some((row) => row.kind === kind))
        inTest(
          line,
          `The test expects \`${kind}\`, which no row of “What to return” asks for.`,
          'Add the row: which case it is, and what comes with it.',
        )
    }
    const seen = new Set<string>()
    for (const { kind, line } of rows) {
      if (!expected.has(kind) && !seen.has(kind))
        inTable(line, `The table asks for \`${kind}\`, and no test expects it.`, 'Play the case, or take the row out.')
      seen.add(kind)
    }
    return faults
  },
}

/** The kinds that stand in a test as texts, each with its first line. Keys and indices (`data['failed']`) are no outcomes. */
function kindsIn(source: string): Map<string, number> {
  const { pieces, isName } = readTest(source)
  const kinds = new Map<string, number>()
  pieces.forEach(({ kind, text, line }, at) => {
    if (kind !== 'text' || isName(at) || !OUTCOME_KINDS.some((one) => one === text) || kinds.has(text)) return
    const before = pieces[at - 2]
    const indexes =
      reads(pieces, at - 1, '[') &&
      reads(pieces, at + 1, ']') &&
      (before?.kind === 'name' || before?.text === ')' || before?.text === ']')
    if (!indexes && !reads(pieces, at + 1, ':')) kinds.set(text, line)
  })
  return kinds
}
