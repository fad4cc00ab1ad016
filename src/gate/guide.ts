/** The parts of the author's guide that are written out of the schemas and the rules: a test holds the guide to them. */

import { AnswerFront, QuestionFront } from '../catalogue/front-matter.ts'
import { ANSWER_SECTIONS, QUESTION_SECTIONS } from '../catalogue/index.ts'
import type { Rule } from './rule.ts'

/** A table of front matter: each key with what its schema says of it. */
export const keysTable = (schema: typeof QuestionFront | typeof AnswerFront): string =>
  table(
    ['key', 'what it is'],
    Object.entries(schema.shape).map(([key, { description }]) => [`\`${key}\``, description ?? '']),
  )

/** A table of sections, in order. */
export const sectionsTable = (sections: typeof QUESTION_SECTIONS | typeof ANSWER_SECTIONS): string =>
  table(
    ['section', 'what belongs there'],
    Object.entries(sections).map(([title, what]) => [`\`## ${title}\``, `${what[0]?.toUpperCase()}${what.slice(1)}.`]),
  )

/** A table of rules, in the order in which they are held. */
export const rulesTable = (rules: readonly Rule[]): string =>
  table(
    ['rule', 'what must hold'],
    rules.map(({ name, about }) => [`\`${name}\``, about]),
  )

/** Everything that is written out of the catalogue's schemas. */
export const schemaTables = (): string[] => [
  keysTable(QuestionFront),
  sectionsTable(QUESTION_SECTIONS),
  keysTable(AnswerFront),
  sectionsTable(ANSWER_SECTIONS),
]

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
