/** The worker's code as one file: TypeScript that Node 20 can run, built once for each state of the sources. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = resolve(HERE, '..', '..')
/** Inside `node_modules`, so that the file finds the packages that it imports, and goes with them. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'planner-katas')
/** What the worker is made of. */
const SOURCES = ['src/a2a', 'src/host', 'src/kit', 'src/replay']

/** The URL of the bundled worker. Two processes that build it at once write the same file, each whole. */
export function workerUrl(): URL {
  const hash = createHash('sha256')
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
        hash.update(name).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  const file = join(CACHE, `worker-${hash.digest('hex').slice(0, 16)}.mjs`)
  if (!existsSync(file)) build(file)
  return pathToFileURL(file)
}

function build(file: string): void {
  mkdirSync(CACHE, { recursive: true })
  const built = buildSync({
    entryPoints: [join(HERE, 'worker.ts')],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    write: false,
    sourcemap: 'inline',
  })
  const text = built.outputFiles[0]?.text ?? ''
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text)
  renameSync(temporary, file)
  for (const old of readdirSync(CACHE)) {
    // A build of an hour ago serves nobody; one of a minute ago may be starting in another process.
    if (old.startsWith('worker-') && join(CACHE, old) !== file && isOld(join(CACHE, old)))
      rmSync(join(CACHE, old), { force: true })
  }
}

function isOld(file: string): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > 3_600_000
  } catch {
    return false
  }
}
