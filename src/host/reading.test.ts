/** Texts that are made to be read for ever, and where a debugger finds a planner. */
import { Session } from 'node:inspector'
import { afterAll, expect, test } from 'vitest'
import { besideHost } from './beside.ts'
import { wallHost } from './pool.ts'
import { attempt, ending, GOOD, words } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

test('A text that a type stripper reads for ever is ended, in words, and at once the next time.', async () => {
  const text = `const x = ${'<T>('.repeat(60)}1${')'.repeat(60)}\n${GOOD}`
  expect(words(await attempt(host, text))).toBe(
    'Its text could not be read within 3 seconds. Look for very many brackets, one inside the other.',
  )
  const start = performance.now()
  expect(ending(await attempt(host, text))).toBe('stopped: load')
  expect(performance.now() - start).toBeLessThan(50)
  expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
})

test('A debugger knows a planner beside the test by its own address and lines.', async () => {
  const session = new Session()
  session.connect()
  const urls: string[] = []
  session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url))
  session.post('Debugger.enable')
  const url = 'file:///a%20folder/planner.ts'
  try {
    const job = {
      planner: { text: GOOD, file: 'planner.ts', url },
      request: null,
      agents: {},
      parts: [],
      seed: null,
      crashes: false,
    }
    const { ended } = await besideHost().play(job, { ask: () => null, crash: () => null })
    expect(urls).toContain(url)
    expect(ended).toMatchObject({ how: 'threw', line: 2 })
  } finally {
    session.disconnect()
  }
})

test('What a planner leaves to reject by itself harms neither host, nor the test.', async () => {
  const text = `export async function plan(desk) { Promise.reject(new Error('left')); await desk.clock.sleep(5); Promise.reject(new Error('late')); return { kind: 'done' } }`
  for (const each of [host, besideHost()]) expect(ending(await attempt(each, text))).toBe('outcome {"kind":"done"}')
})
