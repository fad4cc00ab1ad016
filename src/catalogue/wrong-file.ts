/**
 * Reads the first comment of a file in `wrong/`: which requirement stops it, and which wrong answer it is.
 *
 *     // Stopped by R2. "Send another message to the rejected task and ask again."
 *     // Why its author believes in it: one or more sentences.
 *     // review: true
 *
 * The quotation stands only where answer.md has it. `review: true` offers the file as a colleague's patch in Review questions.
 */
import type { Report } from './fault.ts'
import type { RequirementId } from './requirements.ts'

export interface WrongFile {
  /** File name with `.ts`. */
  name: string
  /** Path from the root. */
  path: string
  text: string
  /** The requirement that it misses under every twin. */
  stoppedBy: RequirementId
  /** The wrong answer that it is; `null`: nobody said it in the source material. */
  quotation: string | null
  /** What its author had in mind. */
  belief: string
  /** Whether it serves as a patch to review. */
  review: boolean
}

const FIRST = /^Stopped by (R[1-9]\d*)\.(?: ["“](.+)["”])?$/

/** The head of a wrong file; faults are reported, and `null` says that nothing names its requirement. */
export function readWrongHead(
  text: string,
  report: Report,
): Pick<WrongFile, 'stoppedBy' | 'quotation' | 'belief' | 'review'> | null {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('//'))
  const comment = lines.slice(0, end === -1 ? lines.length : end).map((line) => line.replace(/^\/\/ ?/, '').trim())
  const [first = '', ...rest] = comment
  const parts = FIRST.exec(first)
  if (parts === null) {
    report(
      1,
      'The file does not say what stops it.',
      'Begin with `// Stopped by R1.`, and behind it the wrong answer in quotation marks, if it is one of answer.md.',
    )
    return null
  }
  const keys = rest.filter((line) => /^\w+:/.test(line))
  for (const key of keys) {
    if (key !== 'review: true')
      report(
        comment.indexOf(key) + 1,
        `Unknown line “${key}” in the first comment.`,
        'Write `review: true`, or remove it.',
      )
  }
  const belief = rest.filter((line) => !keys.includes(line)).join(' ')
  if (belief === '')
    report(
      1,
      'The file does not say why its author believes in it.',
      'Add a sentence below, as its author would defend it.',
    )
  return {
    stoppedBy: parts[1] as RequirementId,
    quotation: parts[2] ?? null,
    belief,
    review: keys.includes('review: true'),
  }
}
