/** Reads answer.md: what an interviewer sees, and a learner after green. */
import type { Report } from './fault.ts'
import { AnswerFront, cutFront, LEVELS, type Level, readFront } from './front-matter.ts'
import { blocksOf, itemsOf, linksOf, plain, type Section, sectionsOf } from './markdown.ts'
import { pickSections } from './sections.ts'

export interface Answer {
  /** The id of the kata that it answers. */
  kata: string
  /** Terms that give the answer away. */
  spoilers: string[]
  /** The requirements that the shipped planner misses. */
  misses: string[]
  /** Why there is one way to be right. */
  oneWay?: string | undefined
  /** Pairs of requirements that may stop the same wrong planners, each with its reason: `R1 and R2: why`. */
  alike: string[]
  /** Markdown, like every text below. */
  short: string
  full: string
  /** What the recordings show, where they say more than the full answer, or other than it. */
  recordings: string
  /** Public reports of the same mistake. */
  reports: string
  followUps: FollowUp[]
  wrongAnswers: WrongAnswer[]
  rubric: RubricLine[]
  taughtIn: string
}

export interface FollowUp {
  level: Level
  question: string
  /** The expected answer. */
  expected: string
  line: number
}

/** A wrong answer as interviewers hear it. */
export interface WrongAnswer {
  quotation: string
  why: string
  /** The file in `wrong/` that is this answer as code: its name, with `.ts`. */
  file: string
  line: number
}

/** One thing to listen for, and what is heard below, at and above the bar. */
export interface RubricLine {
  dimension: Dimension
  notYet: string
  there: string
  beyond: string
  line: number
}

/** The sections of answer.md, in order, with what an author is told of each. */
export const ANSWER_SECTIONS = {
  'Short answer': 'the answer in a few sentences',
  'Full answer': 'the answer in full',
  'What the recordings show': 'what the runs say beside it, each with a link to its run',
  'Real reports': 'one or two public reports of the same mistake, in your own words',
  'Follow-ups': 'a `### L2 Working: question` for each, with the expected answer below',
  'Wrong answers': 'a `### “quotation”` for each: why it is wrong, and a link to its file in wrong/',
  Rubric: 'a `###` for each of the five things to listen for',
  'Taught in': 'where it is taught',
} as const

/** What a rubric listens for, in order. */
export const DIMENSIONS = [
  'Mechanism',
  'Evidence on the wire',
  'Who is hurt',
  'What the tests do not cover',
  'What to watch in production',
] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** Reads answer.md. Every fault is reported; `null` when the front matter or a section is beyond reading. */
export function readAnswer(text: string, report: Report): Answer | null {
  const cut = cutFront(text)
  if (cut === null) {
    report(1, 'There is no front matter.', 'Begin the file with `---`, the keys `kata` and `spoilers`, and `---`.')
    return null
  }
  const front = readFront(AnswerFront, cut.yaml, report)
  const sections = pickSections(ANSWER_SECTIONS, sectionsOf(cut.body, cut.bodyLine), report)
  if (front === null || sections === null) return null
  return {
    ...front,
    short: sections['Short answer'].text,
    full: sections['Full answer'].text,
    recordings: sections['What the recordings show'].text,
    reports: sections['Real reports'].text,
    followUps: followUpsOf(sections['Follow-ups'], report),
    wrongAnswers: wrongAnswersOf(sections['Wrong answers'], report),
    rubric: rubricOf(sections.Rubric, report),
    taughtIn: sections['Taught in'].text,
  }
}

function followUpsOf(section: Section, report: Report): FollowUp[] {
  return section.sections.flatMap(({ title, text, line }) => {
    const [, level = '', name = '', question = ''] = /^(L\d) (\w+): (.+)$/.exec(title) ?? []
    if (!Object.hasOwn(LEVELS, level) || LEVELS[level as Level] !== name || text === '') {
      report(
        line,
        `The follow-up “${title}” has no level, or no answer.`,
        'Write `### L2 Working: question`, and the expected answer below.',
      )
      return []
    }
    return [{ level: level as Level, question, expected: text, line }]
  })
}

function wrongAnswersOf(section: Section, report: Report): WrongAnswer[] {
  return section.sections.flatMap(({ title, text, textLine, line }) => {
    const quotation = /^[“"](.+)[”"]$/.exec(title)?.[1]
    const files = linksOf(text).filter((link) => link.href.startsWith('wrong/'))
    const file = files[0]?.href.slice('wrong/'.length)
    if (quotation === undefined || file === undefined || files.length > 1) {
      report(
        line,
        `The wrong answer ${title} is not a quotation with one file.`,
        'Write `### “what is said”`, why it is wrong, and `Runs as [name.ts](wrong/name.ts).`',
      )
      return []
    }
    const why = blocksOf(text, textLine).filter((b) => !linksOf(b.text).some((link) => link.href.startsWith('wrong/')))
    return [{ quotation, why: why.map((b) => b.text).join('\n\n'), file, line }]
  })
}

function rubricOf(section: Section, report: Report): RubricLine[] {
  const lines = section.sections.flatMap(({ title, text, textLine, line }) => {
    const dimension = DIMENSIONS.find((d) => d === title)
    const anchors = itemsOf(text, textLine).map((item) => item.text)
    const heard = (label: string) => anchors.find((a) => a.startsWith(`**${label}.** `))?.slice(label.length + 6)
    const [notYet, there, beyond] = [heard('Not yet'), heard('There'), heard('Beyond')]
    if (
      dimension === undefined ||
      notYet === undefined ||
      there === undefined ||
      beyond === undefined ||
      anchors.length !== 3
    ) {
      report(
        line,
        `The rubric's “${plain(title)}” cannot be scored.`,
        `Take one of ${DIMENSIONS.join(', ')}, with three items: **Not yet.**, **There.**, **Beyond.**`,
      )
      return []
    }
    return [{ dimension, notYet, there, beyond, line }]
  })
  const missing = DIMENSIONS.filter((d) => !section.sections.some((s) => s.title === d))
  if (missing.length > 0)
    report(section.line, `The rubric does not say how to hear ${missing.join(', ')}.`, 'Write a `###` for each.')
  return lines
}
