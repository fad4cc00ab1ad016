/** A failure as plain text: what plain Vitest, a JSON reporter, an editor and a log show. Our own screens draw the same data better. */
import type { Cell, Failure, Row } from './failure.ts'

const COLUMN = 36

export function failureText(failure: Failure): string {
  const lines = [`${failure.requirement}: ${failure.sentence}`, '']
  if (failure.play) {
    const runs = Object.entries(failure.play.runs).map(
      ([agent, { run, tag, sdk }]) => `${agent} answers from ${run} (${tag}, ${sdk})`,
    )
    lines.push(...runs.map((run) => `  ${run}`), '', ...table(failure.play.rows), '')
  }
  if (failure.stop) lines.push(...prose(failure.stop.words), '')
  else if (failure.threw) lines.push(...prose(`Your planner threw ${failure.threw.name}: ${failure.threw.message}`), '')
  else if (failure.assertion) lines.push(...prose(assertionWords(failure.assertion)), '')
  if (failure.play && failure.play.logged.length > 0) {
    lines.push(
      '  Your planner logged:',
      ...failure.play.logged.slice(0, 5).map(({ line }) => `    ${clip(line, 72)}`),
      '',
    )
  }
  lines.push(`  ${failure.file}${failure.line === undefined ? '' : `:${failure.line}`}`)
  lines.push(
    `  Next: change ${failure.file}${failure.line === undefined ? '' : ` at line ${failure.line}`} and run this again. What to return when: question.md.`,
  )
  return lines.join('\n')
}

/** What was expected and what came, where both are short; else the assertion's own message. */
export function assertionWords({ message, expected, actual }: NonNullable<Failure['assertion']>): string {
  // The runner hands values over as printed text, one property a line.
  const [want, got] = [expected, actual].map((value) =>
    value === undefined
      ? ''
      : typeof value === 'string'
        ? value.replace(/,?\s*\n\s*(?=[\]}])/g, ' ').replace(/\s*\n\s*/g, ' ')
        : JSON.stringify(value),
  )
  // A label that the test gave its assertion: `expect(value, 'messages to the deploy agent')`.
  const label = /^([^:]+): expected /.exec(message)?.[1]
  if (want && got && want.length + got.length <= 300)
    return label
      ? `The test looked at ${label}: it expected ${want}, and got ${got}.`
      : `The test expected ${want} and got ${got}.`
  return `The test says: ${message.replace(/ \/\/ Object\.is equality$/, '')}`
}

const prose = (text: string): string[] => wrap(text, 76, 0).map((line) => `  ${line}`)

/** How many rows before the first parting are shown; the rest are folded. */
const CONTEXT = 8
const AFTER = 6

function table(rows: Row[]): string[] {
  const hasExpected = rows.some((row) => row.expected)
  const first = rows.findIndex((row) => row.first)
  const from = first < 0 ? 0 : Math.max(0, first - CONTEXT)
  const to = first < 0 ? rows.length : Math.min(rows.length, first + AFTER)
  const lines = hasExpected ? [`  ${'expected'.padEnd(COLUMN + 2)}yours`] : ['  yours']
  if (from > 0) lines.push(`  (${from} equal ${from === 1 ? 'line' : 'lines'} before)`)
  for (const row of rows.slice(from, to)) {
    const left = row.expected ? wrap(cellText(row.expected), COLUMN) : ['']
    const right = row.yours ? wrap(cellText(row.yours), COLUMN) : ['']
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      const gutter = row.first && i === 0 ? '> ' : '  '
      const text = hasExpected ? `${(left[i] ?? '').padEnd(COLUMN + 2)}${right[i] ?? ''}` : (right[i] ?? '')
      lines.push(`${gutter}${text}`.trimEnd())
    }
  }
  if (to < rows.length) lines.push(`  (${rows.length - to} more)`)
  return lines
}

/** `→ deploy GetTask  (12 times)` */
export function cellText({ mark, text, times }: Cell): string {
  return `${mark} ${text}${times > 1 && mark === '→' ? ` (${times} times)` : ''}`
}

/** Breaks at spaces; a word longer than the width is cut. Later lines are indented by `hanging`. */
export function wrap(text: string, width: number, hanging = 2): string[] {
  const deeper = ' '.repeat(hanging)
  const lines: string[] = []
  let line = ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes and marks that turn text round are what it is there to take out.
  for (const word of text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]+/g, ' ').split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = deeper + word
    } else line = line === '' ? word : `${line} ${word}`
    while (line.length > width) {
      lines.push(line.slice(0, width))
      line = deeper + line.slice(width)
    }
  }
  if (line.trim() !== '') lines.push(line)
  return lines.length > 0 ? lines : ['']
}

const clip = (text: string, width: number): string => wrap(text, width)[0] ?? ''
