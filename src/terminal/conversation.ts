/** The conversation of a failing play: *expected* and *yours* in two columns, the first difference marked, what is far from it folded. */
import type { Cell, Row } from '../kit/test/failure.ts'
import type { Canvas } from './state.ts'
import { MARKS } from './styles.ts'
import { clean, cut, pad, wrap } from './text.ts'

/** How many lines of one cell are shown where the two differ first. */
const MOST_LINES_OF_DIFFERENCE = 3

/** At most `most` lines, headings included. Without anything expected (it was not sealed yet) there is one column. */
export function conversation(rows: readonly Row[], canvas: Canvas, most: number): string[] {
  const { style, columns } = canvas
  const two = rows.some((row) => row.expected)
  const cells = two ? Math.floor((columns - 7) / 2) : columns - 4
  const head = `   ${style.dim(two ? `${pad('expected', cells)} │ yours` : 'yours')}`
  const at = rows.findIndex((row) => row.first)
  const drawn = rows.map((row) => (two ? drawRow(row, cells, canvas) : drawAlone(row, cells, canvas)))
  const heights = drawn.map((lines) => lines.length)
  const [from, to] = around(at < 0 ? rows.length - 1 : at, heights, most - 1)
  const lines = drawn.slice(from, to).flat()
  const fold = (text: string) => `   ${style.dim(cut(text, columns - 4))}`
  const before = `… ${from} earlier row${from === 1 ? '' : 's'}`
  if (from > 0) lines.unshift(fold(two && at >= 0 ? `${before}, the same on both sides` : before))
  if (to < rows.length) lines.push(fold(`… ${rows.length - to} more`))
  return [head, ...lines]
}

const drawAlone = ({ yours, first }: Row, cells: number, { style }: Canvas): string[] =>
  cellLines(yours, cells, first ? MOST_LINES_OF_DIFFERENCE : 1).map(
    (line) => `   ${first ? style.red(line) : style.dim(line)}`,
  )

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
  const text = `${cell.mark} ${clean(cell.text)}`
  if (cell.times === 1) return wrap(text, cells, most)
  // How often stands at the end, in one piece, and is never what is cut off.
  const times = `(${cell.times}\u00a0times)`
  const lines = wrap(`${text} ${times}`, cells, most)
  if (lines.at(-1)?.endsWith(times)) return lines
  return most > 1 ? [...wrap(text, cells, most - 1), times] : [`${cut(text, cells - times.length - 1)} ${times}`]
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
