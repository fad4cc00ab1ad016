/** What an author reads of a kata that is right, of one that is not, and of a draft. */
import { expect, test } from 'vitest'
import type { Checked } from './check.ts'
import { checkedLines, fails, totalLine } from './print.ts'

const right: Checked = {
  kata: '01-the-poll-loop',
  status: 'ready',
  findings: [],
  summary: {
    right: 3,
    operations: ['GetTask + SendMessage', 'SendStreamingMessage'],
    wrong: 4,
    cheats: 9,
    mutants: { stopped: 53, of: 61, waived: 6 },
  },
  ms: 4321,
}
const finding = { file: 'solutions/01/right/stream.ts', what: 'A right planner misses R1.', mend: 'Mend it.' }
const broken: Checked = {
  ...right,
  findings: [
    {
      rule: 'no-spoilers',
      kata: right.kata,
      file: 'katas/01/question.md',
      line: 3,
      what: '“rejected” stands in the title.',
      mend: 'Say what a caller sees.',
    },
    { rule: 'right-planners-pass', kata: right.kata, ...finding },
  ],
}
const draft: Checked = {
  kata: '04-a-draft',
  status: 'draft',
  findings: [
    {
      rule: 'no-gaps',
      kata: '04-a-draft',
      file: 'katas/04/planner.ts',
      line: 1,
      what: 'There is a gap.',
      mend: 'What it does.',
    },
  ],
  ms: 12,
}

test('a line of summary for each kata; below it what was found, by rule, first failing rule first', () => {
  expect(`\n${[right, broken, draft].flatMap(checkedLines).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    ✓ 01-the-poll-loop
      3 right passed (GetTask + SendMessage; SendStreamingMessage), 4 wrong stopped, 9 cheats stopped, 53 of 61 mutants stopped (6 waived), 4.3 s
    ✗ 01-the-poll-loop
      2 of 3 right passed (GetTask + SendMessage; SendStreamingMessage), 4 wrong stopped, 9 cheats stopped, 53 of 61 mutants stopped (6 waived), 4.3 s
      no-spoilers:
        katas/01/question.md:3: “rejected” stands in the title. Say what a caller sees.
      right-planners-pass:
        solutions/01/right/stream.ts: A right planner misses R1. Mend it.
    · 04-a-draft (draft)
      nothing was played; 0.0 s
      to do, no-gaps:
        katas/04/planner.ts:1: There is a gap. What it does.
    "
  `)
})

test('a draft is never what fails', () => {
  expect([right, broken, draft].map(fails)).toEqual([false, true, false])
  expect(totalLine([right, draft])).toBe('2 katas checked: every rule holds. 1 draft with things to do.')
  expect(totalLine([right, broken, draft])).toBe(
    '3 katas checked, 1 not right: no-spoilers, right-planners-pass. 1 draft with things to do.',
  )
})
