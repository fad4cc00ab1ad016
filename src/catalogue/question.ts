/** Reads question.md: what a candidate sees before the answer. */
import type { Outcome } from '../kit/outcome.ts'
import type { Report } from './fault.ts'
import { cutFront, QuestionFront, readFront } from './front-matter.ts'
import { itemsOf, plain, type Section, sectionsOf, tableOf } from './markdown.ts'
import { pickSections } from './sections.ts'

export interface Question {
  front: QuestionFront
  /** As an interviewer would ask it. Markdown. */
  ask: string
  /** What to change in the planner. Markdown. */
  change: string
  /** What to return: the text around the table, and its rows. */
  returns: { text: string; rows: OutcomeRow[] }
  /** By requirement. */
  hints: Record<string, Ladder>
  /** The line of each requirement's hints. */
  hintLines: Record<string, number>
}

/** One case that the tests play, and what is asked for. Markdown, but `kind`. */
export interface OutcomeRow {
  case: string
  kind: Outcome['kind']
  /** What else the outcome holds; empty when nothing. */
  with: string
  line: number
}

/** Three steps: a question to ask yourself, where in the conversation to look, which line. Markdown. */
export type Ladder = [ask: string, look: string, line: string]

/** The whole vocabulary of outcomes. */
export const OUTCOME_KINDS: readonly Outcome['kind'][] = [
  'done',
  'refused',
  'failed',
  'canceled',
  'needs-input',
  'needs-approval',
  'no-verdict',
  'protocol-error',
  'unknown',
  'gave-up',
]

/** The sections of question.md, in order, with what an author is told of each. */
export const QUESTION_SECTIONS = {
  'The question': 'the question as an interviewer would ask it',
  'What to change': 'what a planner must do, said as its caller sees it',
  'What to return': 'a table: the case, `kind`, with',
  Hints: 'a `### R1` for each requirement, with three numbered steps',
} as const

/** Reads question.md. Every fault is reported; `null` when the front matter or a section is beyond reading. */
export function readQuestion(text: string, report: Report): Question | null {
  const cut = cutFront(text)
  if (cut === null) {
    report(1, 'There is no front matter.', 'Begin the file with `---`, the keys, and `---`.')
    return null
  }
  const front = readFront(QuestionFront, cut.yaml, report)
  const sections = pickSections(QUESTION_SECTIONS, sectionsOf(cut.body, cut.bodyLine), report)
  if (front === null || sections === null) return null
  const { hints, hintLines } = hintsOf(sections.Hints, report)
  return {
    front,
    ask: sections['The question'].text,
    change: sections['What to change'].text,
    returns: { text: sections['What to return'].text, rows: outcomesOf(sections['What to return'], report) },
    hints,
    hintLines,
  }
}

function outcomesOf(section: Section, report: Report): OutcomeRow[] {
  const table = tableOf(section.text, section.textLine)
  if (table === null || table.head.length !== 3 || table.rows.length === 0) {
    report(
      section.line,
      '“What to return” has no outcome table.',
      'Write a table of three columns: the case, `kind`, with.',
    )
    return []
  }
  return table.rows.flatMap(({ cells, line }) => {
    const [what = '', kindCell = '', rest = ''] = cells
    const kind = OUTCOME_KINDS.find((k) => k === plain(kindCell))
    if (kind === undefined) {
      report(line, `“${plain(kindCell)}” is not a kind of outcome.`, `Write one of ${OUTCOME_KINDS.join(', ')}.`)
      return []
    }
    return [{ case: what, kind, with: rest, line }]
  })
}

function hintsOf(section: Section, report: Report): Pick<Question, 'hints' | 'hintLines'> {
  const hints: Record<string, Ladder> = {}
  const hintLines: Record<string, number> = {}
  for (const one of section.sections) {
    hintLines[one.title] = one.line
    const [ask, look, line, ...more] = itemsOf(one.text, one.textLine, true).map((item) => item.text)
    if (ask === undefined || look === undefined || line === undefined || more.length > 0) {
      report(
        one.line,
        `The hints of ${one.title} are not three steps.`,
        'Write a numbered list: a question to ask yourself, where in the conversation to look, which line.',
      )
      continue
    }
    if (one.title in hints) report(one.line, `${one.title} has two ladders of hints.`, 'Keep one.')
    hints[one.title] = [ask, look, line]
  }
  return { hints, hintLines }
}
