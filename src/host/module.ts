/** A planner's text as a function of what it may find by name. The same wrapping in every host; it adds no line. */
import type { Stop } from '../replay/transcript.ts'

/** Names that a planner finds beside the language, made by `guest.js`. */
const COMMON = [
  'Date',
  'Math',
  'performance',
  'crypto',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'queueMicrotask',
  'console',
]

/** Those that `extras.js` makes: rarely used, or there to say that they are not. */
const RARE = [
  ...[
    'structuredClone',
    'AbortController',
    'AbortSignal',
    'Event',
    'EventTarget',
    'TextEncoder',
    'TextDecoder',
    'URL',
    'URLSearchParams',
  ],
  ...[
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'EventSource',
    'process',
    'Buffer',
    'Intl',
    'setImmediate',
    'WebAssembly',
    'Worker',
    'DOMException',
    'globalThis',
  ],
]

/** Whether `extras.js` is needed for these names. */
export const needsExtras = (names: readonly string[]): boolean => names.some((name) => RARE.includes(name))

/** The names that the text has, in a fixed order. One that the planner declares itself hides ours: the module is a block inside the function. */
export const namesIn = (js: string): string[] =>
  [...COMMON, ...RARE].filter((name) => new RegExp(`\\b${name}\\b`).test(js))

/** JavaScript text of one expression: the module as a function of `require`, `exports` and the names. */
export function wrapped(js: string, names: readonly string[]): string {
  return `(function (require, exports${names.map((name) => `, ${name}`).join('')}) {"use strict";{${js}\n}})`
}

/** A planner that the engine does not take. */
export function notLoaded(js: string, message: string, line: number | undefined): Stop {
  // The type stripper lets it pass, and the engine reads `await` as a name.
  const awaits = line !== undefined && /\bawait\b/.test(js.split('\n')[line - 1] ?? '')
  const words = awaits
    ? 'There is an await in a function that is not async.'
    : `It is not valid TypeScript: ${message}.`
  return { kind: 'load', words, ...(line === undefined ? {} : { line }) }
}

/** A fault of our own. */
export const ours = (error: unknown): Stop => ({
  kind: 'wall',
  words: `Our side failed, and nothing is said of your planner: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
})

/** Why a play is stopped that computed for 6 seconds. It may be another on another machine: see `pool.ts`. */
export const TOO_SLOW: Stop = {
  kind: 'interrupted',
  words:
    'Your planner computed for 6 seconds. It was stopped. Look for a search, a sort or a regular expression over something very large.',
}

/** What a host does for the planner's side that only an engine with Unicode and URLs can. Runs anywhere. */
export function hostCall(name: string, json: string): string {
  const input = JSON.parse(json) as never
  return JSON.stringify(CALLS[name]?.(input) ?? null)
}

const CALLS: Record<string, (input: never) => unknown> = {
  encode: (text: string) => [...new TextEncoder().encode(text)],
  decode: (bytes: number[]) => new TextDecoder().decode(Uint8Array.from(bytes)),
  query: (text: string) => [...new URLSearchParams(text)],
  unquery: (pairs: [string, string][]) => new URLSearchParams(pairs).toString(),
  url: ([text, base]: [string, string?]) => {
    try {
      const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = new URL(
        text,
        base,
      )
      return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }
    } catch {
      return null
    }
  },
}
