/** `kata check` and `kata new` as an author has them: in a copy of the workbook, as commands, with their exit codes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Checked } from '../gate/check.ts'
import { home } from '../gate/planted.ts'

const copy = join(mkdtempSync(join(tmpdir(), 'planner-katas-')), 'a copy of it')

beforeAll(() => {
  for (const name of [
    'src',
    'fixtures',
    'katas',
    'solutions',
    'site',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(home, name), join(copy, name), { recursive: true })
  symlinkSync(join(home, 'node_modules'), join(copy, 'node_modules'), 'junction')
})
afterAll(() => rmSync(join(copy, '..'), { recursive: true, force: true }))

function start(args: string[]): ChildProcess {
  const env = {
    ...process.env,
    NO_COLOR: '1',
    VITEST: undefined,
    VITEST_WORKER_ID: undefined,
    VITEST_POOL_ID: undefined,
  }
  return spawn(process.execPath, [join(copy, 'src', 'kata.mjs'), ...args], { cwd: copy, env: env as NodeJS.ProcessEnv })
}

function kata(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((done) => {
    const child = start(args)
    let [out, err] = ['', '']
    child.stdout?.on('data', (data: Buffer) => {
      out += String(data)
    })
    child.stderr?.on('data', (data: Buffer) => {
      err += String(data)
    })
    child.once('close', (code) => done({ code, out, err }))
  })
}

test('a new kata passes as a draft, its gaps printed as a to-do', async () => {
  const begun = await kata('new', 'a-new-kata', '--title', 'The report that was not there')
  expect(begun.err).toBe('')
  expect(begun.out).toContain('/planner.test.ts')
  const folder = join(
    copy,
    'katas',
    readdirSync(join(copy, 'katas')).find((name) => name.endsWith('-the-report-that-was-not-there')) ?? '',
  )
  expect(readFileSync(join(folder, 'planner.test.ts'), 'utf8')).toContain('subject(source, import.meta.url)')
  const { code, out } = await kata('check', 'a-new-kata', '--json')
  const [checked] = JSON.parse(out) as Checked[]
  const rules = [...new Set(checked?.findings.map(({ rule }) => rule))]
  expect(rules).toEqual(['no-gaps', 'seals-fresh'])
  expect(checked?.summary).toMatchObject({ right: 3, wrong: 2 })
  expect(code).toBe(0)
  const printed = await kata('check', 'a-new-kata')
  expect(printed.out).toMatch(/^· \d\d-the-report-that-was-not-there \(draft\)\n/)
  expect(printed.out).toContain('to do, no-gaps:')
  expect(printed.out).toContain('1 kata checked: every rule holds. 1 draft with things to do.')
})

test('a fault in a ready kata: exit code 1, the rule by name, the sentence and its mend', async () => {
  const file = join(copy, 'katas', '01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not', 'question.md')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace(/^title: .*$/m, 'title: The rejected deploy'))
  const { code, out } = await kata('check', '1')
  writeFileSync(file, whole)
  expect(code).toBe(1)
  expect(out).toMatch(/^✗ 01-the-poll-loop/)
  expect(out).toMatch(
    /no-spoilers:\n {4}katas\/01-[\w-]+\/question\.md:3: “rejected” stands in the title and gives the answer away\. Say what a caller sees\./,
  )
  expect(out).toMatch(/1 kata checked, 1 not right: no-spoilers/)
  // Where the judge itself has changed, everything is judged anew.
}, 300_000)

test('a kata that cannot be read is not right, and one that is none is misuse', async () => {
  const file = join(copy, 'katas', '01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not', 'question.md')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace('level: L2', 'level: L9'))
  const unread = await kata('check', '1')
  writeFileSync(file, whole)
  expect(unread.out).toContain('files-read:\n    katas/01-')
  expect(unread.out).toContain('`level` cannot be "L9".')
  expect(unread.code).toBe(1)
  const misuse = await kata('check', 'no-such-kata')
  expect(misuse.err).toContain('There is no kata `no-such-kata`.')
  expect(misuse.code).toBe(2)
})

test.skipIf(!existsSync('/proc/self/task'))('an interrupt leaves no process behind', async () => {
  const child = start(['check', '1', '--fresh'])
  const judges = await until(
    () => childrenOf(child.pid ?? 0),
    (pids) => pids.length >= 2,
  )
  child.kill('SIGINT')
  const left = await until(
    () => [child.pid ?? 0, ...judges].filter((pid) => existsSync(`/proc/${pid}`)),
    (pids) => pids.length === 0,
  )
  expect(left).toEqual([])
})

const childrenOf = (pid: number): number[] => {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

/** Looks again and again, for half a minute. */
async function until<T>(look: () => T, done: (value: T) => boolean): Promise<T> {
  for (let nth = 0; nth < 300 && !done(look()); nth++) await new Promise((resolve) => setTimeout(resolve, 100))
  return look()
}
