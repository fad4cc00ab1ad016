/** What a learner reads, in plain Vitest and on the screen, for the shipped planner and for each wrong one: read by someone, and kept. */
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/index.ts'
import { failureText } from '../kit/test/failure-text.ts'
import { shipped } from '../seal/shipped.ts'
import { emptyState, headOf } from '../terminal/judging.ts'
import { screen } from '../terminal/screen.ts'
import { styles } from '../terminal/styles.ts'
import { judgePool } from './pool.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const pool = judgePool(2)
afterAll(() => pool.close())
const catalogue = loadCatalogue(root)

describe.each(catalogue.katas.map((kata) => [kata.folder, kata] as const))('%s', (folder, kata) => {
  const { planner, test: testText } = shipped(kata.id)
  const wrong = (kata.solutions?.wrong ?? []).map(({ name, text, stoppedBy }) => [name, text, stoppedBy] as const)

  test.each([['shipped', planner, kata.answer?.misses[0] ?? ''] as const, ...wrong])(
    '%s',
    async (name, text, stoppedBy) => {
      const { verdict } = await pool.judge({
        kata: kata.id,
        folder: join(root, kata.paths.folder),
        test: testText,
        planner: text,
      })
      expect(verdict.requirements.flatMap(({ id, status }) => (status === 'unmet' ? [id] : []))).toContain(stoppedBy)
      const failure = verdict.requirements.find(({ status }) => status !== 'met')?.failure
      if (!failure) throw new Error('it misses nothing')
      const plain = failureText(failure)

      // The order that a reader needs: the sentence, where the two part, the line, the next step.
      const places = [failure.sentence, 'yours', `planner.ts:${failure.line}`, 'Next: '].map((part) =>
        plain.indexOf(part),
      )
      expect(places).toEqual([...places].sort((a, b) => a - b))
      expect(places[0]).toBeGreaterThan(0)
      // Where the two say the same, only the test can tell what is wrong: by a time, mostly.
      expect(failure.play?.rows.some(({ first }) => first) || failure.assertion !== undefined).toBe(true)

      const state = {
        ...emptyState(catalogue, kata),
        kata: headOf(catalogue, kata),
        verdict,
        judging: false,
        source: text.split('\n'),
      }
      const lines = screen(state, { columns: 80, rows: 23, style: styles(false) })
      expect(lines.length).toBeLessThanOrEqual(23)
      expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)

      await expect(`${plain}\n\n${'='.repeat(80)}\n${lines.join('\n')}\n`).toMatchFileSnapshot(
        `./__snapshots__/${folder.slice(0, 2)}/${name.replace(/\.ts$/, '')}.txt`,
      )
    },
  )
})
