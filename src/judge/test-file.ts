/** A kata's own test file as a function: transformed once, run again and again with another planner's text. */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'esbuild'
import * as kitTest from '../kit/test/index.ts'
import { vitestWithoutVitest } from '../kit/test/runner.ts'

/** `src/judge` lies two folders below the root. */
const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface TestFile {
  path: string
  /** Declares the file's tests, with `planner` in place of `./planner.ts?raw`. */
  define(planner: string): void
}

const files = new Map<string, { text: string; file: TestFile }>()

/** The test file of the kata in `folder`; `text`: other text in its place, as a seal keeps it. */
export function testFile(folder: string, text?: string): TestFile {
  const path = join(folder, 'planner.test.ts')
  const source = text ?? readFileSync(path, 'utf8')
  const known = files.get(path)
  if (known?.text === source) return known.file
  const file: TestFile = { path, define: compile(path, source) }
  files.set(path, { text: source, file })
  return file
}

function compile(path: string, source: string): (planner: string) => void {
  const { code } = transformSync(source, {
    loader: 'ts',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.url': '__url' },
    sourcefile: path,
  })
  const body = new Function('require', 'exports', 'module', '__url', code) as (
    require: (id: string) => unknown,
    exports: object,
    module: { exports: object },
    url: string,
  ) => void
  const url = pathToFileURL(path).href
  return (planner) => {
    const module = { exports: {} }
    body((id) => imported(path, id, planner), module.exports, module, url)
  }
}

/** What a kata's test may import, and nothing else. */
function imported(path: string, id: string, planner: string): unknown {
  if (id === 'vitest') return vitestWithoutVitest()
  if (id === '#kit/test') return kitTest
  if (id === './planner.ts?raw') return { __esModule: true, default: planner }
  if (id.startsWith('#runs/') && id.endsWith('.json'))
    return { __esModule: true, default: run(id.slice('#runs/'.length)) }
  throw new Error(
    `${path} imports "${id}". A kata's test imports vitest, #kit/test, #runs/…json and ./planner.ts?raw, and nothing else.`,
  )
}

const runs = new Map<string, { changed: number; run: unknown }>()

/** One object for one run as long as its file stays as it is, since models are kept by it. */
function run(name: string): unknown {
  const file = join(ROOT, 'fixtures', 'runs', ...name.split('/'))
  const changed = statSync(file).mtimeMs
  const known = runs.get(file)
  if (known?.changed === changed) return known.run
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
  runs.set(file, { changed, run: parsed })
  return parsed
}
