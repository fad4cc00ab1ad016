/** What a play leaves to the next, which is nothing; what limits are counted in; and where a planner is when it is stopped. */
import { afterAll, expect, test } from 'vitest'
import { loopLine } from './loop-line.ts'
import { wallHost } from './pool.ts'
import { attempt, COUNTING, ending, plan } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

async function got(body: string): Promise<unknown> {
  const { ended } = await attempt(
    host,
    plan(`const got = await (async () => {\n${body}\n})()\nreturn { kind: 'done', got }`),
  )
  if (ended.how !== 'outcome') throw new Error(JSON.stringify(ended))
  return (ended.outcome as { got?: unknown }).got
}

test('Nothing of a play is left to the next: no global, no change of a prototype, no byte of memory.', async () => {
  const look = `const bytes = new Uint8Array(4e6)
  return [typeof left, typeof Array.prototype.left, String(JSON.stringify({ a: 1 })), String(Math.random()), bytes.some((byte) => byte !== 0), Object.keys(globalThis)]`
  const first = await got(look)
  await got(`globalThis.left = 1; Array.prototype.left = 1; JSON.stringify = () => 'forged'; Math.random = () => 4
  const all = []; for (let i = 0; i < 9; i++) all.push(new Uint8Array(1e6).fill(170), 'left'.repeat(1e5)); return all.length`).catch(
    () => undefined,
  )
  expect(await got(look)).toEqual(first)
  expect(first).toEqual(['undefined', 'undefined', '{"a":1}', expect.any(String), false, []])
})

test('A planner that was stopped leaves nothing either.', async () => {
  for (const body of ['globalThis.left = 1; for (;;);', 'globalThis.left = 1; const f = () => f(); f()'])
    expect(ending(await attempt(host, plan(body)))).toMatch(/^stopped/)
  expect(await got('return typeof left')).toBe('undefined')
})

test('Limits are counted, not timed: the same planner is stopped at the same tick, whoever plays it.', async () => {
  const other = wallHost()
  try {
    for (const body of ['while (true) await null', `${COUNTING} for (let i = 0; ; i++) desk.log('line ' + i)`]) {
      const [a, b] = [await attempt(host, plan(body)), await attempt(other, plan(body))]
      expect([b.ticks, b.logged.length, b.ended]).toEqual([a.ticks, a.logged.length, a.ended])
    }
  } finally {
    await other.close()
  }
})

/** The line where a planner with this body is stopped; the body begins on line 2. */
const stoppedAt = async (body: string): Promise<number | undefined> => {
  const { ended } = await attempt(host, plan(body))
  return ended.how === 'stopped' ? ended.stop.line : undefined
}

test('A loop that is stopped is told its line.', async () => {
  const loops: [string, number][] = [
    ['const a = 1\nwhile (true) {}', 3],
    ['const a = Math.abs(-1)\nconst b = a\nfor (;;) {\n  b + 1\n}', 4],
    ['for (;;) {\n  Math.abs(1)\n}', 3],
    ['const spin = () => {\n  do {} while (true)\n}\nspin()', 3],
    // The line of an await is a line of its loop.
    ['await null\nwhile (true)\n  await null', 4],
    ['await null\nconst f = async () => {\n  for (;;) await 0\n}\nawait f()', 4],
    ['for (let i = 0; ; i++)\n  desk.log(String(i))', 3],
    ['const all = []\nfor (;;) {\n  all.push(new Uint8Array(1e6))\n}', 4],
    ['const all = []\nfor (;;) all.push({})', 3],
  ]
  for (const [body, line] of loops) expect(await stoppedAt(body), body).toBe(line)
})

test('The line of a loop is found from the line that the engine knows.', () => {
  const js = `async function plan() {
  const a = ask() // while it lasts
  if (a) {
    const words = 'for ever'
    while (a) {}
  }
  for (const b of a) {
    ask(b)
  }
  return a
}`
  expect([1, 2, 4, 5, 8, 10].map((line) => loopLine(js, line))).toEqual([5, 5, 5, 5, 8, 10])
  expect(loopLine(js, undefined)).toBe(undefined)
})
