/** Plain Vitest, on every right, wrong and shipped planner of every kata: it says what the judge says, in the same words, in each reporter. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/index.ts'
import { failureText } from '../kit/test/failure-text.ts'
import { shipped } from '../seal/shipped.ts'
import { judgePool } from './pool.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const copy = join(mkdtempSync(join(tmpdir(), 'planner-katas-')), 'a copy of it')
const pool = judgePool(2)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')

const planners = loadCatalogue(root).katas.flatMap((kata) => {
  const { reference, right, wrong } = kata.solutions ?? { reference: null, right: [], wrong: [] }
  const named = [...(reference ? [reference] : []), ...right, ...wrong].map(({ name, text }) => [name, text] as const)
  return [['shipped', shipped(kata.id).planner] as const, ...named].map(([name, text]) => ({
    kata,
    name,
    text,
    folder: join('katas', `${kata.folder.slice(0, 2)} ${name}`),
  }))
})

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
}

/** Exit code and everything printed. */
function run(args: string[], cwd: string): Promise<{ code: number; out: string }> {
  return new Promise((done) => {
    const env = {
      ...process.env,
      NO_COLOR: '1',
      VITEST: undefined,
      VITEST_WORKER_ID: undefined,
      VITEST_POOL_ID: undefined,
    }
    execFile(process.execPath, [vitest, 'run', ...args], { cwd, env, maxBuffer: 1 << 27 }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out: out + err }),
    )
  })
}

let report: Report
let printed = ''

beforeAll(async () => {
  mkdirSync(join(copy, 'katas'), { recursive: true })
  for (const name of ['src', 'fixtures/runs', 'package.json', 'tsconfig.json', 'vitest.config.ts'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  for (const { kata, text, folder } of planners) {
    mkdirSync(join(copy, folder), { recursive: true })
    cpSync(join(root, kata.paths.expected), join(copy, folder, 'expected.json'))
    writeFileSync(join(copy, folder, 'planner.test.ts'), shipped(kata.id).test)
    writeFileSync(join(copy, folder, 'planner.ts'), text)
  }
  const file = join(copy, 'report.json')
  printed = (await run(['--reporter=default', '--reporter=json', `--outputFile=${file}`], copy)).out
  report = JSON.parse(readFileSync(file, 'utf8')) as Report
}, 300_000)

afterAll(async () => {
  await pool.close()
  rmSync(resolve(copy, '..'), { recursive: true, force: true })
})

describe.each(planners.map((planner) => [planner.folder, planner] as const))('%s', (folder, { kata, name, text }) => {
  test('plain Vitest gives the verdict of the judge, and the same words in both reporters', async () => {
    const { verdict } = await pool.judge({
      kata: kata.id,
      folder: join(root, kata.paths.folder),
      test: shipped(kata.id).test,
      planner: text,
    })
    const path = join(folder, 'planner.test.ts').replaceAll('\\', '/')
    const results = report.testResults.find((file) => file.name.endsWith(path))?.assertionResults ?? []
    expect(results.map(({ title, status }) => `${title.split(':')[0]} ${status}`)).toEqual(
      verdict.requirements.map(({ id, status }) => `${id} ${status === 'met' ? 'passed' : 'failed'}`),
    )
    for (const { id, failure } of verdict.requirements) {
      if (!failure) continue
      const plain = failureText(failure)
      const result = results.find(({ title }) => title.startsWith(`${id}:`))
      expect(result?.failureMessages.join('\n')).toContain(plain)
      expect(printed).toContain(plain)
    }
    const right = name === 'reference.ts' || kata.solutions?.right.some((fix) => fix.name === name)
    expect(verdict.requirements.every(({ status }) => status === 'met')).toBe(right)
  })
})

const ENDLESS: [string, string][] = [
  ['while (true) {}', 'went on computing'],
  ['while (true) await null', 'went on computing'],
  ["for (;;) try { await desk.agents.deploy.getTask({ id: 'x' }) } catch {}", 'It would never end'],
]

test.each(ENDLESS)(
  'a planner that does `%s` turns the kata red in words, in ten seconds, from inside its folder',
  async (loop, words) => {
    const first = planners.find(({ kata, name }) => name === 'shipped' && kata.id === 'never-ending-poll')
    const folder = join(copy, first?.folder ?? '')
    writeFileSync(
      join(folder, 'planner.ts'),
      `import type { Desk, Outcome } from '#kit'\nexport async function plan(desk: Desk<'tests' | 'deploy'>): Promise<Outcome> {\n  ${loop}\n}\n`,
    )
    const started = Date.now()
    const { code, out } = await run([], folder)
    expect(Date.now() - started).toBeLessThan(10_000)
    expect(code).toBe(1)
    expect(out).toContain(words)
    expect(out).toContain('7 failed')
    expect(out).not.toContain('Test timed out')
  },
)
