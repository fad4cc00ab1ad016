#!/usr/bin/env node
/** The `kata` command: sets up first, since it works before any install; then runs `cli.ts`, bundled. */
import { checkNode, setUp } from './setup.mjs'

async function main() {
  checkNode()
  await setUp()
  // A pipe that is closed early (`| head`) is not a fault.
  process.stdout.on('error', (error) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  // A stack of ours names the files that we wrote.
  process.setSourceMapsEnabled(true)
  // Where Node can keep what it compiled (22.1 and later), the next start is shorter.
  const { enableCompileCache } = await import('node:module')
  if (enableCompileCache) enableCompileCache()
  const { bundledCli } = await import('./bundle.mjs')
  const { run } = await import(await bundledCli())
  process.exitCode = await run(process.argv.slice(2))
}

main().catch((error) => {
  console.error(error.friendly ? error.message : error)
  process.exit(1)
})
