/** The watched screen in a real terminal (tmux): red, a fix, green, a syntax error, quit; and the terminal given back. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const home = fileURLToPath(new URL('../..', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'planner-katas-tty-'))
const work = join(place, 'my katas')
const socket = join(place, 'tmux')
const tmux = (...args: string[]) => execFileSync('tmux', ['-S', socket, ...args], { encoding: 'utf8', stdio: 'pipe' })
const shown = () => tmux('capture-pane', '-p', '-t', 'kata')
const press = (...keys: string[]) => tmux('send-keys', '-t', 'kata', ...keys)
const see = (text: string | RegExp) =>
  vi.waitFor(() => expect(shown()).toMatch(text), { timeout: 15_000, interval: 50 })

const folder = readdirSync(join(home, 'katas')).find((name) => name.startsWith('00-')) ?? ''
const planner = join(work, 'katas', folder, 'planner.ts')

beforeAll(() => {
  execFileSync('git', ['clone', '--quiet', home, work])
  symlinkSync(join(home, 'node_modules'), join(work, 'node_modules'), 'junction')
  tmux('new-session', '-d', '-s', 'kata', '-x', '80', '-y', '24', '-c', work, 'bash --norc --noprofile')
  press("PS1='READY> '; clear", 'Enter')
})
afterAll(() => {
  try {
    tmux('kill-server')
  } catch {
    // It was never started.
  }
  rmSync(place, { recursive: true, force: true })
})

test('the whole path, from the first red to quitting', async () => {
  await see('READY>')
  press('npm start', 'Enter')
  await see('Red is where every kata starts.')
  const first = shown().split('\n')
  expect(first[0]).toContain('00 The first answer')
  expect(first[23]).toMatch(/r run again {3}q quit/)

  copyFileSync(join(work, 'solutions', folder, 'reference.ts'), planner)
  await see('Every requirement is met.')

  writeFileSync(planner, 'export async function plan(desk) {\n  return (\n}\n')
  await see(/planner\.ts:\d/)
  expect(shown()).not.toContain('Every requirement is met.')

  tmux('resize-window', '-t', 'kata', '-x', '120', '-y', '40')
  await vi.waitFor(() => expect(shown().split('\n')[39]).toMatch(/q quit/), 5000)

  press('C-c')
  await see('Come back with: npm start')
  await see(/^READY>$/m)
  // Other screen off, cursor on.
  expect(tmux('display-message', '-p', '-t', 'kata', '#{alternate_on} #{cursor_flag}').trim()).toBe('0 1')
})
