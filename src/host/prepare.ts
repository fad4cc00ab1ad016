/** Makes a planner's text ready for a host: types off, lines kept, and what cannot be understood said in words. Runs anywhere. */
import { transform } from 'sucrase'
import type { Stop } from '../replay/transcript.ts'
import type { PlannerText } from './host.ts'

export type Prepared = { ok: PlannerText } | { stop: Stop }

/** Syntax that is more than types: strippers differ on it, so nobody may depend on it. */
const NOT_TYPES: [RegExp, string][] = [
  [
    /^[ \t]*(?:export[ \t]+)?(?:const[ \t]+)?enum[ \t]+\w/m,
    'An enum is more than a type, and types are only taken off here. Use a union of strings, or an object `as const`.',
  ],
  [
    /^[ \t]*(?:export[ \t]+)?(?:namespace|module)[ \t]+\w[\w.]*[ \t]*\{/m,
    'A namespace is more than a type, and types are only taken off here. Use plain functions and objects.',
  ],
  [/^[ \t]*@\w/m, 'A decorator is not understood here. Call the function by hand.'],
  [
    /\bimport\s*\.\s*meta\b/,
    'There is no import.meta here: a planner has no file and no address. Everything it needs comes from its desk.',
  ],
]

/** Longer, and nobody wrote it. */
const MOST_CHARS = 500_000

let last: { text: string; file: string; prepared: Prepared } | undefined

/** `file`: what failures call the planner. The same text twice in a row is prepared once. */
export function prepare(text: string, file: string): Prepared {
  if (last?.text === text && last.file === file) return last.prepared
  const prepared = prepareNow(text, file)
  last = { text, file, prepared }
  return prepared
}

function prepareNow(text: string, file: string): Prepared {
  if (text.includes('\0'))
    return stop('It holds a NUL byte. Save it as plain UTF-8 text.', text.slice(0, text.indexOf('\0')))
  if (text.length > MOST_CHARS)
    return stop(
      `It is ${text.length.toLocaleString('en-US')} characters long; ${MOST_CHARS.toLocaleString('en-US')} are read.`,
      '',
    )
  if (text.trim() === '') return stop('It is empty. Write: export async function plan(desk, request)', '')
  const code = withoutTexts(text)
  for (const [pattern, words] of NOT_TYPES) {
    const match = pattern.exec(code)
    if (match) return stop(words, code.slice(0, match.index + (match[0].length - match[0].trimStart().length)))
  }
  const early = awaitOutside(code)
  if (early >= 0) return stop('It awaits while it is loaded. Move the await into plan.', code.slice(0, early))
  try {
    const { code: js } = transform(text, {
      transforms: ['typescript', 'imports'],
      disableESTransforms: true,
      preserveDynamicImport: false,
      filePath: file,
    })
    return { ok: { js, file } }
  } catch (error) {
    const message = (error as Error).message
    const place = /\((\d+):\d+\)\s*$/.exec(message)
    const words = message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '')
    return {
      stop: {
        kind: 'load',
        words: `It is not valid TypeScript: ${words}.`,
        ...(place ? { line: Number(place[1]) } : {}),
      },
    }
  }
}

/** `before`: the text up to the fault; its lines are counted. */
function stop(words: string, before: string): { stop: Stop } {
  return { stop: { kind: 'load', words, line: before.split('\n').length } }
}

/** Where an `await` stands outside of every function; -1: nowhere, or too odd a text to tell by braces: the engine says. */
function awaitOutside(code: string): number {
  let depth = 0
  for (const match of code.matchAll(/[{}]|=>|\bawait\b/g)) {
    if (match[0] === '{') depth += 1
    else if (match[0] === '}') depth -= 1
    else if (match[0] === '=>') {
      // What follows may be the arrow's body.
      if (depth === 0 && !/^\s*\{/.test(code.slice(match.index + 2, match.index + 200))) return -1
    } else if (depth === 0) return match.index
  }
  return -1
}

/**
 * The text with what stands in comments and strings blanked, lines kept. One pass, whatever the text: this runs outside of the wall.
 * Templates and regular expressions may fool it, towards saying nothing.
 */
function withoutTexts(text: string): string {
  let out = ''
  let from = 0
  for (let at = 0; at < text.length; ) {
    const end = endOfText(text, at)
    if (end === at) {
      at += 1
      continue
    }
    out += text.slice(from, at) + text.slice(at, end).replace(/[^\n]/g, ' ')
    from = end
    at = end
  }
  return out + text.slice(from)
}

/** Behind the comment or string that begins at `start`; `start` itself when none does. */
function endOfText(text: string, start: number): number {
  const orEnd = (found: number, more: number): number => (found < 0 ? text.length : found + more)
  if (text.startsWith('/*', start)) return orEnd(text.indexOf('*/', start + 2), 2)
  if (text.startsWith('//', start)) return orEnd(text.indexOf('\n', start), 0)
  const quote = text[start] as string
  if (!'\'"`'.includes(quote)) return start
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === quote) return at + 1
    else if (text[at] === '\n' && quote !== '`') return at
  }
  return text.length
}
