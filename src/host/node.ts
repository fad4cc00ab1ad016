/** `#host` in Node: where planners run, and how a test finds what lies beside it. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { besideHost } from './beside.ts'
import type { Host } from './host.ts'
import { wallHost } from './pool.ts'

let current: Host | undefined

/** The wall; beside the test, in Node, when `KATA_BESIDE` says so (`kata debug`). One for a process. */
export function host(): Host {
  current ??= process.env.KATA_BESIDE === '1' ? besideHost() : wallHost()
  return current
}

/** A file beside the test: its text, or `null`. */
export function readNear(testUrl: string, name: string): string | null {
  try {
    return readFileSync(new URL(name, testUrl), 'utf8')
  } catch {
    return null
  }
}

/** How a stack names a file beside the test, so that reporters and editors find it. */
export const pathNear = (testUrl: string, name: string): string => fileURLToPath(new URL(name, testUrl))
