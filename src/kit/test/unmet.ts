/** A requirement that is unmet: why, as data, and as the one error that Vitest reports. */
import { pathNear, readNear } from '#host'
import type { Json } from '../../a2a/json.ts'
import type { PlayRecord } from '../../host/host.ts'
import type { Run } from '../../replay/run.ts'
import { nearest, sideBySide } from './compare.ts'
import { conversation, type Said } from './conversation.ts'
import { type Expected, expectedOfPlay, parseExpected } from './expected.ts'
import type { Failure } from './failure.ts'
import { failureText } from './failure-text.ts'
import { judgement } from './judgement.ts'
import type { RunningTest, TestError } from './runner.ts'
import type { Subject } from './types.ts'

/** A play, and whether the test looked at how it ended. */
export interface Note {
  nth: number
  planner: Subject
  agents: Record<string, Run>
  record: PlayRecord
  /** The test is about how it ended. */
  endedRead: boolean
}

export interface Notes {
  test: RunningTest | null
  plays: Note[]
  /** The play that the test looked at last. */
  last: Note | null
  failure: Failure | null
}

export const numberOf = (title: string): string => /^(R\d+)\b/.exec(title)?.[1] ?? title
const sentenceOf = (title: string): string => title.replace(/^R\d+:\s*/, '')

export function failureOf(mine: Notes, errors: TestError[]): Failure {
  const title = mine.test?.title ?? ''
  const note = mine.last
  const error = errors[0]
  const failure: Failure = {
    requirement: numberOf(title),
    sentence: sentenceOf(title),
    file: note?.planner.file ?? 'planner.ts',
  }
  const assertion =
    error && error.name !== 'NoOutcome'
      ? { message: firstLine(error.message), ...json('expected', error.expected), ...json('actual', error.actual) }
      : undefined
  if (!note) return { ...failure, ...(assertion ? { assertion } : {}) }
  const { ended, transcript } = note.record
  const yours = judgement().brief ? [] : conversation(transcript, ended)
  const right = judgement().brief
    ? null
    : nearest(expectedOfPlay(expectedOf(note.planner), failure.requirement, note.nth), yours)
  const rows = right
    ? sideBySide(right, yours)
    : yours.map((cell) => ({ expected: null, yours: bare(cell), first: false }))
  const parted = rows.findIndex((row) => row.first)
  const lineOfRow = (parted < 0 ? undefined : rows[parted]?.yours?.line) ?? lineBefore(rows, parted)
  const line =
    (ended.how === 'stopped' ? ended.stop.line : ended.how === 'threw' ? ended.line : undefined) ??
    lineOfRow ??
    transcript.at(-1)?.line
  return {
    ...failure,
    play: {
      nth: note.nth,
      runs: Object.fromEntries(
        Object.entries(note.agents).map(([agent, run]) => [
          agent,
          { run: run.id, tag: run.tag, sdk: `${run.sdk.name} ${run.sdk.version}` },
        ]),
      ),
      rows,
      logged: note.record.logged.map(({ at, line: text }) => ({ at, line: text })),
    },
    ...(ended.how === 'stopped'
      ? { stop: ended.stop }
      : ended.how === 'threw'
        ? { threw: { name: ended.name, message: ended.message } }
        : {}),
    ...(assertion ? { assertion } : {}),
    ...(line === undefined ? {} : { line }),
  }
}

/** The last line of the planner's at or before a row: where it stood when it went another way. */
function lineBefore(rows: { yours: { line?: number } | null }[], from: number): number | undefined {
  for (let i = from; i >= 0; i--) {
    const line = rows[i]?.yours?.line
    if (line !== undefined) return line
  }
  return undefined
}

const bare = ({ passing: _passing, ...cell }: Said) => cell
const firstLine = (text: string): string => text.split('\n')[0] ?? ''

function json(key: 'expected' | 'actual', value: unknown): { [key: string]: Json } {
  if (value === undefined) return {}
  try {
    return { [key]: JSON.parse(typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value)) as Json }
  } catch {
    return {}
  }
}

const expectedByKata = new Map<string, { text: string | null; expected: Expected | null }>()

/** Read again when the file has changed, since a process may judge for hours. */
function expectedOf(planner: Subject): Expected | null {
  const text = readNear(planner.testUrl, 'expected.json')
  const known = expectedByKata.get(planner.testUrl)
  if (known && known.text === text) return known.expected
  const expected = parseExpected(text)
  expectedByKata.set(planner.testUrl, { text, expected })
  return expected
}

/** One error whose message is the whole text, and whose stack points at the learner's line, so that editors and reporters open it. */
export function asError(failure: Failure, planner: Subject | undefined): TestError {
  const message = failureText(failure)
  const at =
    planner && failure.line !== undefined
      ? `\n    at plan (${pathNear(planner.testUrl, planner.file)}:${failure.line}:1)`
      : ''
  return { name: 'Unmet', message, stack: `Unmet: ${message}${at}` }
}
