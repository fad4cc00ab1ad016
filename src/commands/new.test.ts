/** A new kata has no fault but its gaps, each of which says what belongs there; and nothing that is there already is written over. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultText, loadCatalogue } from '../catalogue/index.ts'
import { bench } from '../gate/bench.ts'
import { type Copy, copyOf } from '../gate/planted.ts'
import { evidenceLinked } from '../gate/rules/evidence-linked.ts'
import { exactAssertions } from '../gate/rules/exact-assertions.ts'
import { inOrder } from '../gate/rules/in-order.ts'
import { linksResolve } from '../gate/rules/links-resolve.ts'
import { noGaps } from '../gate/rules/no-gaps.ts'
import { noLiteralsInTests } from '../gate/rules/no-literals-in-tests.ts'
import { noSpoilers } from '../gate/rules/no-spoilers.ts'
import { outcomesInTable } from '../gate/rules/outcomes-in-table.ts'
import { quotationsInRuns } from '../gate/rules/quotations-in-runs.ts'
import { scaffold } from '../gate/scaffold.ts'
import { writeKata } from './new.ts'

let copy: Copy
beforeEach(() => {
  copy = copyOf('never-ending-poll')
})
afterEach(() => copy.drop())

/** The copy's fixtures are the workbook's own, by a link: nothing is written there. */
async function written(id: string, options: { title?: string; number?: string } = {}): Promise<string[]> {
  copy.remove('fixtures')
  return writeKata(copy.root, id, options)
}

test('its files stand where they belong, behind the last number', async () => {
  expect(await written('green-build', { title: 'The build that looked green' })).toEqual([
    'katas/02-the-build-that-looked-green/question.md',
    'katas/02-the-build-that-looked-green/planner.ts',
    'katas/02-the-build-that-looked-green/planner.test.ts',
    'solutions/02-the-build-that-looked-green/answer.md',
    'solutions/02-the-build-that-looked-green/reference.ts',
    'solutions/02-the-build-that-looked-green/right/poll.ts',
    'solutions/02-the-build-that-looked-green/right/follow-the-stream.ts',
    'solutions/02-the-build-that-looked-green/wrong/read-once.ts',
    'solutions/02-the-build-that-looked-green/wrong/ask-whether-there-is-more.ts',
    'fixtures/scenarios/green-build.ts',
  ])
  expect(loadCatalogue(copy.root).faults.map(faultText)).toEqual([])
})

test('it begins in the chapter of the kata that it follows', async () => {
  const first = 'katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not/question.md'
  copy.write(first, copy.read(first).replace(/^chapter: .*$/m, 'chapter: Closed doors'))
  await written('green-build', { title: 'The build that looked green' })
  expect(copy.read('katas/02-the-build-that-looked-green/question.md')).toMatch(/^chapter: Closed doors$/m)
  await written('first-of-all', { title: 'First of all', number: '0' })
  expect(copy.read('katas/00-first-of-all/question.md')).toMatch(/^chapter: Endings and verdicts$/m)
})

test('every key is explained, and the only fault of its texts are its gaps', async () => {
  for (const [path, text] of Object.entries(
    scaffold({
      number: '02',
      id: 'green-build',
      title: 'The build that looked green',
      chapter: 'Endings and verdicts',
    }),
  )) {
    if (!path.startsWith('fixtures/')) copy.write(path, text)
  }
  expect(copy.read('katas/02-the-build-that-looked-green/question.md').split('\n').slice(0, 7)).toMatchInlineSnapshot(`
    [
      "---",
      "# The name of the kata for ever: lower-case words joined by hyphens. Never change it; folder and title may change.",
      "id: green-build",
      "# What a caller sees go wrong, in a few words. Never the cause.",
      "title: "The build that looked green"",
      "# The chapter of the workbook that lists it.",
      "chapter: Endings and verdicts",
    ]
  `)
  const catalogue = loadCatalogue(copy.root)
  const kata = catalogue.katas.find(({ id }) => id === 'green-build')
  if (!kata) throw new Error('The new kata cannot be read.')
  const on = bench(copy.root, catalogue, kata, {} as never)
  const rules = [
    noSpoilers,
    exactAssertions,
    noLiteralsInTests,
    outcomesInTable,
    evidenceLinked,
    linksResolve,
    quotationsInRuns,
    inOrder,
  ]
  for (const rule of rules) expect((await rule.check(on)).map(faultText), rule.name).toEqual([])
  const gaps = await noGaps.check(on)
  expect(gaps.length).toBeGreaterThan(20)
  expect(gaps.map(({ mend }) => mend)).toContain('What it does, in a line that does not say what is wrong.')
})

test('an id or a number that is taken, an id that is none, a number that is none', async () => {
  const refused = (id: string, options = {}) =>
    writeKata(copy.root, id, options).then(
      () => 'written',
      (error: Error) => error.message,
    )
  const before = readdirSync(join(copy.root, 'katas'))
  expect(await refused('never-ending-poll')).toBe(
    'The id `never-ending-poll` belongs to katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not already. An id is never used twice.',
  )
  expect(await refused('green-build', { number: '1' })).toBe(
    'The number 1 belongs to katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not already.',
  )
  expect(await refused('Green Build')).toBe(
    '`Green Build` cannot be an id: write lower-case words joined by hyphens, such as green-build.',
  )
  expect(await refused('green-build', { number: 'two' })).toBe('`two` is no number of a kata: write one from 0 to 99.')
  expect(await refused('green-build', { title: '?!' })).toBe(
    "The title “?!” has no letters that a folder's name can hold.",
  )
  copy.write('solutions/05-green-build/answer.md', 'mine')
  expect(await refused('green-build', { number: '5' })).toBe(
    'solutions/05-green-build/answer.md is there already, and is left as it is. Choose another id, title or number.',
  )
  expect(readdirSync(join(copy.root, 'katas'))).toEqual(before)
  expect(existsSync(join(copy.root, 'fixtures/scenarios/green-build.ts'))).toBe(false)
})
