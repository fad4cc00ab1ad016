/** Compiles a run's takes to timelines: causes merged over takes, each segment told by the take that watched it longest. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import { errorTemplate } from './error-template.ts'
import {
  type CauseKey,
  CompileError,
  type KnownState,
  type Mode,
  type Model,
  type Refusal,
  type Segment,
  type SegmentReply,
} from './model.ts'
import type { Exchange, Run, Take } from './run.ts'
import { causeShape, isObject, partsOf, shapeOf, stateNameOf } from './shape.ts'
import { breakOf, eventsOf, habitsOf, stateOf } from './streams.ts'
import { type CauseStory, markOf, placeAt, readTake, type TakeStory, type TaskStory } from './take-story.ts'
import { canonical } from './template.ts'
import { messageIdOf, type Stamps, stampsOf, type Templates, templates } from './tokens.ts'

/** What one take tells of one segment. */
interface Telling {
  story: TakeStory
  task: TaskStory
  cause: CauseStory
  /** The cause's place among the task's causes. */
  c: number
  stamps: Stamps
  template: Templates
}

const models = new WeakMap<Run, Model>()

/** The model of a run; compiled once for each run object. */
export function compile(run: Run): Model {
  const known = models.get(run)
  if (known) return known
  const model: Model = { run, roots: [], segments: [], refusals: [], habits: {}, opens: {}, moments: {} }
  const tellings = new Map<Segment, Telling[]>()
  for (const take of run.takes) {
    const story = readTake(take)
    addTake(run, model, story, tellings)
  }
  for (const [segment, told] of tellings) fill(run, segment, told)
  for (const [name, moment] of Object.entries(run.moments)) model.moments[name] = momentOf(run, name, moment)
  models.set(run, model)
  return model
}

function addTake(run: Run, model: Model, story: TakeStory, tellings: Map<Segment, Telling[]>): void {
  const at = new Map<TaskStory, Segment>()
  const told = new Map<TaskStory, Omit<Telling, 'cause' | 'c'>>()
  const sent = new Set<string>()
  const counts = new Map<string, number>()
  const byId = new Map(story.tasks.flatMap((task) => (task.id === null ? [] : [[task.id, task] as const])))
  const describer =
    (time: Ms, target: TaskStory | null) =>
    (kind: 'context' | 'task', id: Json): string => {
      if (kind === 'task') {
        if (target && id === target.id) return 'task'
        const task = typeof id === 'string' ? byId.get(id) : undefined
        const segment = task && at.get(task)
        return segment ? `${segment.path} in ${placeAt(story.take, task, time) ?? 'none'}` : 'unknown'
      }
      if (target && id === target.contextId) return 'of the task'
      const inContext = story.tasks.filter((task) => task.contextId === id && at.has(task))
      const last = inContext.at(-1)
      return last ? `${at.get(last)?.path} in ${placeAt(story.take, last, time) ?? 'none'}` : 'own'
    }
  const prepared = (task: TaskStory): Omit<Telling, 'cause' | 'c'> => {
    const known = told.get(task)
    if (known) return known
    const stamps = stampsOf(task)
    const made = { story, task, stamps, template: templates(run, story, task, stamps) }
    told.set(task, made)
    return made
  }

  for (const step of timeline(story)) {
    if (step.kind === 'other') {
      addRefusal(model, story, step.other, describer(step.at, step.other.task), sent, prepared)
      continue
    }
    const { task, cause } = step
    const parent = at.get(task)
    const c = task.causes.indexOf(cause)
    const key = keyOf(run, story.take, task, cause, describer, sent, counts)
    const siblings = parent ? parent.next : model.roots
    let segment = siblings.find(
      (other) => canonical(other.key as unknown as Json) === canonical(key as unknown as Json),
    )
    if (!segment) {
      segment = emptySegment(key, parent)
      siblings.push(segment)
      model.segments.push(segment)
    }
    at.set(task, segment)
    tellings.set(segment, [...(tellings.get(segment) ?? []), { ...prepared(task), cause, c }])
  }
  habitsOf(story, model)
}

type Timed = { at: Ms; index: number } & (
  | { kind: 'cause'; task: TaskStory; cause: CauseStory }
  | { kind: 'other'; other: TakeStory['others'][number] }
)

function timeline(story: TakeStory): Timed[] {
  const causes: Timed[] = story.order.map(({ task, cause }) => ({
    kind: 'cause',
    at: cause.at,
    index: cause.index,
    task,
    cause,
  }))
  const others: Timed[] = story.others.map((other) => ({
    kind: 'other',
    at: other.exchange.at,
    index: other.index,
    other,
  }))
  return [...causes, ...others].sort((a, b) => a.index - b.index)
}

function keyOf(
  run: Run,
  take: Take,
  task: TaskStory,
  cause: CauseStory,
  describer: (time: Ms, target: TaskStory | null) => (kind: 'context' | 'task', id: Json) => string,
  sent: Set<string>,
  counts: Map<string, number>,
): CauseKey {
  const state = cause.cause === 'send' ? 'new' : (placeAt(take, task, cause.at) ?? 'none')
  if (cause.act) return { cause: 'act', state, shape: '', act: cause.act.what, occurrence: 1 }
  const exchange = cause.exchange as Exchange
  if (cause.cause === 'cancel') return { cause: 'cancel', state, shape: cancelShape(exchange.request), occurrence: 1 }
  const id = messageIdOf(exchange.request)
  const describe = describer(cause.at, cause.cause === 'answer' ? task : null)
  const shape = causeShape(run, exchange.method, shapeOf(exchange.request, describe, id !== undefined && sent.has(id)))
  if (id !== undefined) sent.add(id)
  const parts = { recorded: partsOf(exchange.request), match: exchange.match?.text ?? ('exact' as const) }
  const family = canonical({ state, shape, parts: parts as unknown as Json })
  const occurrence = cause.cause === 'send' ? (counts.get(family) ?? 0) + 1 : 1
  counts.set(family, occurrence)
  return { cause: cause.cause, state, shape, parts, occurrence }
}

/** What a cancel carries beside the task's id. */
export function cancelShape(request: JsonObject): string {
  const { id: _id, ...rest } = request
  return canonical(rest)
}

function emptySegment(key: CauseKey, parent: Segment | undefined): Segment {
  const name = `${key.cause} ${key.parts ? canonical(key.parts as unknown as Json) : (key.act ?? '')} ${key.state} ${key.shape} ${key.occurrence}`
  return {
    path: parent ? `${parent.path} > ${name}` : name,
    key,
    owner: '',
    makesTask: true,
    states: [],
    events: [],
    replies: {},
    downs: [],
    stamps: {},
    knownTo: 0,
    after: 'unknown',
    next: [],
  }
}

const watched = (telling: Telling): Ms => telling.cause.to - telling.cause.at

function fill(run: Run, segment: Segment, told: Telling[]): void {
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

function addRefusal(
  model: Model,
  story: TakeStory,
  other: TakeStory['others'][number],
  describe: (kind: 'context' | 'task', id: Json) => string,
  sent: Set<string>,
  prepared: (task: TaskStory) => { template: Templates },
): void {
  const { exchange, index, task } = other
  const { reply, method } = exchange
  const message = method === 'SendMessage' || method === 'SendStreamingMessage'
  const state = task ? (placeAt(story.take, task, exchange.at) ?? 'none') : namesTask(exchange) ? 'unknown' : 'none'
  if (reply.kind === 'stream' && method === 'SubscribeToTask') {
    model.opens[(reply.events[0] && stateOf(reply.events[0].data)) ?? state] = true
    return
  }
  const id = messageIdOf(exchange.request)
  const shape = message
    ? shapeOf(exchange.request, describe, id !== undefined && sent.has(id))
    : cancelShape(exchange.request)
  if (id !== undefined) sent.add(id)
  const template: Templates = task ? prepared(task).template : (value) => value
  const at = reply.kind === 'stream' ? exchange.at : reply.at
  const refusal: Refusal = {
    method,
    state,
    shape,
    ...(message ? { parts: { recorded: partsOf(exchange.request), match: exchange.match?.text ?? 'exact' } } : {}),
    after: Math.max(1, at - exchange.at),
    reply:
      reply.kind === 'error'
        ? { kind: 'error', error: errorTemplate(exchange, index, template) }
        : { kind: 'snapshot' },
  }
  const same = (known: Refusal): boolean =>
    known.method === method &&
    known.state === state &&
    known.shape === shape &&
    canonical((known.parts ?? null) as unknown as Json) === canonical((refusal.parts ?? null) as unknown as Json)
  if (!model.refusals.some(same)) model.refusals.push(refusal)
}

function namesTask(exchange: Exchange): boolean {
  const id = isObject(exchange.request.message) ? exchange.request.message.taskId : exchange.request.id
  return typeof id === 'string' && id !== ''
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

function momentOf(run: Run, name: string, moment: { take: string; at: Ms }): Ms {
  const take = run.takes.find((other) => other.id === moment.take)
  if (!take) throw new CompileError(`Run ${run.id}: moment ${name} names take ${moment.take}, which is not there.`)
  const causes = readTake(take).order.map(({ cause }) => cause.at)
  return moment.at - (causes.filter((at) => at <= moment.at).at(-1) ?? 0)
}
