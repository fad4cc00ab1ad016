/** A test names what changes with a twin (ids, listed texts and counts, times) by its name in the run, and never writes it out. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import type { Bench } from '../bench.ts'
import type { Piece } from '../pieces.ts'
import type { Rule } from '../rule.ts'
import { textsIn } from '../run-texts.ts'
import { readTest, type TestText, within } from '../test-file.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const DATE = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/
/** Epoch milliseconds are above it, and nothing else is. */
const EPOCH_MS = 1e11
/** Below it, a number beside a time is a count or a margin. */
const SMALL_MS = 100
/** Shorter texts stand in others by chance. */
const SHORT = 12

export const noLiteralsInTests: Rule = {
  name: 'no-literals-in-tests',
  about: 'No id, listed text or count, or time of a run stands in a test.',
  check(bench) {
    const { kata } = bench
    const faults: Fault[] = []
    const report = reporter(faults, kata.paths.test)
    const test = readTest(bench.text(kata.paths.test))
    const known = knownOf(bench)
    test.pieces.forEach((piece, at) => {
      if (piece.kind === 'number') checkNumber(test, at, known, report)
      if ((piece.kind === 'text' || piece.kind === 'regex') && !test.isName(at)) checkText(piece, known, report)
    })
    return faults
  },
}

interface Known {
  ids: string[]
  /** Every value that a word may take, with the word's name. */
  words: { name: string; value: string | number }[]
  moments: { name: string; at: number }[]
}

function knownOf({ runs }: Bench): Known {
  const all = [...runs.values()]
  return {
    ids: all.flatMap((run) => [...textsIn(run).ids]),
    words: all.flatMap((run) =>
      Object.entries(run.words).flatMap(([name, { value, twins }]) =>
        [value, ...twins].map((one) => ({ name, value: one })),
      ),
    ),
    moments: all.flatMap((run) => Object.entries(run.moments).map(([name, { at }]) => ({ name, at }))),
  }
}

type Say = ReturnType<typeof reporter>

function checkText({ text, line }: Piece, { ids, words }: Known, report: Say): void {
  const id = ids.find((one) => text.includes(one)) ?? UUID.exec(text)?.[0]
  const word = words.find(
    ({ value }) => typeof value === 'string' && (text === value || (value.length >= SHORT && text.includes(value))),
  )
  if (id !== undefined)
    report(line, `The id “${id}” ${ANOTHER}.`, "Write `played.run('agent').task(1)`, or `.context(1)`.")
  else if (DATE.test(text)) report(line, `The time “${text}” ${ANOTHER}.`, NAME_IT)
  else if (word)
    report(
      line,
      `“${word.value}” is a text that changes with a twin.`,
      `Write \`played.run('agent').word('${word.name}')\`.`,
    )
}

const ANOTHER = 'is another one in every twin'
const NAME_IT = "Name the moment in the scenario, and write `played.run('agent').moment('name')`."

function checkNumber({ pieces, matchers }: TestText, at: number, { words, moments }: Known, report: Say): void {
  const { text, line } = pieces[at] as Piece
  const number = Number(text.replaceAll('_', ''))
  const moment = moments.find((one) => number >= SMALL_MS && Math.round(one.at) === number)
  const matcher = matchers.findLast((one) => within(one, at))
  const word = words.find(({ value }) => value === number)
  const beside = matcher?.actual ? pieces.slice(matcher.actual.from, matcher.actual.to) : compared(pieces, at)
  if (moment)
    report(line, `${text} is a time, which ${ANOTHER}.`, `Write \`played.run('agent').moment('${moment.name}')\`.`)
  else if (number > EPOCH_MS) report(line, `${text} is a time, which ${ANOTHER}.`, NAME_IT)
  else if (matcher && word && matcher.name !== 'toHaveLength')
    report(
      line,
      `${text} is a number that changes with a twin.`,
      `Write \`played.run('agent').count('${word.name}')\`.`,
    )
  else if (number >= SMALL_MS && beside.some(({ text: name }) => TIMES.has(name)))
    report(line, `${text} is held against a time, and times stretch with a twin.`, NAME_IT)
}

const TIMES = new Set(['at', 'elapsed', 'now', 'moment'])
const COMPARES = new Set(['<', '>', '<=', '>='])

/** What stands on the other side of a comparison with the number at `at`: up to three pieces. */
function compared(pieces: Piece[], at: number): Piece[] {
  if (COMPARES.has(pieces[at - 1]?.text ?? '')) return pieces.slice(Math.max(0, at - 4), at - 1)
  return COMPARES.has(pieces[at + 1]?.text ?? '') ? pieces.slice(at + 2, at + 5) : []
}
