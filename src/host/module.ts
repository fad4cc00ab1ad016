/** A planner's text as a function of what it may find by name. The same wrapping in every host; it adds no line. */

/** Names that a planner finds beside the language, made by `guest.js`. */
const COMMON = ['Date', 'Math', 'performance', 'crypto', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask', 'console']

/** Those that `extras.js` makes: rarely used, or there to say that they are not. */
const RARE = [
  ...['structuredClone', 'AbortController', 'AbortSignal', 'Event', 'EventTarget', 'TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'process', 'Buffer', 'Intl', 'setImmediate', 'WebAssembly', 'Worker'],
]

/** Whether `extras.js` is needed for these names. */
export const needsExtras = (names: readonly string[]): boolean => names.some((name) => RARE.includes(name))

/** The names that the text has, in a fixed order. A name that the planner declares itself at its top level stays the planner's. */
export function namesIn(js: string): string[] {
  return [...COMMON, ...RARE].filter((name) => new RegExp(`\\b${name}\\b`).test(js) && !new RegExp(`^(?:export )?(?:const|let|class|function|async function) ${name}\\b`, 'm').test(js))
}

/** JavaScript text of one expression: the module as a function of `require`, `exports` and the names. */
export function wrapped(js: string, names: readonly string[]): string {
  return `(function (require, exports${names.map((name) => `, ${name}`).join('')}) {${js}\n})`
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
      const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = new URL(text, base)
      return { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash }
    } catch {
      return null
    }
  },
}
