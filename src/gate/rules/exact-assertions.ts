/** Each requirement asserts something, and no assertion takes anything at all. Nothing is mocked, snapshotted or skipped. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import { closeOf, type Piece, reads } from '../pieces.ts'
import type { Rule } from '../rule.ts'
import { readTest, type TestText, within } from '../test-file.ts'

/** What takes anything, and what to write instead. */
const LOOSE: Record<string, string> = {
  toBeDefined: 'Say what it is: toBe, toEqual or toHaveLength.',
  toBeTruthy: 'Say what it is: toBe(true), toEqual or toHaveLength.',
  toBeFalsy: 'Say what it is: toBe(false), toBeNull or toEqual([]).',
}
const SKIPS = new Set(['skip', 'only', 'todo', 'fails', 'skipIf', 'runIf'])

export const exactAssertions: Rule = {
  name: 'exact-assertions',
  about: 'No assertion takes anything; nothing is mocked, snapshotted or skipped.',
  check({ kata, text }) {
    const faults: Fault[] = []
    const report = reporter(faults, kata.paths.test)
    const test = readTest(text(kata.paths.test))
    const { pieces } = test
    pieces.forEach(({ kind, text: name, line }, at) => {
      if (kind !== 'name') return
      const member = reads(pieces, at - 1, '.')
      if (member && (name === 'anything' || name === 'any') && reads(pieces, at - 2, 'expect'))
        report(
          line,
          `\`expect.${name}\` takes anything: an assertion that takes anything checks nothing.`,
          'Write the value that is expected, by name where the run has one: run.word, run.count.',
        )
      else if (member && LOOSE[name])
        report(line, `\`${name}\` takes nearly anything: an assertion that takes anything checks nothing.`, LOOSE[name])
      else if (member && name === 'toBeUndefined' && reads(pieces, at - 2, 'not'))
        report(
          line,
          '`not.toBeUndefined` takes nearly anything: an assertion that takes anything checks nothing.',
          LOOSE.toBeDefined ?? '',
        )
      else if (member && /Snapshot$/.test(name))
        report(line, `\`${name}\` expects what once was: nobody said that it is right.`, 'Write out what is expected.')
      else if (member && SKIPS.has(name))
        report(line, `\`.${name}\` leaves requirements out.`, 'Write one plain `test` for each requirement.')
      else if (name === 'vi' && !member)
        report(
          line,
          '`vi` mocks: a kata plays what real agents said.',
          'Play a recorded run; record one where there is none.',
        )
      else if (name === 'expect' && !member && reads(pieces, at + 1, '(')) checkExpect(test, at, report)
    })
    for (const span of test.tests) checkTest(test, span.from, report)
    return faults
  },
}

type Say = ReturnType<typeof reporter>

/** `expect(…)`: a matcher follows, and it asks something of the planner. */
function checkExpect({ pieces, matchers }: TestText, at: number, report: Say): void {
  const line = pieces[at]?.line
  const close = closeOf(pieces, at + 1)
  const actual = pieces.slice(at + 2, close)
  const matcher = matchers.find((one) => one.actual?.from === at + 1)
  if (!reads(pieces, close + 1, '.'))
    report(line, '`expect(…)` without a matcher checks nothing.', 'Say what is expected: `.toEqual(…)`.')
  else if (actual.length === 1 && (actual[0]?.kind !== 'name' || CONSTANT.has(actual[0].text)))
    report(line, 'What is asserted is a constant: no planner can change it.', 'Assert something of the play.')
  else if (matcher && same(actual, pieces.slice(matcher.from + 1, matcher.to)))
    report(line, 'It is compared with itself, which checks nothing.', 'Write the value that is expected.')
}

const CONSTANT = new Set(['true', 'false', 'null', 'undefined'])
const same = (a: Piece[], b: Piece[]): boolean =>
  a.length > 0 && a.map(({ text }) => text).join(' ') === b.map(({ text }) => text).join(' ')

/** `test('R1: …', async () => { … expect … })`, and nothing between title and function. */
function checkTest({ pieces }: TestText, open: number, report: Say): void {
  const line = pieces[open]?.line
  const title = pieces[open + 1]
  if (title?.kind !== 'text' || !reads(pieces, open + 2, ',')) return
  const name = /^R\d+/.exec(title.text)?.[0] ?? 'This test'
  const close = closeOf(pieces, open)
  const from = reads(pieces, open + 3, 'async') ? open + 4 : open + 3
  if (reads(pieces, from, '{'))
    report(line, `${name} has options: a test with options may be left out.`, 'Write `test(title, async () => { … })`.')
  else if (reads(pieces, from, '(') && !reads(pieces, from + 1, ')'))
    report(line, `${name} takes Vitest's context, by which a test can leave itself out.`, 'Write `async () => { … }`.')
  const asserts = pieces.some(
    (piece, at) =>
      within({ from: open, to: close }, at) &&
      piece.kind === 'name' &&
      (piece.text === 'expect' || helpers(pieces).has(piece.text)),
  )
  if (!asserts) report(line, `${name} asserts nothing: every planner meets it.`, 'Say with `expect` what must hold.')
}

/** Functions of the file that assert something. */
function helpers(pieces: Piece[]): Set<string> {
  const names = new Set<string>()
  pieces.forEach(({ text }, at) => {
    if (text !== 'function') return
    const parameters = closeOf(pieces, at + 2)
    const body = pieces.findIndex((piece, i) => i > parameters && piece.text === '{')
    if (body > 0 && pieces.slice(body, closeOf(pieces, body)).some((piece) => piece.text === 'expect'))
      names.add(pieces[at + 1]?.text ?? '')
  })
  return names
}
