/** Each rule on what planners do is seen to fail: on a bench whose verdicts are given, so that the rule alone is under test. */
import { afterAll, expect, test } from 'vitest'
import type { Sheet } from '../judge/sheet.ts'
import type { Bench } from './bench.ts'
import { copyOf } from './planted.ts'
import type { Rule } from './rule.ts'
import { cheatsStopped } from './rules/cheats-stopped.ts'
import { hostsAgree } from './rules/hosts-agree.ts'
import { mutantsStopped } from './rules/mutants-stopped.ts'
import { rightPlannersDiffer } from './rules/right-planners-differ.ts'
import { rightPlannersPass } from './rules/right-planners-pass.ts'
import { sealsFresh } from './rules/seals-fresh.ts'
import { shippedPlannerFails } from './rules/shipped-planner-fails.ts'

const copy = copyOf('never-ending-poll')
afterAll(() => copy.drop())
const ids = copy.kata().requirements.map(({ id }) => id)

/** A sheet in which these requirements are unmet. */
const sheet = (seed: string | null, unmet: string[], play: Partial<Sheet['plays'][number]> = {}): Sheet => ({
  seed,
  requirements: ids.map((id) => ({ id, status: unmet.includes(id) ? 'unmet' : 'met' })),
  plays: [{ requirement: 'R1', nth: 1, how: 'outcome', operations: ['deploy GetTask'], request: null, ...play }],
})

/** A bench on which every planner gets what `given` says of it. */
function benchOf(given: (planner: string, seed: string | null) => Sheet): Bench {
  const sheets: Bench['sheets'] = (planner, seeds) => Promise.resolve(seeds.map((seed) => given(planner, seed)))
  return { ...copy.bench(), sheets, besides: sheets }
}

const found = async (rule: Rule, bench: Bench): Promise<string[]> =>
  (await rule.check(bench)).map(({ file, what }) => `${file.split('/').slice(2).join('/')}: ${what}`)

test('a shipped planner that has nothing to mend, or misses other requirements than its author says', async () => {
  expect(
    await found(
      shippedPlannerFails,
      benchOf((_, seed) => sheet(seed, [])),
    ),
  ).toEqual(['planner.ts: The shipped planner meets every requirement: there is nothing to mend.'])
  expect(
    await found(
      shippedPlannerFails,
      benchOf((_, seed) => sheet(seed, seed === null ? ['R1', 'R2', 'R4'] : ['R1'])),
    ),
  ).toEqual(['planner.ts: The shipped planner misses R1 under gate-1; answer.md says R1, R2, R4.'])
  expect(
    await found(
      shippedPlannerFails,
      benchOf((_, seed) => sheet(seed, ['R1', 'R2', 'R4'])),
    ),
  ).toEqual([])
})

test('a cheat that passes, by what it does', async () => {
  const passes = (planner: string) => planner.includes("throw new Error('no')")
  expect(
    await found(
      cheatsStopped,
      benchOf((planner, seed) => sheet(seed, passes(planner) ? [] : ['R1'])),
    ),
  ).toEqual(['planner.test.ts: A planner that throws passes.'])
  // Stopped under one twin is stopped.
  expect(
    await found(
      cheatsStopped,
      benchOf((_, seed) => sheet(seed, seed === 'gate-2' ? ['R1'] : [])),
    ),
  ).toEqual([])
})

test('right planners that all go one way', async () => {
  expect(
    await found(
      rightPlannersDiffer,
      benchOf((_, seed) => sheet(seed, [])),
    ),
  ).toEqual(['right: Every right planner uses the same operations: deploy GetTask.'])
  const two = (planner: string) =>
    planner.includes('sendStreamingMessage') ? ['deploy SendStreamingMessage'] : ['deploy GetTask']
  expect(
    await found(
      rightPlannersDiffer,
      benchOf((planner, seed) => sheet(seed, [], { operations: two(planner) })),
    ),
  ).toEqual([])
})

test('a right planner that misses something under one twin of forty', async () => {
  const [first] = await found(
    rightPlannersPass,
    benchOf((_, seed) => sheet(seed, seed === 'gate-40' ? ['R6'] : [])),
  )
  expect(first).toBe('reference.ts: A right planner misses R6 under 1 of 41 seeds, first under gate-40.')
})

test('hosts that do not agree, and plays of which nobody can tell', async () => {
  const digest = (text: string) => benchOf((_, seed) => sheet(seed, [], { digest: text }))
  expect(await found(hostsAgree, digest('same'))).toEqual([])
  const apart: Bench = { ...digest('here'), besides: digest('there').sheets }
  expect((await found(hostsAgree, apart))[0]).toBe(
    'reference.ts: Beside the wall it says or hears something else (R1, play 1, published).',
  )
  expect(
    await found(
      hostsAgree,
      benchOf((_, seed) => sheet(seed, [])),
    ),
  ).not.toEqual([])
})

test('mutants that no test notices are listed with their lines, a waiver that waives nothing too', async () => {
  const bench = benchOf((_, seed) => sheet(seed, []))
  const alive = await mutantsStopped.check(bench)
  expect(alive.length).toBeGreaterThan(30)
  expect(alive.every(({ line, what }) => line !== undefined && what.startsWith('No test notices '))).toBe(true)
  expect(
    await found(
      mutantsStopped,
      benchOf((_, seed) => sheet(seed, ['R1'])),
    ),
  ).toEqual([])

  const waivers = `${copy.kata().solutions?.folder}/waivers.txt`
  copy.write(waivers, `${copy.read(waivers)}constant | 'nowhere' → '' | it is not there\nno waiver\n`)
  expect(
    await found(
      mutantsStopped,
      benchOf((_, seed) => sheet(seed, ['R1'])),
    ),
  ).toEqual([
    'waivers.txt: This is no waiver.',
    "waivers.txt: There is no mutant that this waives: constant | 'nowhere' → ''.",
  ])
})

test('seals that are stale', async () => {
  const { paths } = copy.kata()
  copy.edit(paths.planner, 'POLL_EVERY_MS = 250', 'POLL_EVERY_MS = 251')
  const bench: Bench = {
    ...copy.bench(),
    piece: () => Promise.resolve({ misses: [], conversations: [], finding: null }),
  }
  expect(await found(sealsFresh, bench)).toEqual([
    ': It is not what the kata would be sealed as now.',
    'expected.json: It is not what the kata would be sealed as now.',
    'findings.json: It is not what the kata would be sealed as now.',
  ])
})
