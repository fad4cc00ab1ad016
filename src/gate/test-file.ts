/** A kata's test file in pieces, with what rules ask of it: its tests, its assertions, and which texts are titles or imports. */
import { closeOf, type Piece, piecesOf, reads } from './pieces.ts'

/** Places are indices into `pieces`. */
export interface Span {
  from: number
  to: number
}

export interface TestText {
  /** Comments apart. */
  pieces: Piece[]
  comments: Piece[]
  /** Each `test(…)`: its brackets. */
  tests: Span[]
  /** Each `.toBe(…)` and the like: its brackets, its name, and the brackets of the `expect` before it. */
  matchers: (Span & { name: string; actual: Span | null })[]
  /** Whether the text at this place is what an import names, or a test's title. */
  isName(at: number): boolean
}

export function readTest(source: string): TestText {
  const all = piecesOf(source)
  const pieces = all.filter(({ kind }) => kind !== 'comment')
  const tests: Span[] = []
  const matchers: TestText['matchers'] = []
  let actual: Span | null = null
  pieces.forEach((piece, at) => {
    if (piece.kind !== 'name') return
    const opens = reads(pieces, at + 1, '(')
    const span = { from: at + 1, to: opens ? closeOf(pieces, at + 1) : at + 1 }
    const member = reads(pieces, at - 1, '.')
    if (opens && !member && (piece.text === 'test' || piece.text === 'it')) tests.push(span)
    if (opens && !member && piece.text === 'expect') actual = span
    if (opens && member && /^to[A-Z]/.test(piece.text)) matchers.push({ ...span, name: piece.text, actual })
  })
  const titles = new Set(tests.map(({ from }) => from + 1))
  return {
    pieces,
    comments: all.filter(({ kind }) => kind === 'comment'),
    tests,
    matchers,
    isName: (at) => titles.has(at) || reads(pieces, at - 1, 'from') || reads(pieces, at - 1, 'import'),
  }
}

export const within = ({ from, to }: Span, at: number): boolean => at > from && at < to
