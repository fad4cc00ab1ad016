/**
 * Makes a planner's text ready for an engine: types off, lines kept, and what cannot be understood said in words. Runs anywhere; a hostile
 * text can make it take for ever, so whoever does not trust it runs this where it can be ended.
 */
import { transform } from 'sucrase'
import type { Stop } from '../replay/transcript.ts'
import { moreThanTypes, SYNTAX } from './syntax.ts'

export type Prepared = { js: string } | { stop: Stop }

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
  if (text.length > MOST_CHARS)
    return stop(
      `It is ${text.length.toLocaleString('en-US')} characters long; ${MOST_CHARS.toLocaleString('en-US')} are read.`,
      1,
    )
  if (text.includes('\0'))
    return stop('It holds a NUL byte. Save it as plain UTF-8 text.', lineAt(text, text.indexOf('\0')))
  if (text.trim() === '') return stop('It is empty. Write: export async function plan(desk, request)', 1)
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    const { code: js } = transform(source, { ...SYNTAX, filePath: file })
    const more = moreThanTypes(source)
    return more ? stop(more.words, more.line) : { js }
  } catch (error) {
    if (error instanceof RangeError) return stop('It is nested too deeply to be read.', undefined)
    const message = (error as Error).message
    const place = /\((\d+):\d+\)\s*$/.exec(message)
    const words = message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '')
    return stop(`It is not valid TypeScript: ${words.replace(/\.$/, '')}.`, place ? Number(place[1]) : undefined)
  }
}

const stop = (words: string, line: number | undefined): { stop: Stop } => ({
  stop: { kind: 'load', words, ...(line === undefined ? {} : { line }) },
})

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length
