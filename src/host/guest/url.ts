/** `URL`, read by our side. */
import { PARTS } from '../address.ts'
import { parse, provide, stringify } from './engine.ts'
import { follow, replacePairs, URLSearchParams } from './params.ts'
import { wire } from './wire.ts'

type Parts = Record<string, string>

/** `null`: no address. `change`: a part to set first, as an address does it. */
const readUrl = (text: string, base: string | null, change: [string, string] | null = null): Parts | null =>
  parse(wire.url(stringify([text, base, change]))) as Parts | null

let get: (url: URL, part: string) => string
let set: (url: URL, part: string, value: string) => void

class URL {
  #parts: Parts
  #params: URLSearchParams

  constructor(text: unknown, base?: unknown) {
    const parts = readUrl(`${text}`, base === undefined ? null : `${base}`)
    if (!parts) throw new TypeError(`Invalid URL: ${text}`)
    this.#parts = parts
    this.#params = new URLSearchParams(parts.search)
    follow(this.#params, () => this.#change('search', `${this.#params}`))
  }
  #change(part: string, value: string): void {
    const parts = readUrl(this.#parts.href as string, null, [part, value])
    if (!parts) throw new TypeError(`Invalid URL: ${value}`)
    this.#parts = parts
  }
  static {
    get = (url, part) => url.#parts[part] as string
    set = (url, part, value) => {
      url.#change(part, value)
      if (part === 'search' || part === 'href') replacePairs(url.#params, url.#parts.search as string)
    }
  }
  get searchParams(): URLSearchParams {
    return this.#params
  }
  static canParse(text: unknown, base?: unknown): boolean {
    return readUrl(`${text}`, base === undefined ? null : `${base}`) !== null
  }
  toString(): string {
    return get(this, 'href')
  }
  toJSON(): string {
    return get(this, 'href')
  }
}

export function provideUrl(): void {
  for (const part of PARTS) {
    const setter = {
      set(this: URL, value: unknown) {
        set(this, part, `${value}`)
      },
    }
    Object.defineProperty(URL.prototype, part, {
      get(this: URL) {
        return get(this, part)
      },
      // The origin follows from the rest.
      ...(part === 'origin' ? {} : setter),
      configurable: true,
      enumerable: true,
    })
  }
  provide('URL', URL)
  provide('URLSearchParams', URLSearchParams)
}
