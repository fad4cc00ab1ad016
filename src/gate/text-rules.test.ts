/** Each rule about texts sees a fault planted in a copy of kata 01, says it in one sentence, and finds nothing in the kata as it stands. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Run } from '../replay/run.ts'
import { type Copy, copyOf } from './planted.ts'
import type { Rule } from './rule.ts'
import { evidenceLinked } from './rules/evidence-linked.ts'
import { exactAssertions } from './rules/exact-assertions.ts'
import { glossaryWellFormed } from './rules/glossary-well-formed.ts'
import { inOrder } from './rules/in-order.ts'
import { linksResolve } from './rules/links-resolve.ts'
import { noGaps } from './rules/no-gaps.ts'
import { noLiteralsInTests } from './rules/no-literals-in-tests.ts'
import { noSpoilers } from './rules/no-spoilers.ts'
import { outcomesInTable } from './rules/outcomes-in-table.ts'
import { quotationsInRuns } from './rules/quotations-in-runs.ts'
import { runsNamedForWhatWasAsked } from './rules/runs-named-for-what-was-asked.ts'

let copy: Copy
let question: string
let planner: string
let tests: string
let answer: string

beforeEach(() => {
  copy = copyOf('never-ending-poll')
  const { paths, solutions } = copy.kata()
  ;({ question, planner, test: tests } = paths)
  answer = `${solutions?.folder}/answer.md`
})
afterEach(() => copy.drop())

/** What is found: names of files alone, and in place of a line's number how the line begins, since the kata's texts may change. */
async function found(rule: Rule): Promise<string> {
  const lines = (await copy.found(rule)).map((line) =>
    line.replace(/^([^:\s]+):(\d+):/, (_, file: string, nth: string) => {
      const at = copy.read(file).split('\n')[Number(nth) - 1] ?? ''
      return `${file} “${at.trim().slice(0, 24).trim()}”:`
    }),
  )
  return lines.map((line) => line.replace(/(?:katas|solutions)\/01-[\w-]+\//g, '')).join('\n')
}

test.each([
  noSpoilers,
  exactAssertions,
  noLiteralsInTests,
  outcomesInTable,
  evidenceLinked,
  linksResolve,
  quotationsInRuns,
  runsNamedForWhatWasAsked,
  inOrder,
  glossaryWellFormed,
  noGaps,
])('$name finds nothing in the kata as it stands', async (rule) => {
  expect(await found(rule)).toBe('')
})

test('a spoiler in a title, a requirement, a name, a comment, a first hint', async () => {
  copy.edit(question, /title: .*/, 'title: The rejected deploy')
  copy.edit(question, '1. In how many ways', '1. Which terminal state is missing? In how many ways')
  copy.edit(planner, 'const DONE =', '// The artifacts are not read.\nconst terminalStates =')
  copy.edit(tests, 'R4: A build with a failed test', 'R4: A build whose artifact tells of a failed test')
  expect(await found(noSpoilers)).toMatchInlineSnapshot(`
    "question.md “title: The rejected depl”: “rejected” stands in the title and gives the answer away. Say what a caller sees. The terms stand in answer.md as \`spoilers\`.
    planner.test.ts “test('R4: A build whose”: “artifact” stands in the sentence of R4 and gives the answer away. Say what a caller sees. The terms stand in answer.md as \`spoilers\`.
    question.md “### R1”: “terminal” stands in the first hint of R1 and gives the answer away. Say what a caller sees. The terms stand in answer.md as \`spoilers\`.
    planner.ts “// The artifacts are not”: “artifact” stands in a comment of the shipped planner and gives the answer away. Say what a caller sees. The terms stand in answer.md as \`spoilers\`.
    planner.ts “const terminalStates = [”: “terminal” stands in the name \`terminalStates\` of the shipped planner and gives the answer away. Say what a caller sees. The terms stand in answer.md as \`spoilers\`."
  `)
})

test("the source material's own words are no spoiler, and the same words elsewhere are", async () => {
  copy.edit(answer, 'spoilers: [', 'spoilers: [canceled, ')
  expect(await found(noSpoilers)).not.toContain('“The question”')
  copy.edit(question, 'Explain both bugs.', 'Explain both bugs. A canceled task is no bug.')
  expect(await found(noSpoilers)).toContain('“canceled” stands in “The question”')
})

test('assertions that take anything, snapshots, mocks, and tests that may be left out', async () => {
  const planted: [from: string | RegExp, to: string][] = [
    ["expect(green.outcome).toEqual({ kind: 'done' })", 'expect(green.outcome).toEqual(expect.anything())'],
    ["expect(long.outcome).toEqual({ kind: 'done' })", 'expect(long.outcome).toEqual({ kind: expect.any(String) })'],
    ["expect(held.outcome).toEqual({ kind: 'done' })", 'expect(held.outcome).toBeDefined()'],
    ["expect(red.outcome.kind).toBe('failed')", 'expect(red.outcome.kind).toBe(red.outcome.kind)'],
    ["expect(cheerful.outcome.kind).toBe('failed')", 'expect(cheerful.outcome.kind)'],
    ['expect(end).not.toBeNull()', 'expect(true).toBe(true)'],
    ['expect(calledOff.outcome).toEqual', 'expect(calledOff.outcome).toMatchInlineSnapshot'],
  ]
  for (const [from, to] of planted) copy.edit(tests, from, to)
  copy.edit(tests, "import { expect, test } from 'vitest'", "import { expect, test, vi } from 'vitest'")
  copy.write(
    tests,
    `${copy.read(tests)}\ntest('R8: It is.', { skip: true }, async () => {})\ntest('R9: It is.', ({ skip }) => skip())\n`,
  )
  expect(await found(exactAssertions)).toMatchInlineSnapshot(`
    "planner.test.ts “import { expect, test, v”: \`vi\` mocks: a kata plays what real agents said. Play a recorded run; record one where there is none.
    planner.test.ts “expect(calledOff.outcome”: \`toMatchInlineSnapshot\` expects what once was: nobody said that it is right. Write out what is expected.
    planner.test.ts “expect(red.outcome.kind)”: It is compared with itself, which checks nothing. Write the value that is expected.
    planner.test.ts “expect(cheerful.outcome.”: \`expect(…)\` without a matcher checks nothing. Say what is expected: \`.toEqual(…)\`.
    planner.test.ts “expect(green.outcome).to”: \`expect.anything\` takes anything: an assertion that takes anything checks nothing. Write the value that is expected, by name where the run has one: run.word, run.count.
    planner.test.ts “expect(long.outcome).toE”: \`expect.any\` takes anything: an assertion that takes anything checks nothing. Write the value that is expected, by name where the run has one: run.word, run.count.
    planner.test.ts “expect(held.outcome).toB”: \`toBeDefined\` takes nearly anything: an assertion that takes anything checks nothing. Say what it is: toBe, toEqual or toHaveLength.
    planner.test.ts “expect(true).toBe(true)”: What is asserted is a constant: no planner can change it. Assert something of the play.
    planner.test.ts “test('R8: It is.', { ski”: R8 has options: a test with options may be left out. Write \`test(title, async () => { … })\`.
    planner.test.ts “test('R8: It is.', { ski”: R8 asserts nothing: every planner meets it. Say with \`expect\` what must hold.
    planner.test.ts “test('R9: It is.', ({ sk”: R9 takes Vitest's context, by which a test can leave itself out. Write \`async () => { … }\`.
    planner.test.ts “test('R9: It is.', ({ sk”: R9 asserts nothing: every planner meets it. Say with \`expect\` what must hold."
  `)
})

test('every assertion that is loosened to expect.anything() is found', async () => {
  const whole = copy.read(tests)
  const places = [...whole.matchAll(/\.(?:toBe|toEqual)\(/g)].map(({ index, 0: matcher }) => ({
    from: index + matcher.length,
  }))
  expect(places.length).toBeGreaterThan(15)
  for (const { from } of places) {
    const line = whole.slice(0, from).split('\n').length
    copy.write(tests, `${whole.slice(0, from)}expect.anything())${whole.slice(whole.indexOf('\n', from))}`)
    expect((await copy.found(exactAssertions)).join()).toContain(
      `planner.test.ts:${line}: \`expect.anything\` takes anything`,
    )
  }
})

test('an id, a text, a count and a time that are other ones in every twin', async () => {
  const id = Object.values(copy.bench().runs.get('js/deploy-to-staging')?.takes ?? {}).flatMap(({ steps }) =>
    steps.flatMap((step) =>
      step.kind === 'exchange' && step.reply.kind === 'result'
        ? (/"id":"([^"]+)"/.exec(JSON.stringify(step.reply.result))?.[1] ?? [])
        : [],
    ),
  )[0]
  const moment = Math.round(copy.bench().runs.get('js/deploy-build-20-to-staging')?.moments.approved?.at ?? 0)
  copy.edit(tests, 'const to = ', `const TASK_OF_THE_STAGING_RUN = '${id}'\nconst to = `)
  copy.edit(
    tests,
    "refused.run('deploy').word('policy')",
    '"Production deploys are outside this agent\'s policy. Use the release train."',
  )
  copy.edit(tests, "calledOff.run('deploy').word('reason')", "'Stopped by the operator.'")
  copy.edit(
    tests,
    "expect(green.outcome).toEqual({ kind: 'done' })",
    "expect(green.outcome).toEqual({ kind: 'done', result: 12 })",
  )
  copy.edit(tests, "expect(long.outcome).toEqual({ kind: 'done' })", 'expect(long.elapsed).toBeGreaterThan(15_000)')
  copy.edit(
    tests,
    "expect(held.outcome).toEqual({ kind: 'done' })",
    `expect(held.transcript.filter(({ at }) => at > ${moment})).toEqual([])\n  expect('2026-01-01T00:00:00.000Z').toBe('')`,
  )
  expect(
    (await found(noLiteralsInTests)).replaceAll(id ?? '?', 'ID-OF-A-TASK').replaceAll(String(moment), 'A-MOMENT'),
  ).toMatchInlineSnapshot(`
    "planner.test.ts “const TASK_OF_THE_STAGIN”: The id “ID-OF-A-TASK” is another one in every twin. Write \`played.run('agent').task(1)\`, or \`.context(1)\`.
    planner.test.ts “expect(refused.outcome).”: “Production deploys are outside this agent's policy. Use the release train.” is a text that changes with a twin. Write \`played.run('agent').word('policy')\`.
    planner.test.ts “expect(calledOff.outcome”: “Stopped by the operator.” is a text that changes with a twin. Write \`played.run('agent').word('reason')\`.
    planner.test.ts “expect(green.outcome).to”: 12 is a number that changes with a twin. Write \`played.run('agent').count('failed')\`.
    planner.test.ts “expect(long.elapsed).toB”: 15_000 is held against a time, and times stretch with a twin. Name the moment in the scenario, and write \`played.run('agent').moment('name')\`.
    planner.test.ts “expect(held.transcript.f”: A-MOMENT is a time, which is another one in every twin. Write \`played.run('agent').moment('approved')\`.
    planner.test.ts “expect('2026-01-01T00:00”: The time “2026-01-01T00:00:00.000Z” is another one in every twin. Name the moment in the scenario, and write \`played.run('agent').moment('name')\`."
  `)
})

test('an outcome that is expected and not in the table, and one that is in the table and not expected', async () => {
  copy.edit(question, /\| Somebody called the test run.*\n/, '| It waits. | `needs-input` | Nothing more. |\n')
  expect(await found(outcomesInTable)).toMatchInlineSnapshot(`
    "planner.test.ts “expect(calledOff.outcome”: The test expects \`canceled\`, which no row of “What to return” asks for. Add the row: which case it is, and what comes with it.
    question.md “| It waits. | \`needs-inp”: The table asks for \`needs-input\`, and no test expects it. Play the case, or take the row out."
  `)
})

test('a claim about the wire without its run', async () => {
  copy.edit(answer, ': [board-the-release-train](run:js/board-the-release-train)', '')
  copy.edit(
    answer,
    '- **The verdict.**',
    '\n| code | what |\n| --- | --- |\n| -32602 | no such thing |\n\n- **The verdict.**',
  )
  expect(await found(evidenceLinked)).toMatchInlineSnapshot(
    `
    "answer.md “- **Where to go instead.”: It names a state (TASK_STATE_COMPLETED) and links no run that shows it. Link one: [deploy-to-production](run:js/deploy-to-production).
    answer.md “| -32602 | no such thing”: It names an error code (-32602) and links no run that shows it. Link one: [deploy-to-production](run:js/deploy-to-production)."
  `,
  )
})

test('links that lead nowhere', async () => {
  copy.edit(answer, '(run:js/board-the-release-train)', '(run:js/board-the-train)')
  copy.edit(
    answer,
    '- **A crash.**',
    '- See [a take](run:js/deploy-to-production#poled), [a kata](kata:never-ending-pol), [a term](term:artefact), [a file](wrong/no-such.ts), [a heading](#no-heading), [a report](https://github.com/a/b/issues/1), [a place](ftp://x).\n- **A crash.**',
  )
  copy.edit(answer, '- **adcontextprotocol/adcp-client#977.**', '- **A client.**')
  expect(await found(linksResolve)).toMatchInlineSnapshot(`
    "answer.md “- **Where to go instead.”: There is no run \`js/board-the-train\`. See them with: npx kata runs. A link is \`run:js/its-name\`.
    answer.md “- See [a take](run:js/de”: The run js/deploy-to-production has no take \`poled\`. It has: polled, blocking, streamed, subscribed, own-context, after-the-end, five-times-at-once, five-times-blocking, five-times-streamed, same-message-id, in-its-context, in-its-context-referring, canceled-while-submitted.
    answer.md “- See [a take](run:js/de”: There is no kata called \`never-ending-pol\`. Write \`never-ending-poll\`.
    answer.md “- See [a take](run:js/de”: There is no term in site/glossary.md called \`artefact\`. Write \`artifact\`.
    answer.md “- See [a take](run:js/de”: There is no file \`wrong/no-such.ts\` beside it. Name one by its path from this file.
    answer.md “- See [a take](run:js/de”: \`This file\` has no heading \`#no-heading\`. Write its words in lower case, joined by hyphens.
    answer.md “- See [a take](run:js/de”: The report https://github.com/a/b/issues/1 is named by its address. Write \`owner/repository#number\`.
    answer.md “- See [a take](run:js/de”: Nobody knows the link \`ftp://x\`. Links begin with run:, kata:, term: or https:, or name a file.
    answer.md “- **A client.** A TypeSc”: A report has no repository and number. Write \`owner/repository#number\`, and in your own words what happened there."
  `)
})

test('words that no run holds, in a link and beside one', async () => {
  copy.edit(
    answer,
    '- **The verdict.**',
    '- [“No, never.”](run:js/deploy-to-production)\n- It says “Use the release train.” in [this run](run:js/deploy-to-production).\n- **The verdict.**',
  )
  expect(await found(quotationsInRuns)).toMatchInlineSnapshot(`
    "answer.md “- [“No, never.”](run:js/”: Nobody says “No, never.” in js/deploy-to-production. Quote the run word for word; what nobody said goes without quotation marks.
    answer.md “- It says “Use the relea”: Nobody says “Use the release train.” in js/deploy-to-production. Quote the run word for word; what nobody said goes without quotation marks."
  `)
  copy.edit(answer, '“No, never.”', "“Production deploys are outside this agent's policy. Use the release train.”")
  expect(await found(quotationsInRuns)).not.toContain('policy')
})

test('a run that is named for how it ended', async () => {
  const run = JSON.parse(copy.read('fixtures/runs/js/deploy-to-production.json')) as Run
  const bench = copy.bench()
  bench.runs.set('js/deploy-rejected', { ...run, id: 'deploy-rejected', title: 'The deploy agent refuses a build.' })
  expect((await runsNamedForWhatWasAsked.check(bench)).map(({ what }) => what)).toEqual([
    "The run's name says “rejected”, which is how it ended.",
    "The run's title says “refuses”, which is how it ended.",
  ])
})

test('a chapter that is none, a need that comes later, a circle of needs', async () => {
  copy.edit(question, 'chapter: Endings and verdicts', 'chapter: Endings and verdict')
  copy.edit(question, 'needs: []', 'needs: [later, high]')
  const bench = copy.bench()
  const other = (id: string, level: 'L1' | 'L4', needs: string[]) => ({
    ...bench.kata,
    id,
    question: { ...bench.kata.question, front: { ...bench.kata.question.front, id, level, needs } },
  })
  bench.catalogue.katas = [other('high', 'L4', []), bench.kata, other('later', 'L1', [])]
  expect((await inOrder.check(bench)).map(({ what, mend }) => `${what} ${mend}`)).toMatchInlineSnapshot(`
    [
      "There is no chapter “Endings and verdict”. Write “Endings and verdicts”.",
      "It needs \`later\`, which comes after it. Need only what comes before.",
      "It needs \`high\`, which is of a higher level (L4). Need only what is of its own level or below.",
    ]
  `)
  bench.catalogue.katas = [other('high', 'L4', []), other('later', 'L1', ['never-ending-poll']), bench.kata]
  expect((await inOrder.check(bench)).map(({ what }) => what)).toContain(
    'Needs go in a circle: never-ending-poll → later → never-ending-poll.',
  )
})

test('a glossary out of order, with an entry twice, and a link that leads nowhere', async () => {
  copy.write(
    'site/glossary.md',
    '# Glossary\n\n## run\n\nA conversation.\n\n## desk\n\nSee [runs](term:runs)\n\n## run\n\nAgain.\n',
  )
  expect(await found(glossaryWellFormed)).toMatchInlineSnapshot(`
    "site/glossary.md “## desk”: “desk” comes after “run”. Keep the terms in the order of the alphabet.
    site/glossary.md “## desk”: “desk” does not end in a full stop. Write whole sentences.
    site/glossary.md “## desk”: The link \`term:runs\` leads nowhere. The glossary stands where candidates read: it links its own terms alone, as \`term:name\`.
    site/glossary.md “## run”: “run” stands twice. Keep one."
  `)
})

test('what is left to be written', async () => {
  copy.edit(planner, '/** Hands the work', '// TODO: say why it waits\n/** Hands the work')
  expect(await found(noGaps)).toBe('planner.ts “// TODO: say why it wait”: There is a gap. Say why it waits.')
})
