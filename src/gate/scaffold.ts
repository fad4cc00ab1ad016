/** The files of a new kata: a small one that works from its first minute, with every key explained and every gap marked TODO. */

import { AnswerFront, QuestionFront } from '../catalogue/front-matter.ts'
import { LEVELS } from '../catalogue/index.ts'
import { answerText, PLANNERS } from './scaffold-solutions.ts'

export interface NewKata {
  /** Two digits. */
  number: string
  /** The frozen id. */
  id: string
  title: string
  /** One of the workbook's chapters. */
  chapter: string
}

/** Files by path from the root. */
export function scaffold({ number, id, title, chapter }: NewKata): Record<string, string> {
  const folder = `${number}-${slug(title)}`
  const kata = `katas/${folder}`
  const solutions = `solutions/${folder}`
  return {
    [`${kata}/question.md`]: questionText({ id, title, chapter }),
    [`${kata}/planner.ts`]: PLANNERS.shipped,
    [`${kata}/planner.test.ts`]: TEST,
    [`${solutions}/answer.md`]: answerText(
      id,
      keys(AnswerFront, { kata: id, misses: '[R1]', alike: '[]', spoilers: '[polling]' }),
    ),
    [`${solutions}/reference.ts`]: PLANNERS.reference,
    [`${solutions}/right/poll.ts`]: PLANNERS.poll,
    [`${solutions}/right/follow-the-stream.ts`]: PLANNERS.stream,
    [`${solutions}/wrong/read-once.ts`]: PLANNERS.readOnce,
    [`${solutions}/wrong/ask-whether-there-is-more.ts`]: PLANNERS.askAgain,
    [`fixtures/scenarios/${id}.ts`]: scenarioText(id),
  }
}

/** A title as a folder's name. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Front matter: each key below what its schema says of it. Keys without a value are left as a comment. */
function keys(schema: typeof QuestionFront | typeof AnswerFront, values: Record<string, string>): string {
  return Object.entries(schema.shape)
    .map(([key, { description }]) => `# ${description}\n${key in values ? `${key}: ${values[key]}` : `# ${key}:`}`)
    .join('\n')
}

const questionText = ({ id, title, chapter }: Omit<NewKata, 'number'>): string => `---
${keys(QuestionFront, {
  id,
  title: JSON.stringify(title),
  chapter,
  level: Object.keys(LEVELS)[0] ?? 'L1',
  kind: 'Debug',
  minutes: '5',
  tags: '[Debugging]',
  roles: '[Agent Systems Engineering]',
  needs: '[]',
  points: '1',
  status: 'draft',
})}
---

## The question

TODO: ask it as an interviewer would, in a few sentences: what the planner does, and what a caller sees go wrong.

A planner asks a clerk for the report of the week. Its caller is told that the work is done, and has no report.

## What to change

TODO: say what \`planner.ts\` does, and what its caller must be able to rely on. Name no cause.

\`planner.ts\` is that planner. Change it, and only that file, until its caller gets the report. Ask the clerk once.

## What to return

| What happened              | \`kind\` | With it                                           |
| -------------------------- | ------ | ------------------------------------------------- |
| The clerk wrote the report | \`done\` | \`result\`: the report's text, as the clerk wrote it. |

TODO: one row for each case that the tests play. Somebody who sees only this file and \`planner.ts\` must be able to say what is asked for.

Each case was recorded with a real agent: [the report of the week](run:js/ask-the-clerk-for-a-report).

## Hints

### R1

1. What did the caller get, and what did it want? TODO: a question to ask yourself.
2. Open [ask-the-clerk-for-a-report](run:js/ask-the-clerk-for-a-report) and read it to its end. TODO: where in the conversation to look.
3. Look at the line that returns. TODO: which line.

### R2

1. How often must somebody be asked who has said yes? TODO: a question to ask yourself.
2. Open [ask-the-clerk-for-a-report](run:js/ask-the-clerk-for-a-report) and count what is sent. TODO: where in the conversation to look.
3. Look at the line that sends. TODO: which line.
`

/** In pieces, since the bundler puts this file's own place where it stands whole. */
const ITS_URL = ['import', 'meta', 'url'].join('.')

const TEST = `/**
 * What a caller of this planner can rely on: one test for each requirement.
 *
 * TODO: play a run that exposes the bug, one that a correct but naive fix would break, and one where the shipped planner works already.
 */
import { expect, test } from 'vitest'
import { play, subject } from '#kit/test'
import report from '#runs/js/ask-the-clerk-for-a-report.json'
import source from './planner.ts?raw'

const planner = subject(source, ${ITS_URL})

test('R1: When you are told that the work is done, you have the report.', async () => {
  const played = await play(planner, { clerk: report })
  expect(played.outcome).toEqual({ kind: 'done', result: played.run('clerk').word('report') })
})

test('R2: The clerk is asked once.', async () => {
  const played = await play(planner, { clerk: report })
  expect(played.outcome.kind).toBe('done')
  expect(played.transcript.filter((call) => call.method.startsWith('Send'))).toHaveLength(1)
})
`

const scenarioText = (id: string): string => `/**
 * TODO: the conversation of the kata \`${id}\`, written once and played with real agents. Until it is listed in fixtures/scenarios/index.ts,
 * nothing plays it. Name it for what is asked, never for how it ends; then record it: npx kata record ${id}
 * Does one of the runs that are there already tell it (npx kata runs)? Then delete this file.
 */
import type { Scenario } from './scenario.ts'
import { everyWay } from './takes.ts'

export const scenario: Scenario = {
  id: '${id}',
  title: 'The clerk is asked to write a report of the week.',
  agent: 'clerk',
  // Texts and numbers of the agent that tests cite: with twins, so that nobody passes by heart.
  words: {
    report: {
      value: 'Nine builds this week, two of them red.',
      twins: ['Four builds this week, all green.', 'Twelve builds this week, one of them red.', 'No builds this week.'],
    },
  },
  // Every way to send and to follow; add what a right planner may do, and what a wrong one will.
  takes: everyWay({ text: 'write a report of the week', match: { text: 'exact' } }),
}
`
