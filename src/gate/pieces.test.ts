/** The pieces of a text: quoted texts, templates, regular expressions and comments are told apart, each with its line. */
import { expect, test } from 'vitest'
import { closeOf, piecesOf, reads } from './pieces.ts'

const short = (source: string): string[] => piecesOf(source).map(({ kind, text, line }) => `${line} ${kind} ${text}`)

test('comments, texts, numbers, names and marks', () => {
  expect(short("// one\nconst a = 'it\\'s' // two\n/* three\nfour */ b?.c(1_000)")).toEqual([
    ...[
      '1 comment // one',
      '2 name const',
      '2 name a',
      '2 mark =',
      "2 text it's",
      '2 comment // two',
      '3 comment /* three\nfour */',
      '4 name b',
      '4 mark ?.',
      '4 name c',
      '4 mark (',
      '4 number 1_000',
      '4 mark )',
    ],
  ])
})

test('what stands in a template, and the code within it, also when that holds braces and templates', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template is what is read.
  expect(short('`a ${f({ b: `c ${d}` })} e`\nf')).toEqual([
    ...[
      '1 text a ',
      '1 mark ${',
      '1 name f',
      '1 mark (',
      '1 mark {',
      '1 name b',
      '1 mark :',
      '1 text c ',
      '1 mark ${',
      '1 name d',
      '1 mark }',
      '1 mark }',
      '1 mark )',
      '1 mark }',
      '1 text  e',
      '2 name f',
    ],
  ])
})

test('a slash that divides, and one that begins a regular expression', () => {
  expect(short("a / b / 'c'")).toEqual(['1 name a', '1 mark /', '1 name b', '1 mark /', '1 text c'])
  expect(short("x.match(/['/]+\\//g)")).toContain("1 regex /['/]+\\//g")
  expect(short('return /a"b/')).toEqual(['1 name return', '1 regex /a"b/'])
})

test('brackets close where they close', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the same.
  const pieces = piecesOf("f(a, { b: [c, ')'] }, `${d()}`) + g()")
  const close = closeOf(pieces, 1)
  expect(reads(pieces, close, ')', '+', 'g')).toBe(true)
  expect(closeOf(piecesOf('f(a'), 1)).toBe(3)
})
