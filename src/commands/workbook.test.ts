import { expect, test } from 'vitest'
import type { Catalogue, Kata } from '../catalogue/index.ts'
import { findKata, matchKata } from './workbook.ts'

const kata = (id: string, folder: string) => ({ id, folder }) as Kata
const katas = [
  kata('never-ending-poll', '01-the-poll-loop'),
  kata('green-build', '02-the-build'),
  kata('ship-it', '10-ship-it'),
]
const catalogue: Catalogue = {
  katas,
  faults: [
    { file: 'katas/03-broken/question.md', line: 3, what: 'Unknown key `levle`.', mend: 'Did you mean `level`?' },
  ],
}

test('a kata is named by its number, its id, its folder, or a path into it', () => {
  const names = [
    '1',
    '01',
    'never-ending-poll',
    '01-the-poll-loop',
    'katas/01-the-poll-loop/',
    '/home/me/my katas/katas/01-the-poll-loop',
    'katas\\01-the-poll-loop\\planner.ts',
  ]
  for (const name of names) expect(matchKata(catalogue, name)?.id, name).toBe('never-ending-poll')
  expect(matchKata(catalogue, '10')?.id).toBe('ship-it')
})

test('a mistyped name is answered with what was probably meant', () => {
  expect(() => findKata(catalogue, 'gren-build')).toThrow(
    'There is no kata `gren-build`. Did you mean `green-build`?\nA kata is named by its number, its id or its folder: npx kata list',
  )
  expect(() => findKata(catalogue, '7')).toThrow('There is no kata `7`.\nA kata is named')
})

test('a kata whose files cannot be read says what is wrong with them', () => {
  expect(() => findKata(catalogue, '3')).toThrow(
    'katas/03-broken/question.md:3: Unknown key `levle`. Did you mean `level`?',
  )
})
