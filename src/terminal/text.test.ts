import { expect, test } from 'vitest'
import { clean, cut, pad, width, wrap } from './text.ts'

test('a text is made one printable line: no escape sequences, no line breaks, no control characters', () => {
  expect(clean('a\u001b[31mred\u001b[0m\n\tb\u0007\u001b]0;title\u0007c\u202e')).toBe('ared bc')
})

test('wide letters take two cells, combining marks none', () => {
  expect(width('デプロイ')).toBe(8)
  expect(width('e\u0301')).toBe(1)
})

test('what does not fit is cut and named by an ellipsis', () => {
  expect(cut('deploy build 42', 8)).toBe('deploy …')
  expect(cut('デプロイ', 6)).toBe('デプ…')
  expect(cut('ab', 1)).toBe('…')
  expect(cut('fits', 4)).toBe('fits')
})

test('a padded text is exactly as wide as its cell', () => {
  expect(width(pad('デプロイ', 6))).toBe(6)
  expect(pad('a', 3)).toBe('a  ')
})

test('lines break between words, and in a word that is longer than a line', () => {
  expect(wrap('Production deploys are outside this policy', 20)).toEqual([
    'Production deploys',
    'are outside this',
    'policy',
  ])
  expect(wrap('TASK_STATE_COMPLETED x', 8)).toEqual(['TASK_STA', 'TE_COMPL', 'ETED x'])
  expect(wrap('one two three four', 9, 2)).toEqual(['one two', 'three fo…'])
  expect(wrap('', 9)).toEqual([])
})
