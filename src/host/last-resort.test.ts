/** What polls nothing, what eats memory again and again, what a play costs, and the folders that a worker must start from. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { wallHost } from './pool.ts'
import { attempt, ending, GOOD, plan, words } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

test('A native call that polls nothing is ended by ending its worker, in words, and at once the next time.', async () => {
  const text = plan("const s = 'a'.repeat(2e6); s.indexOf('a'.repeat(1e6) + 'b')")
  const start = performance.now()
  expect(words(await attempt(host, text))).toMatchInlineSnapshot(
    `"Your planner computed for 3 seconds in one piece, where nothing could stop it but ending its worker. Look for a search, a sort or a regular expression over something very large."`,
  )
  expect(performance.now() - start).toBeLessThan(6_000)
  expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
  const again = performance.now()
  expect(ending(await attempt(host, text))).toBe('stopped: interrupted')
  expect(performance.now() - again).toBeLessThan(50)
})

test('Memory bombs, one after another, leave this process its size.', async () => {
  await attempt(host, GOOD)
  const before = process.memoryUsage().rss
  for (let i = 0; i < 12; i++)
    expect(ending(await attempt(host, plan(`const a = [${i}]; for (;;) a.push(new Uint8Array(1e6))`)))).toBe(
      'stopped: memory',
    )
  expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(300)
})

test('A play costs a few milliseconds.', async () => {
  for (let i = 0; i < 10; i++) await attempt(host, GOOD)
  const start = performance.now()
  for (let i = 0; i < 50; i++) await attempt(host, GOOD)
  const each = (performance.now() - start) / 50
  if (process.env.KATA_FIGURES) console.log(`a play with its 10 calls: ${each.toFixed(2)} ms`)
  expect(each).toBeLessThan(40)
})

test('A planner may make 20,000 calls less one, and may poll a minute at 1 ms.', async () => {
  const calls = plan(
    'let n = 0; for (let i = 0; i < 190; i++) { await Promise.all(Array.from({ length: 100 }, () => desk.journal.read().then(() => { n += 1 }))) } return { kind: String(n) }',
  )
  expect(ending(await attempt(host, calls, { parts: ['journal'] }))).toBe('outcome {"kind":"19000"}')
  const polls = plan(
    "const end = desk.clock.now() + 60_000; let n = 0; while (desk.clock.now() < end && n < 19_000) { n += 1; await desk.journal.read(); await desk.clock.sleep(2) } return { kind: 'done' }",
  )
  expect(ending(await attempt(host, polls, { parts: ['journal'] }))).toBe('outcome {"kind":"done"}')
})

test('The worker starts from any folder, one with spaces and an umlaut included, and does not hold its process.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'with spaces und ä '))
  try {
    const trial = new URL('./trial.ts', import.meta.url).href
    const pool = new URL('./pool.ts', import.meta.url).href
    const code = `import { attempt, ending, GOOD } from ${JSON.stringify(trial)}; import { wallHost } from ${JSON.stringify(pool)}; attempt(wallHost(), GOOD).then((record) => console.log(ending(record)))`
    const tsx = import.meta.resolve('tsx')
    const said = execFileSync(process.execPath, ['--import', tsx, '--input-type=module', '-e', code], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(said).toBe('outcome {"kind":"done"}\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
  expect(fileURLToPath(import.meta.url)).toContain('last-resort')
})
