/** What an editor sees when it opens a kata: the katas' own TypeScript project. */
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('completion in a kata reaches the kit and the katas, and nothing of solutions/', () => {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  // Its exit code is about the learner's text, which may be anything; the list is not.
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', join(root, 'katas'), '--listFilesOnly'], {
    encoding: 'utf8',
  })
  const files = stdout
    .trim()
    .split(/\r?\n/)
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => !file.startsWith('node_modules/'))
  // Through a kata's test, which nobody edits; planners may be anything by now.
  expect(files).toContain('src/kit/test/index.ts')
  expect(files).toContain('katas/.types/wall.d.ts')
  expect(files.filter((file) => !/^(katas|src)\//.test(file))).toEqual([])
})
