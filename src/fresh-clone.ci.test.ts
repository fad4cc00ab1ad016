/** What a person meets first: a clone without `node_modules`, in a folder with a space in its name. Installs from the registry. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const home = fileURLToPath(new URL('..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'planner-katas-'))
const clone = join(place, 'my katas')
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Runs a command in the clone, without a terminal and without what this test was started with. */
function run(command: string, args: string[], env: Record<string, string> = {}) {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_ENV|INIT_CWD|FORCE_COLOR)/.test(name)),
  )
  const options = {
    cwd: clone,
    encoding: 'utf8' as const,
    env: { ...clean, NO_COLOR: '1', ...env },
    shell: process.platform === 'win32',
  }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  return { status, stdout, all: stdout + stderr }
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A learner', '-c', 'user.email=learner@example.org', ...args], { cwd: clone })

const noNetwork = { npm_config_registry: 'http://127.0.0.1:9', npm_config_fetch_retries: '0' }

function megabytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1e6
}

test('npm start on a fresh clone shows the first failing requirement in words, and exits 0', () => {
  execFileSync('git', ['clone', '--quiet', home, clone])
  const { status, all, stdout } = run('npm', ['start'])
  expect(all).toContain('Setting up: nothing is installed yet.')
  expect(stdout).toContain('Red is where every kata starts.')
  expect(stdout).toMatch(/00 The first answer/)
  expect(stdout).toMatch(/✗ R1 {2}A question that the clerk answers at once/)
  expect(stdout).toMatch(/planner\.ts:\d+/)
  expect(status).toBe(0)
}, 120_000)

test('what it installed is 120 MB or less', () => {
  expect(megabytes(join(clone, 'node_modules'))).toBeLessThanOrEqual(120)
})

test('a second start needs no network, and installs nothing', () => {
  const { status, all } = run('npm', ['start'], noNetwork)
  expect(all).not.toContain('Setting up')
  expect(status).toBe(0)
})

test('npm test passes where the planner was edited into nonsense, and committed', () => {
  for (const folder of readdirSync(join(clone, 'katas')).filter((name) => /^\d/.test(name)))
    writeFileSync(join(clone, 'katas', folder, 'planner.ts'), 'export const plan = (((\n')
  git('commit', '--quiet', '--all', '--message', 'nonsense')
  const { status, all } = run('npm', ['test'])
  expect(all.match(/^ FAIL .*/gm) ?? []).toEqual([])
  expect(status).toBe(0)
  git('reset', '--quiet', '--hard', 'HEAD~1')
}, 240_000)

test('a full install by a developer is not undone by the next start', () => {
  expect(run('npm', ['ci']).status).toBe(0)
  expect(run('npm', ['start'], noNetwork).status).toBe(0)
  expect(existsSync(join(clone, 'node_modules', '@biomejs', 'biome'))).toBe(true)
}, 240_000)

test('without network and without packages it says what to do, and exits 1', () => {
  rmSync(join(clone, 'node_modules'), { recursive: true })
  const { status, all } = run('npm', ['start'], { ...noNetwork, npm_config_cache: join(place, 'empty cache') })
  expect(all).toContain('This step needs the network, once. Check the connection')
  expect(all).not.toMatch(/at .*setup\.mjs/)
  expect(status).toBe(1)
}, 120_000)
