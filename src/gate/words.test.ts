/** A term is found as words: in sentences, names of files and identifiers, and not inside other words. */
import { expect, test } from 'vitest'
import { holdsTerm, sentencesOf, wordsOf } from './words.ts'

test('words of sentences, of identifiers and of names of files', () => {
  expect(wordsOf('TASK_STATE_REJECTED, isRejectedTask2; the-rejected-deploy.ts')).toEqual([
    'task',
    'state',
    'rejected',
    'is',
    'rejected',
    'task2',
    'the',
    'rejected',
    'deploy',
    'ts',
  ])
  expect(wordsOf('parseHTTPAnswer')).toEqual(['parse', 'http', 'answer'])
})

test.each([
  ['rejected', 'const REJECTED_STATES', true],
  ['TASK_STATE_REJECTED', 'a task state rejected', true],
  ['summary.json', 'the summary JSON', true],
  ['artifact', 'its artifacts', true],
  ['four endings', 'all four\u00a0endings', true],
  ['terminal', 'terminally', false],
  ['poll', 'a polling loop', false],
])('“%s” in “%s”: %s', (term, text, holds) => {
  expect(holdsTerm(text, term)).toBe(holds)
})

test('sentences end where a reader ends them', () => {
  expect(sentencesOf('One. “Two?” Three: 1.5 and `a.b`.')).toEqual(['One.', '“Two?”', 'Three: 1.5 and `a.b`.'])
})
