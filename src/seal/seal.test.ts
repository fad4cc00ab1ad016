import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSeal, readSeal, SEAL_PATH, sealDifferences, sealText } from './seal.ts'
import { shipped } from './shipped.ts'

let root = ''
const katas = [{ id: 'never-ending-poll', folder: '01-poll' }]

function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'planner katas '))
  write('katas/01-poll/planner.ts', 'shipped\n')
  write('katas/01-poll/planner.test.ts', 'test\n')
  write('src/kit/index.ts', 'kit\n')
  write('src/kit/index.test.ts', 'not sealed\n')
  write('fixtures/runs/js/deploy.json', '{}\n')
  write(SEAL_PATH, sealText(makeSeal(root, katas)))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('a planner that was edited is still asked for as it was shipped', () => {
  write('katas/01-poll/planner.ts', 'nonsense')
  expect(shipped('never-ending-poll', root).planner).toBe('shipped\n')
})

test('a seal names each file that differs', () => {
  const stored = readSeal(root)
  expect(sealDifferences(stored, makeSeal(root, katas))).toEqual([])
  write('katas/01-poll/planner.test.ts', 'changed\n')
  write('src/kit/more.ts', 'more\n')
  write('src/kit/index.test.ts', 'changed\n')
  rmSync(join(root, 'fixtures/runs/js/deploy.json'))
  expect(sealDifferences(stored, makeSeal(root, katas))).toEqual([
    'katas/01-poll/planner.test.ts: changed',
    'src/kit/more.ts: not sealed yet',
    'fixtures/runs/js/deploy.json: sealed, and gone',
  ])
})

test('line ends that a checkout made do not break a seal', () => {
  write('katas/01-poll/planner.ts', 'shipped\r\n')
  expect(sealDifferences(readSeal(root), makeSeal(root, katas))).toEqual([])
})

test('a seal that is missing, broken or of another format says how to mend it', () => {
  write(SEAL_PATH, '{')
  expect(() => readSeal(root)).toThrow(/^katas\/sealed\.json is not JSON: /)
  write(SEAL_PATH, '{"format":"planner-katas/sealed@0"}')
  expect(() => readSeal(root)).toThrow(
    'katas/sealed.json is not of format planner-katas/sealed@1. Write it with: npx kata seal',
  )
  rmSync(join(root, SEAL_PATH))
  expect(() => readSeal(root)).toThrow('katas/sealed.json is missing. Write it with: npx kata seal')
})

test('a kata that was never sealed says so', () => {
  expect(() => shipped('another', root)).toThrow('The kata `another` is not sealed yet. Seal it with: npx kata seal')
})
