/** Makes a planner's text ready for a host: types off, lines kept, and what cannot be understood said in words. Runs anywhere. */
import { transform } from 'sucrase'
import type { Stop } from '../replay/transcript.ts'
import type { PlannerText } from './host.ts'

export type Prepared = { ok: PlannerText } | { stop: Stop }

/** Syntax that is more than types: strippers differ on it, so nobody may depend on it. */
const NOT_TYPES: [RegExp, string][] = [
  [/^[ \t]*(?:export[ \t]+)?(?:const[ \t]+)?enum[ \t]+\w/m, 'An enum is more than a type, and types are only taken off here. Use a union of strings, or an object `as const`.'],
  [/^[ \t]*(?:export[ \t]+)?(?:namespace|module)[ \t]+\w[\w.]*[ \t]*\{/m, 'A namespace is more than a type, and types are only taken off here. Use plain functions and objects.'],
  [/^[ \t]*@\w[\w.]*(?:\(.*\))?[ \t]*$/m, 'A decorator is not understood here. Call the function by hand.'],
]

let last: { text: string; file: string; prepared: Prepared } | undefined

/** `file`: what failures call the planner. The same text twice in a row is prepared once. */
export function prepare(text: string, file: string): Prepared {
  if (last?.text === text && last.file === file) return last.prepared
  const prepared = prepareNow(text, file)
  last = { text, file, prepared }
  return prepared
}

function prepareNow(text: string, file: string): Prepared {
  if (text.includes('\0')) return stop('It holds a NUL byte. Save it as plain UTF-8 text.', text.slice(0, text.indexOf('\0')))
  if (text.trim() === '') return stop('It is empty. Write: export async function plan(desk, request)', '')
  const code = withoutTexts(text)
  for (const [pattern, words] of NOT_TYPES) {
    const match = pattern.exec(code)
    if (match) return stop(words, code.slice(0, match.index + (match[0].length - match[0].trimStart().length)))
  }
  const early = /^(?:(?:const|let|var)\s[^=\n]*=\s*)?await\b/m.exec(code)
  if (early) return stop('It awaits while it is loaded. Move the await into plan.', code.slice(0, early.index))
  try {
    const { code: js } = transform(text, { transforms: ['typescript', 'imports'], disableESTransforms: true, preserveDynamicImport: false, filePath: file })
    return { ok: { js, file } }
  } catch (error) {
    const message = (error as Error).message
    const place = /\((\d+):\d+\)\s*$/.exec(message)
    const words = message.replace(/^Error transforming [^:]*: /, '').replace(/\s*\(\d+:\d+\)\s*$/, '')
    return { stop: { kind: 'load', words: `It is not valid TypeScript: ${words}.`, ...(place ? { line: Number(place[1]) } : {}) } }
  }
}

/** `before`: the text up to the fault; its lines are counted. */
function stop(words: string, before: string): { stop: Stop } {
  return { stop: { kind: 'load', words, line: before.split('\n').length } }
}

/** The text with what stands in comments and strings blanked, lines kept. Template texts and regular expressions may fool it, towards saying nothing. */
function withoutTexts(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g, (match) => match.replace(/[^\n]/g, ' '))
}
