import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFiles } from './watch.ts'

let folder = ''
let changes = 0
let stop = () => {}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planner katas watch '))
  writeFileSync(join(folder, 'planner.ts'), 'one')
  changes = 0
  stop = watchFiles(folder, ['planner.ts'], () => changes++)
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 150))

test('a save is one change, however many writes the editor makes of it', async () => {
  for (const text of ['', 'tw', 'two']) writeFileSync(join(folder, 'planner.ts'), text)
  await vi.waitFor(() => expect(changes).toBe(1), 3000)
  await settled()
  expect(changes).toBe(1)
})

test('a save by a new file in the old one’s place is a change', async () => {
  writeFileSync(join(folder, 'planner.ts.tmp'), 'three')
  renameSync(join(folder, 'planner.ts.tmp'), join(folder, 'planner.ts'))
  await vi.waitFor(() => expect(changes).toBe(1), 3000)
})

test('other files, and a save that changes nothing, are no change', async () => {
  writeFileSync(join(folder, 'notes.md'), 'mine')
  utimesSync(join(folder, 'planner.ts'), new Date(), new Date())
  writeFileSync(join(folder, 'planner.ts'), 'one')
  await settled()
  expect(changes).toBe(0)
})
