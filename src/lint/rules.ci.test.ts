/** Each rule about who may import whom: a violation is planted, and the sentence that says why is read. Needs Biome, a devDependency. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'planner-katas-lint-'))
for (const part of ['biome.json', 'src/lint/no-snapshots.grit']) cpSync(join(root, part), join(folder, part))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the linter says of a file with this text at this place. */
function lint(file: string, text: string): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  try {
    execFileSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', '--colors=off', file], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return 'clean'
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return (stdout + stderr).replace(/\s+/g, ' ')
  }
}

const planner = "A planner may import '#kit' alone"
const kataTest =
  "A kata's test imports vitest (test, describe, expect), '#kit/test', '#runs/….json' and './planner.ts?raw' alone"
const anywhere = 'run anywhere, also on a page and in a worker: nothing of Node or of the browser'
const sdk = 'Only fixtures/ touches an A2A SDK'
const runner =
  'Only one file in src/ (src/kit/test/runner.ts) touches the programming interface of Vitest or its runner'

test.each([
  ['katas/01-a/planner.ts', "import fs from 'node:fs'\nfs.statSync('.')", planner],
  ['katas/01-a/planner.ts', "import { play } from '#kit/test'\nplay()", planner],
  ['katas/01-a/planner.ts', "import { help } from './help.ts'\nhelp()", planner],
  ['solutions/01-a/reference.ts', "import { z } from 'zod'\nz.string()", planner],
  ['solutions/01-a/wrong/one.ts', "import { reference } from '../reference.ts'\nreference()", planner],
  ['katas/01-a/planner.test.ts', "import { vi } from 'vitest'\nvi.fn()", kataTest],
  ['katas/01-a/planner.test.ts', "import fs from 'node:fs'\nfs.statSync('.')", kataTest],
  ['katas/01-a/planner.test.ts', "import { plan } from './planner.ts'\nplan()", kataTest],
  [
    'katas/01-a/planner.test.ts',
    "import { expect } from 'vitest'\nexpect(1).toMatchInlineSnapshot()",
    "No snapshots in a kata's test",
  ],
  ['src/a2a/one.ts', "import fs from 'node:fs'\nfs.statSync('.')", anywhere],
  ['src/replay/one.ts', 'process.exit(1)', anywhere],
  ['src/kit/one.ts', 'document.body.remove()', anywhere],
  [
    'src/kit/test/one.ts',
    "import { wall } from '../../host/node.ts'\nwall()",
    "kit/test reaches the host through '#host'",
  ],
  ['src/terminal/one.ts', "import { A2AClient } from '@a2a-js/sdk/client'\nnew A2AClient()", sdk],
  ['site/build/one.ts', "import { Role } from '@a2a-js/sdk'\nRole()", sdk],
  ['src/judge/one.ts', "import { startTests } from '@vitest/runner'\nstartTests()", runner],
  ['src/grade/one.ts', "import { startVitest } from 'vitest/node'\nstartVitest()", runner],
  ['src/kit/test/one.ts', "import { chai } from '@vitest/expect'\nchai()", runner],
  ['site/build/one.ts', "import one from '../../solutions/01-a/reference.ts'\none()", 'would carry it to candidates'],
])('%s may not hold: %s', (file, text, sentence) => {
  expect(lint(file, text)).toContain(sentence)
})

test.each([
  ['katas/01-a/planner.ts', "import type { Desk } from '#kit'\nexport const plan = (desk: Desk) => desk"],
  [
    'katas/01-a/planner.test.ts',
    "import { expect, test } from 'vitest'\nimport { subject } from '#kit/test'\nimport run from '#runs/js/a.json'\nimport source from './planner.ts?raw'\n\ntest('R1: a', () => expect([subject, run, source]).toBe(1))",
  ],
  ['src/kit/test/runner.ts', "import { startTests } from '@vitest/runner'\nstartTests()"],
  ['src/replay/one.test.ts', "import fs from 'node:fs'\nfs.statSync('.')"],
  ['src/replay/two.ts', "import type { Host } from '../host/host.ts'\nexport type Two = Host"],
  ['fixtures/agents/js/one.ts', "import { Role } from '@a2a-js/sdk'\nRole()"],
  ['vitest.config.ts', "import { defineConfig } from 'vitest/config'\nexport default defineConfig({})"],
])('%s may hold: %s', (file, text) => {
  expect(lint(file, text)).toBe('clean')
})
