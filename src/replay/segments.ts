/** A segment's content: told by the take that watched it longest, held against every other that tells of it. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import { errorTemplate } from './error-template.ts'
import { CompileError, type KnownState, type Mode, type Segment, type SegmentReply } from './model.ts'
import type { Exchange, Run, Take } from './run.ts'
import { isObject, stateNameOf } from './shape.ts'
import { breakOf, eventsOf, stateOf } from './streams.ts'
import { type CauseStory, markOf, type TakeStory, type TaskStory } from './take-story.ts'
import { canonical } from './template.ts'
import type { Stamps, Templates } from './tokens.ts'

/** What one take tells of one segment. */
export interface Telling {
  story: TakeStory
  task: TaskStory
  cause: CauseStory
  /** The cause's place among the task's causes. */
  c: number
  stamps: Stamps
  template: Templates
}

const watched = (telling: Telling): Ms => telling.cause.to - telling.cause.at

export function fill(run: Run, segment: Segment, told: Telling[]): void {
  const owner = told.reduce((best, telling) => (watched(telling) > watched(best) ? telling : best))
  const take = owner.story.take
  segment.owner = take.id
  segment.knownTo = watched(owner)
  segment.after = owner.cause.cut ? 'unknown' : take.after
  segment.stamps = owner.stamps.byCause[owner.c] ?? {}
  segment.makesTask = owner.task.id !== null
  segment.states = statesOf(owner)
  segment.events = eventsOf(owner.story, owner.task, owner.cause, owner.template)
  segment.downs = downsOf(take, owner.cause)
  for (const telling of told) {
    agree(run, segment, telling, owner)
    const breaks = breakOf(telling.story, telling.task, telling.cause, telling.template)
    if (breaks) segment.breaks ??= breaks
    const mode = modeOf(telling.cause.exchange)
    if (mode && segment.replies[mode] === undefined) segment.replies[mode] = replyOf(segment, telling)
    if (telling.cause.cause === 'cancel' && segment.answer === undefined) segment.answer = replyOf(segment, telling)
  }
}

/** Every take must tell the same story of a segment: its states, in the same order, some perhaps unseen. */
function agree(run: Run, segment: Segment, telling: Telling, owner: Telling): void {
  const known = segment.states.map((state) => canonical(state.state === null ? state.error.code : state.task))
  let from = 0
  for (const state of statesOf(telling)) {
    const text = canonical(state.state === null ? state.error.code : state.task)
    const found = known.indexOf(text, from)
    if (found < 0) {
      throw new CompileError(
        `Run ${run.id}: takes ${telling.story.take.id} and ${owner.story.take.id} tell different stories of the same cause: ${state.state ?? 'an error'} at ${Math.round(state.at)} ms is in the first alone. Give the environment that differs a run of its own.`,
      )
    }
    from = found
  }
  const settled = !telling.cause.cut && telling.story.take.after === 'settled'
  if (settled && from < known.length - 1 && from >= 0) {
    throw new CompileError(
      `Run ${run.id}: take ${telling.story.take.id} had settled, but in take ${owner.story.take.id} the same task went on. Give the environment that differs a run of its own.`,
    )
  }
}

function statesOf({ task, cause, c, stamps, template }: Telling): KnownState[] {
  const states: KnownState[] = []
  let last = ''
  for (const read of task.reads) {
    if (read.at < cause.at || (cause.cut && read.exchange.at >= cause.to)) continue
    if (read.task === null) {
      const error = errorTemplate(read.exchange, read.index, template)
      const text = canonical(error as unknown as Json)
      if (text !== last) states.push({ at: Math.max(0, (task.goneAt ?? read.at) - cause.at), state: null, error })
      last = text
      continue
    }
    const body = template(read.task, read.index, '/reply/result')
    const text = canonical(body)
    if (text === last) continue
    last = text
    const status = isObject(read.task.status) ? read.task.status : {}
    const [of, name] = splitStamp(nameOf(stamps, status))
    if (of !== undefined && of !== c) continue // what another cause left
    const set = name === undefined ? read.at - cause.at : (stamps.byCause[c]?.[name] ?? 0)
    const before = states.at(-1)
    const later =
      before !== undefined && before.at >= set ? artifactAt(task, cause.at + before.at, read.at) - cause.at : set
    states.push({ at: Math.max(before?.at ?? 0, later), state: stateNameOf(status), task: body })
  }
  return states
}

/** When the last artifact update between two times arrived; the later time when none was seen. */
function artifactAt(task: TaskStory, from: Ms, to: Ms): Ms {
  let at = to
  for (const { exchange } of task.streams) {
    if (exchange.reply.kind !== 'stream') continue
    for (const event of exchange.reply.events)
      if (event.data.artifactUpdate !== undefined && event.at > from && event.at <= to) at = Math.min(at, event.at)
  }
  return at
}

/** Under which name it is known when a status was set. */
function nameOf(stamps: Stamps, status: JsonObject): string | undefined {
  const { state, timestamp } = markOf(status)
  return stamps.names.get(`${timestamp}|${state}`)
}

export function splitStamp(stamp: string | undefined): [number | undefined, string | undefined] {
  if (stamp === undefined) return [undefined, undefined]
  const colon = stamp.indexOf(':')
  return [Number(stamp.slice(0, colon)), stamp.slice(colon + 1)]
}

function modeOf(exchange: Exchange | undefined): Mode | null {
  if (exchange?.method === 'SendStreamingMessage') return 'stream'
  if (exchange?.method !== 'SendMessage') return null
  return isObject(exchange.request.configuration) && exchange.request.configuration.returnImmediately === true
    ? 'now'
    : 'block'
}

function replyOf(segment: Segment, { cause, c, stamps, template }: Telling): SegmentReply {
  const exchange = cause.exchange as Exchange
  const { reply } = exchange
  const late = (at: Ms, told: Json | undefined): { at: Ms; until: string | null } => {
    const status = isObject(told) && isObject(told.status) ? told.status : {}
    const [of, name] = splitStamp(nameOf(stamps, status))
    const set = of === c && name !== undefined ? stamps.byCause[c]?.[name] : undefined
    return set === undefined
      ? { at: at - cause.at, until: null }
      : { at: Math.max(0, at - cause.at - set), until: name as string }
  }
  if (reply.kind === 'died') return { kind: 'died', at: reply.at - cause.at }
  if (reply.kind === 'error')
    return { kind: 'error', at: reply.at - cause.at, error: errorTemplate(exchange, cause.index, template) }
  if (reply.kind === 'result') {
    const told = isObject(reply.result) ? (cause.cause === 'cancel' ? reply.result : reply.result.task) : undefined
    return { kind: 'result', ...late(reply.at, told), result: template(reply.result, cause.index, '/reply/result') }
  }
  const [first, second] = reply.events
  if (!first)
    throw new CompileError(`A stream without an event opens nothing: ${exchange.method} at ${exchange.at} ms.`)
  const texts = segment.events.map((event) => canonical(event.data))
  const words = (index: number, data: JsonObject): string =>
    canonical(template(data, cause.index, `/reply/events/${index}/data`))
  const isUpdate = first.data.task === undefined && first.data.message === undefined
  const firstText = words(0, first.data)
  let skip = segment.events.length
  if (isUpdate) skip = texts.indexOf(firstText) + 1
  else if (second) skip = Math.max(0, texts.indexOf(words(1, second.data)))
  return {
    kind: 'stream',
    ...late(first.at, first.data.task ?? first.data.statusUpdate),
    first: template(first.data, cause.index, '/reply/events/0/data'),
    state: stateOf(first.data),
    skip,
  }
}

function downsOf(take: Take, cause: CauseStory): Segment['downs'] {
  const downs: Segment['downs'] = []
  for (const step of take.steps) {
    if (step.kind !== 'act' || step.at < cause.at || step.at > cause.to) continue
    if (step.what === 'killed') downs.push({ from: step.at - cause.at, to: null })
    const open = downs.at(-1)
    if (step.what === 'restarted' && open && open.to === null) open.to = step.at - cause.at
  }
  return downs
}
