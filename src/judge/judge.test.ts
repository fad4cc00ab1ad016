/** The judge: planner text in, verdict as data out. That it says what plain Vitest says is held in vitest.ci.test.ts. */

import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/index.ts'
import { shipped } from '../seal/shipped.ts'
import { judgePool } from './pool.ts'
import { passed } from './verdict.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const pool = judgePool(2)
afterAll(() => pool.close())

const katas = loadCatalogue(root).katas

describe.each(katas.map((kata) => [kata.folder, kata] as const))('%s', (_folder, kata) => {
  const ask = { kata: kata.id, folder: join(root, kata.paths.folder), test: shipped(kata.id).test }
  const judged = (planner: string, seed: string | null) => pool.judge({ ...ask, planner, seed })

  // The gate plays every right and wrong planner under many twins; here is one of each, so that `npm test` stays short.
  test('the reference meets every requirement, published and as a twin', async () => {
    const planner = kata.solutions?.reference?.text ?? ''
    for (const { verdict } of await Promise.all([null, 'twin'].map((seed) => judged(planner, seed)))) {
      expect(verdict.requirements.flatMap(({ id, status }) => (status === 'met' ? [] : [id]))).toEqual([])
      expect(passed(verdict)).toBe(true)
    }
  })

  test('the shipped planner misses a requirement, and meets another', async () => {
    const { verdict } = await judged(shipped(kata.id).planner, null)
    expect(new Set(verdict.requirements.map(({ status }) => status))).toEqual(new Set(['met', 'unmet']))
  })

  test('an equal seed gives an equal verdict', async () => {
    const [first, second] = [
      await judged(shipped(kata.id).planner, 'again'),
      await judged(shipped(kata.id).planner, 'again'),
    ]
    expect(second).toEqual(first)
  })
})

test('a test file without tests, or with a title that has no number, is an error in words', async () => {
  const [kata] = katas
  if (!kata) throw new Error('no kata')
  const folder = join(root, kata.paths.folder)
  const head = "import { test } from 'vitest'\n"
  await expect(pool.judge({ folder, planner: '', test: head })).rejects.toThrow(
    'has no tests. A kata without requirements judges nothing.',
  )
  await expect(pool.judge({ folder, planner: '', test: `${head}test('it works', () => {})` })).rejects.toThrow(
    'the test "it works" has no number. Call it "R1: " and one sentence.',
  )
  await expect(pool.judge({ folder, planner: '', test: "import 'node:fs'" })).rejects.toThrow(
    'imports "node:fs". A kata\'s test imports vitest, #kit/test, #runs/…json and ./planner.ts?raw, and nothing else.',
  )
})
