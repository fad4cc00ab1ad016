/** The type errors of one planner, by TypeScript's own compiler in a process beside ours. They are counted, and never hide what the planner does. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import type { TypeErrors } from './state.ts'

/** Checks `katas/<folder>/planner.ts` alone. `null`: the compiler could not be asked, or was told to stop by `signal`. */
export function typeErrors(root: string, folder: string, signal?: AbortSignal): Promise<TypeErrors | null> {
  const place = join(root, '.kata', 'types')
  const config = join(place, `${folder}.json`)
  const fromHere = (path: string) => relative(place, join(root, path)).replaceAll('\\', '/')
  mkdirSync(place, { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      extends: fromHere('katas/tsconfig.json'),
      files: [fromHere(`katas/${folder}/planner.ts`)],
      include: [fromHere('katas/*.d.ts'), fromHere('katas/.types/*.d.ts')],
    }),
  )
  const bin = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  return new Promise((done) => {
    const args = [bin, '--noEmit', '--pretty', 'false', '-p', config]
    execFile(
      process.execPath,
      args,
      { cwd: root, maxBuffer: 16e6, timeout: 30_000, ...(signal ? { signal } : {}) },
      (error, stdout) => {
        // A compiler that ends badly and says nothing has not run.
        done(error && stdout.trim() === '' ? null : readTypeErrors(stdout, root, `katas/${folder}/planner.ts`))
      },
    )
  })
}

/** The errors of `file` (from the root) in the compiler's plain output. */
export function readTypeErrors(output: string, root: string, file: string): TypeErrors {
  const found = [...output.matchAll(/^(.+?)\((\d+),\d+\): error TS\d+: (.*)$/gm)].filter(
    ([, path]) => path !== undefined && resolve(root, path) === resolve(root, file),
  )
  const [first] = found
  if (!first) return { count: 0 }
  return { count: found.length, first: { line: Number(first[2]), message: first[3] ?? '' } }
}
