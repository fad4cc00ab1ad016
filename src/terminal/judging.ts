/** What a screen needs to know of a kata: its verdict, the learner's text, whether that is as shipped, and which kata comes next. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, Kata } from '../catalogue/index.ts'
import { LEVELS } from '../catalogue/index.ts'
import { numberOf, root } from '../commands/workbook.ts'
import { judge } from '../judge/judge.ts'
import { shipped } from '../seal/shipped.ts'
import type { KataHead, ScreenState } from './state.ts'
import { brokenFile } from './whole.ts'

/** The learner's planner, and what the judge says of it. */
export async function judgeKata(
  kata: Kata,
): Promise<Pick<ScreenState, 'verdict' | 'source' | 'untouched' | 'trouble'>> {
  const file = join(root, kata.paths.planner)
  if (!existsSync(file)) {
    const trouble = `${kata.paths.planner} is gone. Take it back with: git checkout ${kata.paths.planner}`
    return { verdict: null, source: [], untouched: false, trouble }
  }
  const planner = readFileSync(file, 'utf8')
  const source = planner.split(/\r?\n/)
  const untouched = asShipped(kata, planner)
  const broken = await brokenFile(root, kata.paths.test)
  if (broken !== null) return { verdict: null, source, untouched, trouble: broken }
  const folder = join(root, kata.paths.folder)
  try {
    return { verdict: await judge({ kata: kata.id, folder, planner }), source, untouched, trouble: null }
  } catch (error) {
    const trouble = testTrouble(error, kata.paths.test, folder)
    if (trouble === null) throw error
    return { verdict: null, source, untouched, trouble }
  }
}

/** What is wrong with a kata's test file, in words; `null`: the error is about something else, and ours. */
function testTrouble(error: unknown, test: string, folder: string): string | null {
  if (!(error instanceof Error)) return null
  // The judge begins with the file's path.
  if (error.message.startsWith(folder)) return `${test}: ${error.message.split(/planner\.test\.ts:? /).at(-1)}`
  const [broken] = (error as Error & { errors?: { text?: string; location?: { line: number } | null }[] }).errors ?? []
  if (!broken?.text) return null
  return `${test}:${broken.location?.line ?? 1}: It is not valid TypeScript: ${broken.text}. Take it back with: git checkout ${test}`
}

function asShipped(kata: Kata, planner: string): boolean {
  try {
    return shipped(kata.id).planner === planner.replaceAll('\r\n', '\n')
  } catch {
    // Not sealed (yet): an author at work, who needs no greeting.
    return false
  }
}

/** What stands at the top of the screen. */
export function headOf(catalogue: Catalogue, kata: Kata): KataHead {
  const { title, level, kind, minutes, chapter } = kata.question.front
  return {
    id: kata.id,
    number: numberOf(kata),
    title,
    level: `${level} ${LEVELS[level]}`,
    kind,
    minutes,
    chapter,
    position: `${catalogue.katas.indexOf(kata) + 1} of ${catalogue.katas.length}`,
    folder: kata.paths.folder,
    ...(kata.solutions && kata.answer ? { answer: kata.solutions.folder } : {}),
  }
}

/** The kata behind this one. */
export const nextOf = (catalogue: Catalogue, kata: Kata): Kata | undefined =>
  catalogue.katas[catalogue.katas.indexOf(kata) + 1]

/** A screen before its first verdict. */
export function emptyState(catalogue: Catalogue, kata: Kata): ScreenState {
  const next = nextOf(catalogue, kata)
  return {
    kata: headOf(catalogue, kata),
    verdict: null,
    judging: true,
    source: [],
    untouched: false,
    types: null,
    trouble: null,
    next: next ? { number: numberOf(next), title: next.question.front.title } : null,
  }
}
