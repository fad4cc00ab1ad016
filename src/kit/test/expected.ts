/** `expected.json` beside a kata's test: what right planners say and hear on the published runs. Written by `kata seal`. */
import type { Said } from './conversation.ts'

export const EXPECTED_FORMAT = 'planner-katas/expected@1'

export interface Expected {
  format: typeof EXPECTED_FORMAT
  /** By requirement, by play of its test in order: the conversations of right planners, each once. */
  requirements: Record<string, Said[][][]>
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

/** Line numbers of right planners are theirs alone. */
export const withoutLines = (cells: Said[]): Said[] => cells.map(({ line: _line, ...cell }) => cell)
