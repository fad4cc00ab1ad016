/** What will happen, in order of virtual time; ties by order of entry. */
import type { Ms } from '../a2a/json.ts'

export interface Queue<T> {
  add(at: Ms, item: T): void
  /** Takes the earliest; `undefined` when nothing is left. */
  take(): { at: Ms; item: T } | undefined
  clear(): void
  readonly size: number
}

export function queue<T>(): Queue<T> {
  const heap: { at: Ms; order: number; item: T }[] = []
  let orders = 0
  const before = (a: number, b: number): boolean => {
    const [left, right] = [heap[a] as (typeof heap)[number], heap[b] as (typeof heap)[number]]
    return left.at === right.at ? left.order < right.order : left.at < right.at
  }
  const swap = (a: number, b: number): void => {
    const kept = heap[a] as (typeof heap)[number]
    heap[a] = heap[b] as (typeof heap)[number]
    heap[b] = kept
  }
  return {
    get size() {
      return heap.length
    },
    clear: () => void heap.splice(0),
    add(at, item) {
      heap.push({ at, order: orders++, item })
      for (let i = heap.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!before(i, parent)) break
        swap(i, parent)
        i = parent
      }
    },
    take() {
      const first = heap[0]
      const last = heap.pop()
      if (!first || !last) return undefined
      if (heap.length > 0) {
        heap[0] = last
        for (let i = 0; ; ) {
          let least = i
          for (const child of [2 * i + 1, 2 * i + 2]) if (child < heap.length && before(child, least)) least = child
          if (least === i) break
          swap(i, least)
          i = least
        }
      }
      return { at: first.at, item: first.item }
    },
  }
}
