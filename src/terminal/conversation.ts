/** The conversation of a failing play: *expected* and *yours* in two columns, the first difference marked, what is far from it folded. */
import type { Cell, Row } from '../kit/test/failure.ts'
import type { Canvas } from './state.ts'
import { MARKS } from './styles.ts'
import { clean, pad, wrap } from './text.ts'

/** How many lines of one cell are shown where the two differ first. */
const MOST_LINES_OF_DIFFERENCE = 3

/** At most `most` lines, headings included. */
export function conversation(rows: readonly Row[], canvas: Canvas, most: number): string[] {
  const { style, columns } = canvas
  const cells = Math.floor((columns - 7) / 2)
  const head = `   ${style.dim(`${pad('expected', cells)} │ yours`)}`
  const at = rows.findIndex((row) => row.first)
  const drawn = rows.map((row) => drawRow(row, cells, canvas))
  const [from, to] = around(
    at < 0 ? rows.length - 1 : at,
    drawn.map((lines) => lines.length),
    most - 1,
  )
  const lines = drawn.slice(from, to).flat()
  const same = rows.slice(0, from).every((row) => !row.first) && at >= from
  if (from > 0)
    lines.unshift(
      `   ${style.dim(`… ${from} earlier row${from === 1 ? '' : 's'}${same ? ', the same on both sides' : ''}`)}`,
    )
  if (to < rows.length) lines.push(`   ${style.dim(`… ${rows.length - to} more`)}`)
  return [head, ...lines]
}

function drawRow(row: Row, cells: number, { style }: Canvas): string[] {
  const most = row.first ? MOST_LINES_OF_DIFFERENCE : 1
  const left = cellLines(row.expected, cells, most)
  const right = cellLines(row.yours, cells, most)
  const height = Math.max(left.length, right.length, 1)
  return Array.from({ length: height }, (_, n) => {
    const [expected, yours] = [pad(left[n] ?? '', cells), right[n] ?? '']
    if (row.first) {
      const gutter = n === 0 ? ` ${style.red(style.bold(MARKS.here))} ` : '   '
      return `${gutter}${expected} ${style.dim('│')} ${style.red(yours)}`
    }
    return `   ${style.dim(expected)} ${style.dim('│')} ${style.dim(yours)}`.trimEnd()
  })
}

function cellLines(cell: Cell | null, cells: number, most: number): string[] {
  if (!cell) return []
  const times = cell.times > 1 ? `  (${cell.times} times)` : ''
  const lines = wrap(`${cell.mark} ${clean(cell.text)}${times}`, cells, most)
  // How often stands at the end, where a long text would cut it off.
  if (times && !lines.at(-1)?.endsWith(times)) {
    const last = wrap(`${cell.mark} ${clean(cell.text)}`, cells - times.length, most)
    return [...last.slice(0, -1), `${last.at(-1) ?? ''}${times}`]
  }
  return lines
}

/** Which rows to show: those around `at` that fit into `most` lines, one line kept for each fold; what came before is worth more than what comes after. */
function around(at: number, heights: readonly number[], most: number): [from: number, to: number] {
  const all = heights.reduce((sum, height) => sum + height, 0)
  if (all <= most) return [0, heights.length]
  let from = Math.max(at, 0)
  let to = Math.min(from + 1, heights.length)
  const used = () => heights.slice(from, to).reduce((sum, height) => sum + height, 0)
  const folds = () => (from > 0 ? 1 : 0) + (to < heights.length ? 1 : 0)
  const fits = (extra: number) => used() + extra + folds() <= most
  // One row after it, three before it, then whatever fits.
  if (to < heights.length && fits(heights[to] ?? 0)) to++
  while (from > 0 && fits(heights[from - 1] ?? 0)) from--
  while (to < heights.length && fits(heights[to] ?? 0)) to++
  return [from, to]
}
