/** Plays a planner against recorded runs, behind the wall, and makes a failed requirement say why. */
import { host } from '#host'
import type { Json, JsonObject, Ms } from '../../a2a/json.ts'
import type { Answers, PlayRecord } from '../../host/host.ts'
import type { Run } from '../../replay/run.ts'
import { isObject } from '../../replay/shape.ts'
import { stateOf } from '../../replay/streams.ts'
import type { Call } from '../../replay/transcript.ts'
import { judgement } from './judgement.ts'
import { runningTest } from './runner.ts'
import type { Played, PlayOptions, Subject } from './types.ts'
import { asError, failureOf, type Note, type Notes, numberOf } from './unmet.ts'

/** A planner as text: `subject(source, import.meta.url)` with `import source from './planner.ts?raw'`. */
export function subject(source: string, testUrl: string): Subject {
  return { text: source, file: 'planner.ts', testUrl }
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
