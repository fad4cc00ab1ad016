/**
 * The globals of a planner, for editors: what stands behind the wall and nothing else. No `fetch`, `process`, `require` or `Intl`: a planner
 * reaches the world through its desk alone.
 *
 * In a folder with a dot, so that only katas/tsconfig.json takes it in. The workbook's own check has Node's types, and the two would clash.
 */

interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare var AbortSignal: {
  abort(reason?: unknown): AbortSignal
  timeout(ms: number): AbortSignal
  any(signals: AbortSignal[]): AbortSignal
}
interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
declare var AbortController: { new (): AbortController }
declare var console: {
  log(...args: unknown[]): void
  info(...args: unknown[]): void
  debug(...args: unknown[]): void
  warn(...args: unknown[]): void
  error(...args: unknown[]): void
}
declare var crypto: { randomUUID(): `${string}-${string}-${string}-${string}-${string}` }
declare var performance: { now(): number }
declare function structuredClone<T>(value: T): T
declare function queueMicrotask(job: () => void): void
declare function setTimeout<Args extends unknown[]>(job: (...args: Args) => void, ms?: number, ...args: Args): number
declare function clearTimeout(timer: number | undefined): void
declare function setInterval<Args extends unknown[]>(job: (...args: Args) => void, ms?: number, ...args: Args): number
declare function clearInterval(timer: number | undefined): void

declare class URL {
  constructor(url: string, base?: string)
  readonly href: string
  readonly protocol: string
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  toString(): string
}
declare class TextEncoder {
  encode(text?: string): Uint8Array
}
