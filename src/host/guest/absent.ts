/** What a planner may look for and does not find: each says so by name, with a way out. */
import { defineProperty, provide } from './engine.ts'

const DESK = 'A planner reaches the world through its desk alone.'
const WALL = 'A planner runs behind a wall, not in Node.'
const NEEDLESS = 'Nothing here needs it.'

const GLOBALS: Record<string, string> = {
  fetch: DESK,
  Request: DESK,
  Response: DESK,
  Headers: DESK,
  XMLHttpRequest: DESK,
  WebSocket: DESK,
  EventSource: DESK,
  process: WALL,
  module: 'Write: export async function plan(desk, request)',
  __dirname: WALL,
  __filename: WALL,
  global: 'Use globalThis.',
  window: WALL,
  document: WALL,
  navigator: WALL,
  Deno: WALL,
  Bun: WALL,
  Buffer: 'Use TextEncoder and Uint8Array.',
  Intl: 'Format by hand.',
  setImmediate: 'Use queueMicrotask or setTimeout.',
  clearImmediate: 'Use clearTimeout.',
  atob: NEEDLESS,
  btoa: NEEDLESS,
  Blob: NEEDLESS,
  ReadableStream: NEEDLESS,
  MessageChannel: NEEDLESS,
  WebAssembly: NEEDLESS,
  Worker: NEEDLESS,
  SharedArrayBuffer: 'Use ArrayBuffer.',
  Atomics: NEEDLESS,
}

/** Engine features newer than Node 20's: what runs here has to run there. */
const NEWER: [object | undefined, string[]][] = [
  [Promise, ['withResolvers', 'try']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Array, ['fromAsync']],
  [RegExp, ['escape']],
  [Error, ['isError']],
  [Math, ['f16round', 'sumPrecise']],
  [JSON, ['rawJSON', 'isRawJSON']],
  [Symbol, ['dispose', 'asyncDispose']],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex', 'setFromBase64', 'setFromHex']],
  [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
  [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']],
  [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'detached']],
  [DataView.prototype, ['getFloat16', 'setFloat16']],
  [
    Set.prototype,
    ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object,
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
]

/** Names that only one engine has, or only newer ones. */
const GONE = [
  ...['Iterator', 'Float16Array', 'InternalError', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError'],
  'Temporal',
]

/** What differs from place to place. */
const LOCAL: [object, string[]][] = [
  [Number.prototype, ['toLocaleString']],
  [BigInt.prototype, ['toLocaleString']],
  [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']],
  [Array.prototype, ['toLocaleString']],
]

function complain(name: string, mend: string): never {
  throw new ReferenceError(`${name} does not exist here. ${mend}`)
}

export function provideAbsence(): void {
  for (const [name, mend] of Object.entries(GLOBALS)) {
    defineProperty(globalThis, name, {
      get: () => complain(name, mend),
      // A planner that brings its own may.
      set: (value: unknown) => provide(name, value),
      configurable: true,
      enumerable: false,
    })
  }
  for (const name of GONE) delete (globalThis as Record<string, unknown>)[name]
  for (const [holder, names] of NEWER)
    for (const name of names) if (holder) delete (holder as Record<string, unknown>)[name]
  for (const [holder, names] of LOCAL) {
    for (const name of names) {
      const value = (): never => complain(name, 'Format by hand.')
      defineProperty(holder, name, { value, configurable: true, writable: true, enumerable: false })
    }
  }
  defineProperty(String.prototype, 'localeCompare', {
    // By code units, as the language's own comparison: locales differ from machine to machine.
    value(this: string, other: unknown) {
      const [a, b] = [`${this}`, `${other}`]
      return a < b ? -1 : a > b ? 1 : 0
    },
    configurable: true,
    writable: true,
    enumerable: false,
  })
}
