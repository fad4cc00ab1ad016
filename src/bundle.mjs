/**
 * The command as one bundle: built from the TypeScript of this folder when that has changed, else taken from the cache. Starting from some
 * three hundred files, each through a loader, takes a second and a half; starting from the bundle takes a fifth of that.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Inside `node_modules`: it goes when they go, and packages that are not bundled are found from here. */
const cache = join(root, 'node_modules', '.cache', 'planner-katas')
const manifest = join(cache, 'cli.json')

/** What stays outside: programs of their own, and what only some commands need. */
const EXTERNAL = [
  'esbuild',
  'vitest',
  'vitest/*',
  'typescript',
  'tsx',
  '@a2a-js/sdk',
  '@a2a-js/sdk/*',
  'express',
  'acorn',
  '@jitl/*',
]

/** The URL of the bundled `cli.ts`. */
export async function bundledCli() {
  const known = readManifest()
  if (known && known.root === root && Object.entries(known.files).every(([file, stamp]) => stampOf(file) === stamp))
    return pathToFileURL(join(cache, known.folder, 'cli.js')).href
  return build()
}

function readManifest() {
  try {
    const known = JSON.parse(readFileSync(manifest, 'utf8'))
    return existsSync(join(cache, known.folder, 'cli.js')) ? known : null
  } catch {
    return null
  }
}

/** When a file was last written, and its size; told apart from "not there". */
function stampOf(file) {
  try {
    const { mtimeMs, size } = statSync(join(root, file))
    return `${mtimeMs} ${size}`
  } catch {
    return null
  }
}

async function build() {
  const esbuild = await import('esbuild')
  const built = await esbuild.build({
    absWorkingDir: root,
    entryPoints: { cli: 'src/cli.ts' },
    // As deep as where it will lie, so that source maps find their files.
    outdir: join(cache, 'cli'),
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    external: EXTERNAL,
    // CommonJS packages in the bundle ask for Node's own modules with `require`.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    plugins: [ownPlace],
  })
  const hash = createHash('sha256').update(root)
  for (const { path, contents } of built.outputFiles) hash.update(relative(cache, path)).update(contents)
  const folder = `cli-${hash.digest('hex').slice(0, 16)}`
  const temporary = join(cache, `${folder}.${process.pid}`)
  mkdirSync(temporary, { recursive: true })
  for (const { path, contents } of built.outputFiles)
    writeFileSync(join(temporary, relative(join(cache, 'cli'), path)), contents)
  putInPlace(temporary, join(cache, folder))
  const files = [
    ...Object.keys(built.metafile.inputs).filter((file) => !file.includes('node_modules')),
    'package-lock.json',
  ]
  const stamps = Object.fromEntries(files.map((file) => [file, stampOf(file)]))
  writeFileSync(`${manifest}.${process.pid}`, JSON.stringify({ root, folder, files: stamps }))
  renameSync(`${manifest}.${process.pid}`, manifest)
  removeOld(folder)
  return pathToFileURL(join(cache, folder, 'cli.js')).href
}

/** A file of ours keeps its own place: what it reads beside itself lies there, and not beside the bundle. */
const ownPlace = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[tj]s$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const text = readFileSync(path, 'utf8')
      return {
        loader: 'ts',
        contents: text.replace(/(?<!['"`.\w])import\.meta\.url(?!['"`\w])/g, JSON.stringify(pathToFileURL(path).href)),
      }
    })
  },
}

/** Another process may have built the same at the same time: then either will do. */
function putInPlace(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    rmSync(from, { recursive: true, force: true })
    if (!existsSync(join(to, 'cli.js'))) throw error
  }
}

/** A bundle of an hour ago serves nobody; a newer one may still be running. */
function removeOld(current) {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name)
    if (name.startsWith('cli-') && name !== current && Date.now() - statSync(path).mtimeMs > 3_600_000)
      rmSync(path, { recursive: true, force: true })
  }
}
