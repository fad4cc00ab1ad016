/** The worker and the planner's side as files that Node 20 can run: built once for each state of the sources. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BuildOptions } from 'esbuild'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const ROOT = resolve(HERE, '..', '..')
/** Inside `node_modules`, so that the files find the packages that they import, and go with them. */
const CACHE = join(ROOT, 'node_modules', '.cache', 'planner-katas')
/** What they are made of. */
const SOURCES = ['src/a2a', 'src/host', 'src/host/guest', 'src/kit', 'src/replay']

export interface Bundles {
  /** A module for a worker thread. */
  worker: URL
  /** A script that declares `guest`, with `makeGuest` in it. */
  guest: URL
}

let built: Bundles | undefined

/** Two processes that build them at once write the same files, each whole. */
export function bundles(): Bundles {
  built ??= bundlesOf(stateOfSources())
  return built
}

function stateOfSources(): string {
  const hash = createHash('sha256')
  for (const folder of SOURCES) {
    for (const name of readdirSync(join(ROOT, folder)).sort()) {
      if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
        hash.update(name).update(readFileSync(join(ROOT, folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

function bundlesOf(state: string): Bundles {
  const worker = cached(`worker-${state}.mjs`, {
    entryPoints: [join(HERE, 'worker.ts')],
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    // It looks for its WebAssembly beside itself.
    external: ['@jitl/*'],
    sourcemap: 'inline',
  })
  const guest = cached(`guest-${state}.js`, {
    entryPoints: [join(HERE, 'guest', 'index.ts')],
    format: 'iife',
    globalName: 'guest',
    target: 'es2022',
  })
  return { worker, guest }
}

function cached(name: string, options: BuildOptions): URL {
  const file = join(CACHE, name)
  if (!existsSync(file)) {
    // Only here: nearly always the files are there, and loading esbuild takes longer than reading them.
    const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild')
    const { outputFiles } = buildSync({ ...options, bundle: true, write: false, logLevel: 'silent' })
    put(file, outputFiles?.[0]?.text ?? '')
    removeOld(name)
  }
  return pathToFileURL(file)
}

/** Whole or not at all. On Windows a file that another process has open is not replaced: then its own is as good. */
function put(file: string, text: string): void {
  mkdirSync(CACHE, { recursive: true })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text)
  try {
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    if (!existsSync(file)) throw error
  }
}

/** A build of an hour ago serves nobody; one of a minute ago may be starting in another process. */
function removeOld(name: string): void {
  const [kind] = name.split('-') as [string]
  for (const other of readdirSync(CACHE)) {
    if (!other.startsWith(`${kind}-`) || other === name) continue
    try {
      if (Date.now() - statSync(join(CACHE, other)).mtimeMs > 3_600_000) rmSync(join(CACHE, other), { force: true })
    } catch {
      // Another process removes it too.
    }
  }
}
