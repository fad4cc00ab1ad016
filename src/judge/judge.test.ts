/** The judge says what plain Vitest says, and every right and wrong planner of every kata comes out as its author means it. */

import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/index.ts'
import { judgePool } from './pool.ts'
import { shipped } from '../seal/shipped.ts'
import { passed } from './verdict.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const pool = judgePool(2)
afterAll(() => pool.close())

const katas = loadCatalogue(root).katas

/** Published, and two twins: the gate plays many more. */
const SEEDS = [null, 'twin-1', 'twin-2']

describe.each(katas.map((kata) => [kata.folder, kata] as const))('%s', (_folder, kata) => {
  const test_ = shipped(kata.id).test
  const judged = (planner: string, seed: string | null) => pool.judge({ kata: kata.id, folder: join(root, kata.paths.folder), test: test_, planner, seed })

  test.each([kata.solutions?.reference, ...(kata.solutions?.right ?? [])].flatMap((fix) => (fix ? [[fix.name, fix] as const] : [])))(
    'the right planner %s meets every requirement, under twins too',
    async (_name, { text }) => {
      for (const { verdict } of await Promise.all(SEEDS.map((seed) => judged(text, seed)))) {
        expect(passed(verdict), `seed ${verdict.seed}: ${verdict.requirements.flatMap((r) => (r.status === 'met' ? [] : [r.id])).join(', ')}`).toBe(true)
      }
    },
  )

  test.each((kata.solutions?.wrong ?? []).map((wrong) => [wrong.name, wrong] as const))('the wrong planner %s misses the requirement that it names, under twins too', async (_name, wrong) => {
    for (const { verdict } of await Promise.all(SEEDS.map((seed) => judged(wrong.text, seed)))) {
      expect(verdict.requirements.filter(({ status }) => status === 'unmet').map(({ id }) => id)).toContain(wrong.stoppedBy)
    }
  })

  test('the shipped planner misses a requirement, and meets another', async () => {
    const { verdict } = await judged(shipped(kata.id).planner, null)
    expect(new Set(verdict.requirements.map(({ status }) => status))).toEqual(new Set(['met', 'unmet']))
  })

  test('an equal seed gives an equal verdict', async () => {
    const [first, second] = [await judged(shipped(kata.id).planner, 'again'), await judged(shipped(kata.id).planner, 'again')]
    expect(second).toEqual(first)
  })
})

test('a test file without tests, or with a title that has no number, is an error in words', async () => {
  const [kata] = katas
  if (!kata) throw new Error('no kata')
  const folder = join(root, kata.paths.folder)
  const head = "import { test } from 'vitest'\n"
  await expect(pool.judge({ folder, planner: '', test: head })).rejects.toThrow('has no tests. A kata without requirements judges nothing.')
  await expect(pool.judge({ folder, planner: '', test: `${head}test('it works', () => {})` })).rejects.toThrow('the test "it works" has no number. Call it "R1: " and one sentence.')
  await expect(pool.judge({ folder, planner: '', test: "import 'node:fs'" })).rejects.toThrow('imports "node:fs". A kata\'s test imports vitest, #kit/test, #runs/…json and ./planner.ts?raw, and nothing else.')
})
