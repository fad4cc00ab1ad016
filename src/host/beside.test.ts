/** Beside the test and behind the wall a planner makes the same calls at the same times and ends the same way; lines may differ. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { besideHost } from './beside.ts'
import type { PlayRecord } from './host.ts'
import { wallHost } from './pool.ts'
import { attempt, COUNTING, plan, run } from './trial.ts'

const wall = wallHost()
const beside = besideHost()
afterAll(() => wall.close())

const SEEDS = [null, 'one', 'two', 'three']
const bare = ({ ended, transcript, logged, elapsed, names }: PlayRecord): string =>
  JSON.stringify({
    ended: {
      ...ended,
      line: undefined,
      stop: ended.how === 'stopped' ? { ...ended.stop, line: undefined } : undefined,
    },
    transcript: transcript.map((call) => ({ ...call, line: undefined })),
    logged,
    elapsed,
    names,
  })

const root = new URL('../../solutions/', import.meta.url)
const kata = readdirSync(root).find((name) => name.startsWith('01-')) ?? ''
const planners = ['right', 'wrong'].flatMap((folder) =>
  readdirSync(new URL(`${kata}/${folder}/`, root)).map((file) => `${kata}/${folder}/${file}`),
)

for (const seed of SEEDS) {
  test(`Every right and wrong planner of kata 01 plays alike in both hosts, ${seed === null ? 'as published' : `as twin “${seed}”`}.`, async () => {
    const agents = { tests: run('run-tests-of-build-18'), deploy: run('deploy-to-production') }
    for (const path of planners) {
      const text = readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
      const job = {
        planner: { text, file: 'planner.ts' },
        request: { build: 18, target: 'production' },
        agents,
        parts: [],
        seed,
        crashes: false,
      }
      const answers = { ask: () => null, crash: () => null }
      expect(bare(await beside.play(job, answers)), path).toBe(bare(await wall.play(job, answers)))
    }
  })
}

const BODIES: Record<string, string> = {
  polls: `${COUNTING} for (;;) { const t = await desk.agents.counter.getTask({ id: task.id }); if (t.status.state === 'TASK_STATE_COMPLETED') return { kind: 'done' }; await desk.clock.sleep(100 + Math.random() * 100) }`,
  follows: `${COUNTING} const seen = []; for await (const event of desk.agents.counter.subscribeToTask({ id: task.id })) { seen.push(Object.keys(event)[0]); if (seen.length > 2) break } return { kind: 'done', seen }`,
  'sets timers':
    "const seen = []; const every = setInterval(() => seen.push(Date.now()), 7); setTimeout(() => clearInterval(every), 50); await desk.clock.sleep(80); return { kind: 'done', seen, id: crypto.randomUUID() }",
  aborts:
    'const c = new AbortController(); setTimeout(() => c.abort(), 9); try { await desk.clock.sleep(100, { signal: c.signal }) } catch (e) { return { kind: e.name, at: desk.clock.now() } }',
  waits: 'await new Promise(() => {})',
  'throws in a timer':
    "setTimeout(() => { throw new TypeError('late') }, 5); await desk.clock.sleep(9); return { kind: 'done' }",
  'uses globalThis':
    'await new Promise((wake) => globalThis.setTimeout(wake, 5)); return { kind: typeof globalThis.structuredClone, at: globalThis.Date.now() }',
  recurses: 'const f = () => f() + 1; f()',
}

for (const [name, body] of Object.entries(BODIES)) {
  test(`A planner that ${name} plays alike in both hosts.`, async () => {
    for (const seed of SEEDS)
      expect(bare(await attempt(beside, plan(body), { seed }))).toBe(bare(await attempt(wall, plan(body), { seed })))
  })
}
