/** `URLSearchParams`: pairs of names and values, as a query says them. */
import { fromBytes, toBytes } from './text.ts'

type Pair = [string, string]

function decode(text: string): string {
  const bytes: number[] = []
  const plain = toBytes(text.replaceAll('+', ' '))
  for (let i = 0; i < plain.length; i++) {
    const hex = plain[i] === 37 ? String.fromCharCode(plain[i + 1] ?? 0, plain[i + 2] ?? 0) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      i += 2
    } else bytes.push(plain[i] as number)
  }
  return fromBytes(bytes)
}

function encode(text: string): string {
  let out = ''
  for (const byte of toBytes(text)) {
    const c = String.fromCharCode(byte)
    if (c === ' ') out += '+'
    else out += /[\w*.-]/.test(c) ? c : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

function pairsOf(init: unknown): Pair[] {
  if (typeof init === 'object' && init !== null) {
    if (!(Symbol.iterator in init)) return Object.entries(init).map(([key, value]): Pair => [key, `${value}`])
    return Array.from(init as Iterable<[unknown, unknown]>, ([key, value]): Pair => [`${key}`, `${value}`])
  }
  const parts = `${init}`.replace(/^\?/, '').split('&')
  return parts
    .filter((part) => part !== '')
    .map((part): Pair => {
      const at = part.indexOf('=')
      return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
    })
}

/** Calls `changed` whenever the planner changes the pairs. */
export let follow: (params: URLSearchParams, changed: () => void) => void
/** Puts other pairs in place, without telling. */
export let replacePairs: (params: URLSearchParams, search: string) => void

export class URLSearchParams {
  #pairs: Pair[]
  #changed: () => void = () => undefined

  constructor(init: unknown = '') {
    this.#pairs = pairsOf(init)
  }
  static {
    follow = (params, changed) => {
      params.#changed = changed
    }
    replacePairs = (params, search) => {
      params.#pairs = pairsOf(search)
    }
  }
  get size(): number {
    return this.#pairs.length
  }
  get(name: string): string | null {
    return this.#pairs.find(([key]) => key === `${name}`)?.[1] ?? null
  }
  getAll(name: string): string[] {
    return this.#pairs.filter(([key]) => key === `${name}`).map(([, value]) => value)
  }
  has(name: string): boolean {
    return this.#pairs.some(([key]) => key === `${name}`)
  }
  append(name: string, value: string): void {
    this.#pairs.push([`${name}`, `${value}`])
    this.#changed()
  }
  set(name: string, value: string): void {
    const first = this.#pairs.find(([key]) => key === `${name}`)
    if (first) {
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== `${name}`)
      first[1] = `${value}`
    } else this.#pairs.push([`${name}`, `${value}`])
    this.#changed()
  }
  delete(name: string): void {
    this.#pairs = this.#pairs.filter(([key]) => key !== `${name}`)
    this.#changed()
  }
  sort(): void {
    this.#pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    this.#changed()
  }
  forEach(act: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [key, value] of this.#pairs) act(value, key, this)
  }
  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([key, value]): Pair => [key, value]).values()
  }
  keys(): IterableIterator<string> {
    return this.#pairs.map(([key]) => key).values()
  }
  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values()
  }
  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries()
  }
  toString(): string {
    return this.#pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
  }
}
