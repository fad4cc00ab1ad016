/** Lays two conversations side by side and finds where they part. */

import type { Said } from './conversation.ts'
import type { Cell, Row } from './failure.ts'

const same = (a: Said, b: Said): boolean => a.mark === b.mark && a.text === b.text

/**
 * Of several right conversations the one that shares most with yours: counted in what comes before the first parting, then in the operations that
 * both use (so that a subscriber is not told to poll), then in all.
 */
export function nearest(expected: readonly Said[][], yours: readonly Said[]): Said[] | null {
  const used = operations(yours)
  const scored = expected.map((cells) => {
    const rows = sideBySide(cells, yours)
    const first = rows.findIndex((row) => row.first)
    const prefix = (first < 0 ? rows : rows.slice(0, first)).filter((row) => row.expected && row.yours).length
    const others = operations(cells)
    const foreign = [...others].filter((operation) => !used.has(operation)).length
    const shared = rows.filter((row) => row.expected && row.yours && row.expected.text === row.yours.text).length
    return { cells, score: [prefix, -foreign, shared] as const }
  })
  scored.sort((a, b) => b.score[0] - a.score[0] || b.score[1] - a.score[1] || b.score[2] - a.score[2])
  return scored[0]?.cells ?? null
}

/** The operations that a conversation uses, such as `tests GetTask`. */
const operations = (cells: readonly Said[]): Set<string> =>
  new Set(cells.flatMap(({ mark, text }) => (mark === '→' ? [text.split(' ').slice(0, 2).join(' ')] : [])))

/** Rows of equal cells stand together; what is on one side alone stands beside what the other side has instead. */
export function sideBySide(expected: readonly Said[], yours: readonly Said[]): Row[] {
  const pairs = align(expected, yours)
  const rows: { expected: Said | null; yours: Said | null }[] = []
  let left: Said[] = []
  let right: Said[] = []
  const flush = (): void => {
    for (let i = 0; i < Math.max(left.length, right.length); i++)
      rows.push({ expected: left[i] ?? null, yours: right[i] ?? null })
    left = []
    right = []
  }
  for (const [e, y] of pairs) {
    if (e && y) {
      flush()
      rows.push({ expected: e, yours: y })
    } else if (e) left.push(e)
    else if (y) right.push(y)
  }
  flush()
  const parting = rows.findIndex((row) => {
    if (row.expected && row.yours) return !same(row.expected, row.yours)
    const alone = row.expected ?? row.yours
    return alone !== null && !alone.passing
  })
  // The same things said, but more often than a right planner says them: then that is where they part.
  const oftener = (): number =>
    rows.findIndex(({ expected: e, yours: y }) => e !== null && y !== null && !e.passing && e.times !== y.times)
  const first = parting >= 0 ? parting : oftener()
  return rows.map((row, i) => ({ expected: bare(row.expected), yours: bare(row.yours), first: i === first }))
}

/** The longest common subsequence, as pairs in order. Conversations are folded, so they are short. */
function align(a: readonly Said[], b: readonly Said[]): [Said | null, Said | null][] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i] as number[]
      row[j] = same(a[i] as Said, b[j] as Said) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: [Said | null, Said | null][] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]]
    if (x && y && same(x, y)) {
      pairs.push([x, y])
      i++
      j++
    } else if (x && (!y || at(i + 1, j) >= at(i, j + 1))) {
      pairs.push([x, null])
      i++
    } else {
      pairs.push([null, y as Said])
      j++
    }
  }
  return pairs
}

const bare = (said: Said | null): Cell | null => {
  if (said === null) return null
  const { passing: _passing, ...cell } = said
  return cell
}
