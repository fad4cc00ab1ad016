/** The gate where planners run: faults planted in a copy of kata 01 are each found by name. Judges run in processes of their own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { judgePool } from '../judge/pool.ts'
import type { Bench } from './bench.ts'
import { checkKatas } from './check.ts'
import { rulesTable } from './guide.ts'
import { keptSheets } from './kept.ts'
import { type Copy, copyOf, home } from './planted.ts'
import type { Rule } from './rule.ts'
import { hostsAgree } from './rules/hosts-agree.ts'
import { PLAY_RULES, TEXT_RULES } from './rules/index.ts'
import { outcomesPlayed } from './rules/outcomes-played.ts'
import { requirementsApart } from './rules/requirements-apart.ts'
import { rightPlannersPass } from './rules/right-planners-pass.ts'
import { wrongPlannersStopped } from './rules/wrong-planners-stopped.ts'

const pool = judgePool(2)
afterAll(() => pool.close())

let copy: Copy
let folder: string
beforeEach(() => {
  copy = copyOf('never-ending-poll')
  folder = copy.kata().solutions?.folder ?? ''
})
afterEach(() => copy.drop())

/** `twins`: as many as are asked for where it is left out. */
function playable(twins = 40): Bench {
  const kept = keptSheets(copy.root, pool, 'wall')
  const bench = copy.bench({ wall: kept, beside: kept })
  return { ...bench, seeds: (n) => bench.seeds(Math.min(n, twins)) }
}

const found = async (rule: Rule, bench = playable()): Promise<string[]> =>
  (await rule.check(bench)).map(({ file, what }) => `${file.replace(/^(?:katas|solutions)\/[\w-]+\//, '')}: ${what}`)

const reference = (): string => copy.read(`${folder}/reference.ts`)

test('a wrong planner that passes', async () => {
  copy.write(`${folder}/wrong/all-is-well.ts`, `// Stopped by R1.\n// It works on my machine.\n${reference()}`)
  expect(await found(wrongPlannersStopped, playable(1))).toEqual([
    'wrong/all-is-well.ts: A wrong planner passes on the published runs.',
  ])
})

test('a right planner that fails on one twin', async () => {
  const twin = 'Production is closed to me. The release train goes there.'
  copy.write(
    `${folder}/right/by-heart.ts`,
    reference().replace(
      "return { kind: 'refused', words }",
      `return words === '${twin}' ? { kind: 'failed', words } : { kind: 'refused', words }`,
    ),
  )
  const [one, ...more] = await found(rightPlannersPass)
  expect(one).toMatch(
    /^right\/by-heart\.ts: A right planner misses R1, R2 under \d+ of 41 seeds, first under gate-\d+\.$/,
  )
  expect(more).toEqual([])
})

test('a right planner that does what nobody recorded', async () => {
  const asks =
    "await desk.agents.deploy.sendMessage({ message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'good morning' }] } })"
  copy.write(
    `${folder}/right/polite.ts`,
    reference().replace('const tests = await run(', `${asks}\n  const tests = await run(`),
  )
  const [one, ...more] = await found(rightPlannersPass, playable(1))
  expect(one).toMatch(
    /^right\/polite\.ts: A right planner did what nobody recorded \(R1\): Your planner called SendMessage “good morning” to deploy/,
  )
  expect(more).toEqual([])
})

test('two requirements that are one', async () => {
  const { paths, requirements } = copy.kata()
  const [last] = requirements.slice(-1)
  const tests = copy.read(paths.test)
  const title = `'${last?.id}: ${last?.sentence}'`
  const body = tests.slice(tests.indexOf(title) + title.length, tests.indexOf('\n})\n', tests.indexOf(title)) + 4)
  copy.edit(paths.test, `${title}${body}`, `${title}${body}\ntest('R8: What is held up is waited for, too.'${body}`)
  copy.write(
    paths.question,
    `${copy.read(paths.question)}\n### R8\n\n1. Who moves?\n2. Look at the last reply.\n3. Look at the loop.\n`,
  )
  copy.write(
    `${folder}/wrong/impatient.ts`,
    copy.read(`${folder}/wrong/not-active-is-over.ts`).replace('Stopped by R7.', 'Stopped by R8.'),
  )
  expect(await found(requirementsApart)).toEqual([
    expect.stringMatching(/^planner\.test\.ts: R7 and R8 stop exactly the same wrong planners: /),
  ])
})

test('an outcome that is returned, and in no row of the table', async () => {
  const { paths } = copy.kata()
  copy.edit(paths.question, /\| Somebody called the test run.*\n/, '')
  expect(await found(outcomesPlayed)).toEqual([
    'question.md: The reference returns `canceled` in R3, which no row of “What to return” asks for.',
  ])
})

test('a right planner that never ends is told of, and never played where nothing would stop it', async () => {
  copy.write(
    `${folder}/right/endless.ts`,
    reference().replace('const tests = await run(', 'while (true) {}\n  const tests = await run('),
  )
  const bench = playable(1)
  const besides: Bench['besides'] = (text, seeds) =>
    text.includes('while (true) {}')
      ? Promise.reject(new Error('It would hang.'))
      : bench.sheets(text, seeds, { digests: true })
  expect(await found(hostsAgree, { ...bench, besides })).toEqual([])
  expect(await found(rightPlannersPass, bench)).toEqual([
    expect.stringMatching(/^right\/endless\.ts: A right planner misses R1, /),
  ])
})

test('any wrong planner in place of the reference', async () => {
  const wrong = copy.kata().solutions?.wrong ?? []
  expect(wrong.length).toBeGreaterThan(20)
  for (const { name, text } of wrong) {
    copy.write(`${folder}/reference.ts`, text)
    const [first] = await found(rightPlannersPass, playable(2))
    expect(first, name).toMatch(/^reference\.ts: A right planner (?:misses R|did what nobody recorded)/)
  }
}, 300_000)

test('any one requirement whose test is deleted, and a test without a number: the kata is not right, by name', async () => {
  const { paths, requirements } = copy.kata()
  const whole = copy.read(paths.test)
  for (const { id } of requirements) {
    const from = whole.indexOf(`test('${id}: `)
    copy.write(paths.test, whole.slice(0, from) + whole.slice(whole.indexOf('\n})\n', from) + 4))
    const { catalogue, kata } = copy.bench()
    const [checked] = await checkKatas(copy.root, catalogue, [kata])
    expect(checked?.findings[0]?.rule, id).toBe('files-read')
  }
  copy.write(paths.test, whole.replace("test('R4: A build", "test('A build"))
  const { catalogue, kata } = copy.bench()
  const [checked] = await checkKatas(copy.root, catalogue, [kata])
  expect(checked?.findings[0]).toMatchObject({
    rule: 'files-read',
    file: paths.test,
    what: 'The title “A build with a failed test is not deployed.” is not a requirement.',
    mend: 'Write `R1: one sentence.`, saying what a caller sees.',
  })
  expect(checked?.summary).toBeUndefined()
})

test("the author's guide lists every rule", () => {
  const guide = readFileSync(join(home, 'site/guides/author.md'), 'utf8')
  for (const rules of [TEXT_RULES, PLAY_RULES]) expect(guide).toContain(rulesTable(rules))
})
