/** `TextEncoder` and `TextDecoder`: UTF-8 alone. */
import { provide } from './engine.ts'

export function toBytes(text: string): number[] {
  const bytes: number[] = []
  for (const c of text) {
    let code = c.codePointAt(0) as number
    // Half of a pair is no character.
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
  }
  return bytes
}

/** How many bytes follow the first, and the range of the second: what the standard's table says. */
function startOf(byte: number): { more: number; low: number; high: number } | null {
  if (byte >= 0xc2 && byte <= 0xdf) return { more: 1, low: 0x80, high: 0xbf }
  if (byte >= 0xe0 && byte <= 0xef)
    return { more: 2, low: byte === 0xe0 ? 0xa0 : 0x80, high: byte === 0xed ? 0x9f : 0xbf }
  if (byte >= 0xf0 && byte <= 0xf4)
    return { more: 3, low: byte === 0xf0 ? 0x90 : 0x80, high: byte === 0xf4 ? 0x8f : 0xbf }
  return null
}

/** `fault`: called for each sequence that is no UTF-8; a replacement character stands for it. */
export function fromBytes(bytes: ArrayLike<number>, fault: () => void = () => undefined): string {
  let text = ''
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i++] as number
    if (first < 0x80) {
      text += String.fromCharCode(first)
      continue
    }
    const start = startOf(first)
    let code = start ? first & (0x3f >> start.more) : 0
    let left = start?.more ?? 1
    let { low, high } = start ?? { low: 1, high: 0 }
    for (; left > 0; left--) {
      const next = bytes[i]
      if (next === undefined || next < low || next > high) break
      code = (code << 6) | (next & 63)
      i += 1
      low = 0x80
      high = 0xbf
    }
    if (left > 0) fault()
    text += left === 0 ? String.fromCodePoint(code) : '\uFFFD'
  }
  return text
}

class TextEncoder {
  get encoding(): string {
    return 'utf-8'
  }
  encode(text: unknown = ''): Uint8Array {
    return Uint8Array.from(toBytes(`${text}`))
  }
}

class TextDecoder {
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  constructor(label = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    if (!/^\s*(?:unicode-1-1-)?utf-?8\s*$/i.test(label))
      throw new RangeError(`TextDecoder knows utf-8 alone here, not "${label}".`)
    this.fatal = options.fatal === true
    this.ignoreBOM = options.ignoreBOM === true
  }
  get encoding(): string {
    return 'utf-8'
  }
  decode(input?: ArrayBuffer | ArrayBufferView, options: { stream?: boolean } = {}): string {
    if (options.stream)
      throw new ReferenceError('decode with { stream: true } does not exist here. Put the bytes together first.')
    if (input === undefined) return ''
    const bytes = ArrayBuffer.isView(input)
      ? new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
      : new Uint8Array(input)
    const text = fromBytes(bytes, () => {
      if (this.fatal) throw new TypeError('The encoded data was not valid for encoding utf-8')
    })
    return text.startsWith('\uFEFF') && !this.ignoreBOM ? text.slice(1) : text
  }
}

export function provideText(): void {
  provide('TextEncoder', TextEncoder)
  provide('TextDecoder', TextDecoder)
}
