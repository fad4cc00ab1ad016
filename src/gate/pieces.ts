/** A TypeScript text in pieces (comments, quoted texts, numbers, names, marks), each with its line: enough for rules about what stands in it. */

export interface Piece {
  kind: 'comment' | 'text' | 'regex' | 'number' | 'name' | 'mark'
  /** A comment with its slashes, a quoted text without its quotation marks, a name, a number or a mark as it stands. */
  text: string
  /** From 1. */
  line: number
}

const PIECE =
  /(?<space>\s+)|(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?<number>\d[\w.]*)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<mark>=>|\?\.|\?\?|\.\.\.|[<>=!]==?|&&|\|\||[^\s])/uy
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/uy
const QUASI = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/uy

/** After these words, as after a mark that closes nothing, a slash begins a regular expression. */
const BEFORE_REGEX = new Set(['return', 'case', 'typeof', 'await', 'of', 'in', 'void', 'delete', 'throw'])

export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  /** Of each template around this place: how many braces are open in its `${}`. */
  const templates: number[] = []
  let at = 0
  let line = 1
  const add = (kind: Piece['kind'], text: string, raw: string): void => {
    pieces.push({ kind, text, line })
    pass(raw)
  }
  const pass = (raw: string): void => {
    line += raw.split('\n').length - 1
    at += raw.length
  }
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  /** The fixed part of a template from here, and what ends it. */
  const quasi = (): void => {
    const raw = take(QUASI)?.[0] ?? ''
    if (raw !== '') add('text', raw, raw)
    if (source.startsWith('${', at)) {
      templates.push(0)
      add('mark', '${', '${')
    } else pass('`')
  }
  while (at < source.length) {
    if (source[at] === '`') {
      pass('`')
      quasi()
      continue
    }
    if (source[at] === '/' && !/^\/[/*]/.test(source.slice(at, at + 2)) && mayBeRegex(pieces)) {
      const regex = take(REGEX)?.[0]
      if (regex !== undefined) {
        add('regex', regex, regex)
        continue
      }
    }
    const found = take(PIECE)
    if (!found) break
    const raw = found[0]
    const { comment, text, number, name, mark } = found.groups ?? {}
    if (comment !== undefined) add('comment', raw, raw)
    else if (text !== undefined) add('text', raw.slice(1, -1).replace(/\\(['"\\])/g, '$1'), raw)
    else if (number !== undefined) add('number', raw, raw)
    else if (name !== undefined) add('name', raw, raw)
    else if (mark !== undefined) {
      const open = templates.length - 1
      if (raw === '{' && open >= 0) templates[open] = (templates[open] ?? 0) + 1
      const closes = raw === '}' && open >= 0 && templates[open] === 0
      if (raw === '}' && open >= 0 && !closes) templates[open] = (templates[open] ?? 0) - 1
      add('mark', raw, raw)
      if (closes) {
        templates.pop()
        quasi()
      }
    } else pass(raw)
  }
  return pieces
}

function mayBeRegex(pieces: Piece[]): boolean {
  const before = pieces.findLast(({ kind }) => kind !== 'comment')
  if (!before) return true
  if (before.kind === 'name') return BEFORE_REGEX.has(before.text)
  return before.kind === 'mark' && !/^[)\]}]$/.test(before.text)
}

const CLOSES: Record<string, string> = { '(': ')', '[': ']', '{': '}', '${': '}' }

/** Where the bracket that opens at `open` closes; the end of the pieces where it never does. */
export function closeOf(pieces: readonly Piece[], open: number): number {
  const stack: string[] = []
  for (let i = open; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece?.kind !== 'mark') continue
    const closes = CLOSES[piece.text]
    if (closes) stack.push(closes)
    else if (piece.text === stack.at(-1)) {
      stack.pop()
      if (stack.length === 0) return i
    }
  }
  return pieces.length
}

/** Whether from `at` on the pieces are exactly these names and marks. */
export const reads = (pieces: readonly Piece[], at: number, ...texts: string[]): boolean =>
  texts.every((text, i) => {
    const piece = pieces[at + i]
    return piece?.text === text && (piece.kind === 'name' || piece.kind === 'mark')
  })
