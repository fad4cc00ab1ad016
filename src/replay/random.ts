/** Seeded numbers for twins: the same seed gives the same bytes on every machine. */

export interface Random {
  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** A UUID of version 4, in shape. */
  uuid(): string
}

/** FNV-1a, 32 bit: spreads a seed's text over the generator's state. */
function hash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i)
    h = Math.imul(h, 0x01000193)
  }
  return h >>> 0
}

/** Mulberry32: 32 bits of state are plenty for ids and latencies, and it is the same in every engine. */
export function random(seed: string): Random {
  let state = hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const hex = (digits: number): string => {
    let text = ''
    while (text.length < digits) text += next().toString(16).padStart(8, '0')
    return text.slice(0, digits)
  }
  return {
    between: (low, high) => low + (next() % (high - low + 1)),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[next() % 4]}${hex(3)}-${hex(12)}`,
  }
}
