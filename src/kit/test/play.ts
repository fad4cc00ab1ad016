/** Plays a planner against recorded runs, behind the wall, and makes a failed requirement say why. */
import { host, pathNear, readNear } from '#host'
import type { Json, JsonObject, Ms } from '../../a2a/json.ts'
import type { Answers, PlayRecord } from '../../host/host.ts'
import type { Run } from '../../replay/run.ts'
import { isObject } from '../../replay/shape.ts'
import { stateOf } from '../../replay/streams.ts'
import type { Call } from '../../replay/transcript.ts'
import { nearest, sideBySide } from './compare.ts'
import { conversation, type Said } from './conversation.ts'
import { type Expected, expectedOfPlay, parseExpected } from './expected.ts'
import type { Failure } from './failure.ts'
import { failureText } from './failure-text.ts'
import { judgement } from './judgement.ts'
import { type RunningTest, runningTest, type TestError } from './runner.ts'
import type { Played, PlayOptions, Subject } from './types.ts'

/** A planner as text: `subject(source, import.meta.url)` with `import source from './planner.ts?raw'`. */
export function subject(source: string, testUrl: string): Subject {
  return { text: source, file: 'planner.ts', testUrl }
}

/** A play, and whether the test looked at how it ended. */
interface Note {
  nth: number
  planner: Subject
  agents: Record<string, Run>
  record: PlayRecord
  /** The test is about how it ended. */
  endedRead: boolean
}

interface Notes {
  test: RunningTest | null
  plays: Note[]
  /** The play that the test looked at last. */
  last: Note | null
  failure: Failure | null
}

const notes = new WeakMap<object, Notes>()

/** Thrown when a play did not end in an outcome; its text is made when the requirement is reported. */
class NoOutcome extends Error {
  override readonly name = 'NoOutcome'
}

/**
 * Plays `planner` against one run for each agent of its desk. Never throws for what a planner does: a play that did not end in an outcome fails the
 * requirement when its `outcome` is read, or at the end of the test unless `ended` was read.
 */
export async function play(planner: Subject, agents: Record<string, Run>, options: PlayOptions = {}): Promise<Played> {
  const mine = notesOfTest()
  if (mine.test && judgement().enough?.(numberOf(mine.test.title))) throw new NoOutcome('It is not played.')
  const record = await sharedRecord(planner, agents, options)
  const note: Note = { nth: mine.plays.length + 1, planner, agents, record, endedRead: false }
  mine.plays.push(note)
  mine.last = note
  if (mine.test) judgement().onPlay?.(numberOf(mine.test.title), note.nth, record, options.request ?? null)
  return played(note, mine)
}

function notesOfTest(): Notes {
  const test = runningTest()
  if (!test) return { test: null, plays: [], last: null, failure: null }
  const known = notes.get(test.key)
  if (known) return known
  const made: Notes = { test, plays: [], last: null, failure: null }
  notes.set(test.key, made)
  test.onFinished(() => {
    const silent = made.plays.find((note) => note.record.ended.how !== 'outcome' && !note.endedRead)
    if (!silent) return
    made.last = silent
    throw new NoOutcome('A play of this test did not end in an outcome.')
  })
  test.onFailed((errors) => {
    const failure = failureOf(made, errors)
    judgement().onFailure?.(failure)
    return [asError(failure, made.last?.planner)]
  })
  return made
}

/** Within a judgement an equal play is played once. One with closures of the test's is never equal to another. */
function sharedRecord(planner: Subject, agents: Record<string, Run>, options: PlayOptions): Promise<PlayRecord> {
  const { played } = judgement()
  if (!played || options.approver || options.human || options.crash) return playRecord(planner, agents, options)
  const runs = Object.entries(agents).map(([agent, run]) => [agent, run.sdk.language, run.id])
  const key = JSON.stringify([runs, options.request ?? null, options.journal ?? false, planner.text])
  const known = played.get(key) ?? playRecord(planner, agents, options)
  played.set(key, known)
  return known
}

function playRecord(planner: Subject, agents: Record<string, Run>, options: PlayOptions): Promise<PlayRecord> {
  const parts: ('approver' | 'human' | 'journal')[] = []
  if (options.approver) parts.push('approver')
  if (options.human) parts.push('human')
  if (options.journal) parts.push('journal')
  const text = { text: planner.text, file: planner.file, url: new URL(planner.file, planner.testUrl).href }
  const job = {
    planner: text,
    request: options.request ?? null,
    agents,
    parts,
    seed: judgement().seed,
    crashes: options.crash !== undefined,
  }
  return host().play(job, answersOf(options))
}

function answersOf(options: PlayOptions): Answers {
  return {
    ask({ part, nth, question }) {
      const said =
        part === 'approver'
          ? options.approver?.(question as { taskId: string; text: string }, { nth })
          : options.human?.(question as { question: string }, { nth })
      if (!said) return null
      const { after, ...answer } = said
      return { answer: answer as JsonObject, after: after ?? 1_000 }
    },
    crash: (call, nth) => options.crash?.(call, nth) ?? null,
  }
}

function played(note: Note, mine: Notes): Played {
  const { record } = note
  const look = <T>(value: T): T => {
    mine.last = note
    return value
  }
  return {
    get outcome() {
      look(null)
      if (record.ended.how !== 'outcome') throw new NoOutcome('The play did not end in an outcome.')
      return record.ended.outcome as Played['outcome']
    },
    get ended() {
      note.endedRead = true
      return look(record.ended)
    },
    get transcript() {
      return look(record.transcript)
    },
    get logged() {
      return look(record.logged)
    },
    get elapsed() {
      return look(record.elapsed)
    },
    run(agent) {
      const names = record.names[agent]
      const missing = (what: string): never => {
        throw new Error(names ? `The run of “${agent}” has no ${what}.` : `No run answers for “${agent}” in this play.`)
      }
      return {
        word: (name) => String(names?.words[name] ?? missing(`word “${name}”`)),
        count: (name) => Number(names?.words[name] ?? missing(`count “${name}”`)),
        moment: (name) => names?.moments[name] ?? missing(`moment “${name}”`),
        task: (nth) => names?.tasks[nth - 1] ?? missing(`task ${nth}`),
        context: (nth) => names?.contexts[nth - 1] ?? missing(`context ${nth}`),
      }
    },
    calls: (method, agent) =>
      look(record.transcript.filter((call) => call.method === method && (agent === undefined || call.who === agent))),
    knew(agent, is) {
      look(null)
      const times = record.transcript
        .filter((call) => call.who === agent)
        .flatMap((call) => told(call).flatMap(({ at, state }) => (is(state) ? [at] : [])))
      return times.length > 0 ? Math.min(...times) : null
    },
    after: (at, agent) =>
      look(
        at === null
          ? []
          : record.transcript.filter((call) => call.at >= at && (agent === undefined || call.who === agent)),
      ),
  }
}

/** Every state that a call told of a task, and when. */
function told(call: Call): { at: Ms; state: string }[] {
  const states = (at: Ms, value: Json): { at: Ms; state: string }[] => {
    if (!isObject(value)) return []
    if (Array.isArray(value.tasks)) return value.tasks.flatMap((task) => states(at, task))
    const state = stateOf(isObject(value.status) && typeof value.id === 'string' ? { task: value } : value)
    return state === null ? [] : [{ at, state }]
  }
  const reply = call.reply && 'ok' in call.reply ? states(call.reply.at, call.reply.ok) : []
  return [...reply, ...(call.events ?? []).flatMap(({ at, data }) => states(at, data))]
}

const numberOf = (title: string): string => /^(R\d+)\b/.exec(title)?.[1] ?? title
const sentenceOf = (title: string): string => title.replace(/^R\d+:\s*/, '')

function failureOf(mine: Notes, errors: TestError[]): Failure {
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
function asError(failure: Failure, planner: Subject | undefined): TestError {
  const message = failureText(failure)
  const at =
    planner && failure.line !== undefined
      ? `\n    at plan (${pathNear(planner.testUrl, planner.file)}:${failure.line}:1)`
      : ''
  return { name: 'Unmet', message, stack: `Unmet: ${message}${at}` }
}
