/** Reads a kata's requirements out of its test file: the titles of its tests, in order, without running it. */
import type { Report } from './fault.ts'

export interface Requirement {
  /** `R1` */
  id: RequirementId
  /** What a caller sees. */
  sentence: string
  /** The line of its title in planner.test.ts. */
  line: number
}

export type RequirementId = `R${number}`

const CALL = /(?<![\w.$])(?:test|it)(\.\w+)?\s*\(\s*(?:(['"`])((?:\\.|(?!\2)[^\\\n])*)\2)?/g
const TITLE = /^(R([1-9]\d*)): (\S.*[.?!])$/s

/** The requirements of a test file. Tests without one, numbers out of order and tests that may be skipped are faults. */
export function requirementsOf(source: string, report: Report): Requirement[] {
  const text = blankComments(source)
  const found: Requirement[] = []
  for (const call of text.matchAll(CALL)) {
    const line = text.slice(0, call.index).split('\n').length
    const [, modifier, , quoted] = call
    if (modifier !== undefined)
      report(line, `\`test${modifier}\` is not a requirement.`, 'Write one plain `test` for each requirement.')
    if (quoted === undefined) {
      report(
        line,
        'The title of this test is not a plain string.',
        'Write it out, so that it can be read without running the test.',
      )
      continue
    }
    const title = quoted.replace(/\\(['"`\\])/g, '$1')
    const parts = TITLE.exec(title)
    if (parts === null) {
      report(
        line,
        `The title “${title}” is not a requirement.`,
        'Write `R1: one sentence.`, saying what a caller sees.',
      )
      continue
    }
    const [, id, number, sentence] = parts
    if (found.some((r) => r.id === id))
      report(line, `${id} stands twice.`, 'Number the requirements from R1, each once.')
    else if (Number(number) !== found.length + 1)
      report(
        line,
        `${id} comes where R${found.length + 1} should.`,
        'Number the requirements from R1, in the order of the file.',
      )
    found.push({ id: id as RequirementId, sentence: sentence as string, line })
  }
  if (found.length === 0)
    report(undefined, 'There is no requirement.', 'Write at least one test titled `R1: one sentence.`')
  return found
}

/** The same text with comments blanked and lines kept; quoted text stays as it is. */
function blankComments(source: string): string {
  const piece = /(['"`])(?:\\.|(?!\1)[^\\])*\1|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return source.replace(piece, (match) => (match.startsWith('/') ? match.replace(/[^\n]/g, ' ') : match))
}
