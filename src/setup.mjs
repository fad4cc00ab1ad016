/**
 * Set-up, before anything is installed: is this Node new enough, is what the commands need installed, and if not, install it.
 * Plain JavaScript that an old Node can parse, no dependencies, no static imports: it must be able to say what is wrong.
 *
 *   node src/setup.mjs          what `npm start` and `npm test` need
 *   node src/setup.mjs --dev    everything: for authors and for working on the workbook itself
 */

/** The versions on which every dependency of ours runs (Vite's range is the narrowest). Must agree with `engines` in package.json. */
export function nodeIsNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
}

/** Says what to do and ends the process, unless this Node is new enough. */
export function checkNode(version = process.versions.node) {
  if (nodeIsNewEnough(version)) return
  console.error(`Planner Katas needs Node 20.19 or later (20.19+, 22.12+, 23 and up). This is Node ${version}.`)
  console.error('Install a current one from https://nodejs.org (or: nvm install 22), then run the same command again.')
  process.exit(1)
}

/**
 * Which packages are missing or of another version, by comparing the lock file with what npm says that it installed.
 * Both arguments are the `packages` of a package-lock.json. An optional package counts only where it is made for this very platform:
 * the others are for other machines, or belong to those; and not where the C library decides, which costs too much to find out.
 */
export function missingPackages(wanted, installed, { dev, platform = process.platform, arch = process.arch }) {
  const fits = (list, value) => !list || list.includes(value) || (list[0][0] === '!' && !list.includes(`!${value}`))
  return Object.keys(wanted).filter((path) => {
    const entry = wanted[path]
    if (path === '' || entry.link || (!dev && (entry.dev || entry.devOptional))) return false
    const forHere = (entry.os || entry.cpu) && !entry.libc && fits(entry.os, platform) && fits(entry.cpu, arch)
    if (entry.optional && !forHere) return false
    return !installed[path] || installed[path].version !== entry.version
  })
}

/**
 * Installs what is missing from the lock file, and says so. Silent and without network when nothing is missing. A full install is
 * never cut down: where packages for developers are present, they are kept up to date too.
 */
export async function setUp({ dev = false, root } = {}) {
  const fs = await import('node:fs')
  const path = await import('node:path')
  const url = await import('node:url')
  const folder = root || path.resolve(path.dirname(url.fileURLToPath(import.meta.url)), '..')
  const tools = { fs, path, folder, dev }
  let unlock = () => {}
  try {
    if (missing(tools).length === 0) return linkCommand(tools)
    unlock = await lock(tools)
    // Whoever held the lock may have done our work.
    const before = missing(tools)
    if (before.length > 0) await install(tools, before)
    linkCommand(tools)
  } catch (error) {
    if (!error.friendly) throw error
    console.error(`\n${error.message}`)
    unlock()
    process.exit(1)
  }
  unlock()
}

/** `npx kata` from inside a kata's folder: npx looks among the installed commands there, and npm links those of packages alone, not our own. */
function linkCommand({ fs, path, folder }) {
  const bin = path.join(folder, 'node_modules', '.bin')
  const unix = path.join(bin, 'kata')
  if (fs.existsSync(unix)) return
  try {
    fs.mkdirSync(bin, { recursive: true })
    if (process.platform === 'win32')
      fs.writeFileSync(path.join(bin, 'kata.cmd'), '@node "%~dp0\\..\\..\\src\\kata.mjs" %*\r\n')
    fs.writeFileSync(unix, '#!/usr/bin/env node\nimport("../../src/kata.mjs")\n', { mode: 0o755 })
  } catch {
    // Without it the command still works from the root.
  }
}

function readPackages({ fs, path, folder }, ...names) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, ...names), 'utf8')).packages || {}
  } catch {
    return null
  }
}

/** What a finished install could not give (an optional package that would not build), so that it is not tried at each start. */
const STAMP = ['node_modules', '.planner-katas.json']

function missing(tools) {
  const { fs, path, folder } = tools
  const wanted = readPackages(tools, 'package-lock.json')
  if (!wanted)
    throw friendly('package-lock.json is missing or not JSON. Take it back with: git checkout package-lock.json')
  const installed = readPackages(tools, 'node_modules', '.package-lock.json')
  if (!installed) return Object.keys(wanted).filter((name) => name !== '')
  let forgiven = []
  try {
    forgiven = JSON.parse(fs.readFileSync(path.join(folder, ...STAMP), 'utf8')).forgiven
  } catch {
    // Installed by hand: nothing is forgiven.
  }
  // npm's own list outlives a folder that somebody deleted.
  for (const name of Object.keys(installed))
    if (!fs.existsSync(path.join(folder, name, 'package.json'))) delete installed[name]
  return missingPackages(wanted, installed, tools).filter(
    (name) => !forgiven.includes(`${name}@${wanted[name].version}`),
  )
}

async function install(tools, before) {
  const { fs, path, folder } = tools
  const installed = readPackages(tools, 'node_modules', '.package-lock.json')
  const hadDev = installed ? Object.keys(installed).some((name) => installed[name].dev) : false
  const dev = tools.dev || hadDev
  console.error(
    installed
      ? `Setting up: ${before.length} of the packages in package-lock.json ${before.length === 1 ? 'is' : 'are'} missing or of another version.`
      : 'Setting up: nothing is installed yet.',
  )
  const what = dev ? 'everything, with the tools for developers (about 220 MB' : 'what the katas need (about 110 MB'
  console.error(
    installed && dev === hadDev
      ? 'Bringing them up to date. …'
      : `Installing ${what} in node_modules; only now and after updates). …`,
  )
  const start = Date.now()
  // `ci` empties node_modules first, which would pull the ground from under a workbook that is open elsewhere: only where there is none.
  const code = await npm(tools, [
    ...(installed ? ['install', '--no-save'] : ['ci']),
    dev ? '--include=dev' : '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (code !== 0)
    throw friendly(
      `npm could not install the packages (its own words are above; exit code ${code}).\n` +
        'This step needs the network, once. Check the connection (and proxy, if there is one), then run the same command again.\n' +
        'To see all that npm says: npm ci',
    )
  const wanted = readPackages(tools, 'package-lock.json')
  const left = missing(tools)
  const needed = left.filter((name) => !wanted[name].optional)
  if (needed.length > 0)
    throw friendly(`npm said that it installed everything, yet these are missing: ${needed.join(', ')}.\nTry: npm ci`)
  fs.writeFileSync(
    path.join(folder, ...STAMP),
    `${JSON.stringify({ forgiven: left.map((name) => `${name}@${wanted[name].version}`) })}\n`,
  )
  console.error(`Set up in ${Math.round((Date.now() - start) / 1000)} s.\n`)
}

/** Runs npm without a shell where that is possible: paths may hold spaces, and Windows cannot start a .cmd file without one. */
async function npm({ fs, path, folder }, args) {
  const { spawn } = await import('node:child_process')
  const beside = path.dirname(process.execPath)
  const script = [
    process.env.npm_execpath && path.join(path.dirname(process.env.npm_execpath), 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => file && fs.existsSync(file))
  // A package manager above us passes its own settings down; those about what to install would override ours.
  const env = { ...process.env }
  for (const name of Object.keys(env))
    if (
      /^npm_config_(omit|include|only|production|dev|global|local_prefix|prefix|package_lock_only|dry_run)$/i.test(name)
    )
      delete env[name]
  // npm's words go to our stderr: stdout is for what the command says, which may be JSON.
  const options = { cwd: folder, env, stdio: ['ignore', 2, 2] }
  const windows = process.platform === 'win32'
  const child = script
    ? spawn(process.execPath, [script, ...args], options)
    : spawn(windows ? 'npm.cmd' : 'npm', args, { ...options, shell: windows })
  return new Promise((resolve, reject) => {
    child.on('error', () =>
      reject(friendly('npm was not found. It comes with Node: install Node from https://nodejs.org')),
    )
    child.on('exit', (code, signal) => resolve(code === null ? signal : code))
  })
}

/** One install at a time. Waits for another one; takes over from one that died. Returns what gives the lock back. */
async function lock({ fs, path, folder }) {
  const file = path.join(folder, '.kata', 'setup.lock')
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const holder = () => {
    try {
      return fs.readFileSync(file, 'utf8')
    } catch {
      return null
    }
  }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  let said = false
  for (;;) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
      // Two that take over from a dead one at once may each remove the file of the other: the last one written has it.
      await pause(50)
      if (holder() === String(process.pid)) return () => fs.rmSync(file, { force: true })
      continue
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const pid = holder()
    if (pid !== null && !lives(Number(pid), fs, file)) {
      fs.rmSync(file, { force: true })
      continue
    }
    if (!said) console.error('Another set-up is at work in this folder. Waiting for it. …')
    said = true
    await pause(200)
  }
}

/** Whether the holder of a lock is at work: its process is there, and it has not been at it for a quarter of an hour. */
function lives(pid, fs, file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs
    // Created, and not yet written: give it a moment.
    if (!pid) return age < 5000
    if (age > 900000) return false
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function friendly(message) {
  return Object.assign(new Error(message), { friendly: true })
}

/** Whether this file is the command, told without importing anything. */
if (/[\\/]setup(\.mjs)?$/.test(process.argv[1] || '')) {
  checkNode()
  setUp({ dev: process.argv.includes('--dev') })
}
