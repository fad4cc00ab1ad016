import { expect, test } from 'vitest'
import type { Kata } from '../catalogue/index.ts'
import { listLines } from './list.ts'

const kata = (folder: string, id: string, front: object): Kata =>
  ({
    folder,
    id,
    question: { front: { kind: 'Debug', minutes: 8, needs: [], status: 'ready', ...front } },
  }) as unknown as Kata

test('katas are listed by chapter, with level, what comes before them, and drafts marked', () => {
  const katas = [
    kata('00-first', 'first', { title: 'The first answer', chapter: 'Endings and verdicts', level: 'L1', minutes: 4 }),
    kata('01-poll', 'poll', {
      title: 'The poll loop that never ends and the deploy that should not',
      chapter: 'Endings and verdicts',
      level: 'L2',
      needs: ['first'],
    }),
    kata('04-asked', 'asked', {
      title: 'The question nobody answered',
      chapter: 'Interruptions',
      level: 'L2',
      needs: ['first', 'poll'],
      status: 'draft',
    }),
  ]
  expect(`\n${listLines(katas).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    Endings and verdicts
      00  L1  Debug   4 min   The first answer
      01  L2  Debug   8 min   The poll loop that never ends and the depl… (after 00)

    Interruptions
      04  L2  Debug   8 min   The question nobody answered (after 00, 01; draft)
    "
  `)
  for (const line of listLines(katas)) expect(line.length).toBeLessThanOrEqual(80)
})
