/** `#host` on a page: pages bring their own host, in a worker of their own, and set it here. */
import type { Host } from './host.ts'

let current: Host | undefined
let files: Record<string, string> = {}

/** `near`: texts that lie beside the test, by name. */
export function setHost(host: Host, near: Record<string, string>): void {
  current = host
  files = near
}

export function host(): Host {
  if (!current) throw new Error('No host is set: a page calls setHost before it plays.')
  return current
}

export const readNear = (_testUrl: string, name: string): string | null => files[name] ?? null

export const pathNear = (_testUrl: string, name: string): string => name
