/** `expected.json` beside a kata's test: what right planners say and hear on the published runs. Written by `kata seal`. */
import type { Said } from './conversation.ts'

export const EXPECTED_FORMAT = 'planner-katas/expected@1'

/** A cell as it is kept: what is usual is left out. */
export type Kept = Pick<Said, 'mark' | 'text'> & Partial<Pick<Said, 'times' | 'passing'>>

export interface Expected {
  format: typeof EXPECTED_FORMAT
  /** By requirement, by play of its test in order: the conversations of right planners, each once. */
  requirements: Record<string, Kept[][][]>
}

/** The conversations that are expected of one play; none where nothing was sealed. */
export function expectedOfPlay(expected: Expected | null, requirement: string, nth: number): Said[][] {
  const kept = expected?.requirements[requirement]?.[nth - 1] ?? []
  return kept.map((cells) => cells.map((cell) => ({ times: 1, passing: false, ...cell })))
}

/** Reads the file's text; `null` when there is none or it is of another version: failures then show yours alone. */
export function parseExpected(text: string | null): Expected | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Expected
    return value.format === EXPECTED_FORMAT ? value : null
  } catch {
    return null
  }
}

/** A conversation as it is kept. Line numbers of right planners are theirs alone. */
export const keep = (cells: Said[]): Kept[] =>
  cells.map(({ mark, text, times, passing }) => ({
    mark,
    text,
    ...(times > 1 ? { times } : {}),
    ...(passing ? { passing } : {}),
  }))
