/** Answers a planner's calls to one agent from the run's model: reads are projected, causes are matched, streams follow. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { WireError } from '../host/messages.ts'
import type { ErrorTemplate, Mode, Model, Refusal, Segment, SegmentReply } from './model.ts'
import { project, unprojectable, withHistory } from './projection.ts'
import { cancelShape } from './refusals.ts'
import { causeShape, isObject, partsMatch, partsOf, shapeOf, unknownTask } from './shape.ts'
import { openStreams, type Streams } from './stream.ts'
import { CLOSED, leftOver } from './take-story.ts'
import {
  current,
  fillOf,
  type PlayTask,
  read,
  renderError,
  stampText,
  stampTime,
  stateOfTask,
  stretched,
} from './task.ts'
import { canonical, type Fill, render } from './template.ts'
import { messageIdOf } from './tokens.ts'
import type { Twin } from './twin.ts'
import { recordingEnds, unrecorded } from './words.ts'

/** What the session lends an agent. All times are since the play began. */
export interface Ground {
  twin: Twin
  now(): Ms
  /** Does something at a time; nothing once the play is over. */
  later(at: Ms, act: () => void): void
  /** `settled`: what repeats if it is met again and again, in words; `null` while things may still change. `text`: `ok` as JSON, where it is at hand. */
  answer(id: number, ok: Json, settled: string | null, text?: string): void
  fail(id: number, error: WireError, settled: string | null): void
  event(id: number, data: JsonObject): void
  end(id: number, how: 'closed' | 'cut' | 'error', error?: WireError): void
  /** `id`: the call that it is about; one that nobody waits for any more stops nothing. */
  stop(words: string, id?: number): void
}

export interface PlayAgent {
  name: string
  model: Model
  tasks: PlayTask[]
  contexts: string[]
  call(id: number, method: string, params: JsonObject): void
  abandon(id: number): void
  /** A person's decision about a task: the cause of what follows. False when no recording has it. */
  decide(taskId: string, decision: string): boolean
}

const GONE = 'The connection broke before an answer came.'

export function playAgent(name: string, model: Model, ground: Ground): PlayAgent {
  const { run } = model
  const { twin } = ground
  const tasks: PlayTask[] = []
  const contexts: string[] = []
  const sent = new Set<string>()
  const uses = new Map<string, number>()
  const pageTokens = new Set<string>()
  const downs: { from: Ms; to: Ms | null }[] = []
  const streams: Streams = openStreams(name, model, ground, (error, task) =>
    wireError(error, fillOf(task, twin, task.id)),
  )

  const byId = (id: Json | undefined): PlayTask | undefined =>
    typeof id === 'string' ? tasks.find((task) => task.id === id) : undefined
  /** The task's state, and whether it was only left so by a process that died. */
  const placeOf = (task: PlayTask): string => {
    const state = stateOfTask(task, twin, ground.now())
    return !CLOSED.has(state) && isLeft(task) ? leftOver(state) : state
  }
  /** Whether the agent's process died since anything last moved the task. */
  const isLeft = (task: PlayTask): boolean => downs.some(({ from }) => from <= ground.now() && from > current(task).at)
  const isDown = (at: Ms): boolean => downs.some(({ from, to }) => at >= from && (to === null || at < to))
  const lost = (id: number, method: string, params: JsonObject, why: string): void =>
    ground.stop(unrecorded(name, method, params, why, model), id)
  const endsHere = (id: number): void => ground.stop(recordingEnds(name, run.id), id)
  /** Nothing tells what the task is by now, and so what a call would do to it. */
  const isPast = (task: PlayTask): boolean => read(task, twin, ground.now()).kind === 'ended'
  const transport: WireError = { kind: 'transport', message: GONE }

  function wireError(error: ErrorTemplate, fill: Fill): WireError {
    const rendered = renderError(error, (hole) =>
      hole.startsWith('now:') ? stampText(twin.epoch + ground.now(), Number(hole.slice(4))) : fill(hole),
    )
    const reason = Array.isArray(rendered.data)
      ? rendered.data.flatMap((detail) =>
          isObject(detail) && typeof detail.reason === 'string' ? [detail.reason] : [],
        )[0]
      : undefined
    return { kind: 'a2a', ...rendered, ...(reason === undefined ? {} : { reason }) }
  }

  function describe(target: PlayTask | undefined): (kind: 'context' | 'task', id: Json) => string {
    const place = (task: PlayTask): string => `${current(task).segment.path} in ${placeOf(task)}`
    return (kind, id) => {
      if (kind === 'task') {
        if (target && id === target.id) return 'task'
        const task = byId(id)
        return task ? place(task) : 'unknown'
      }
      if (target && id === target.contextId) return 'of the task'
      const last = tasks.filter((task) => task.contextId === id).at(-1)
      return last ? place(last) : 'own'
    }
  }

  function refuse(
    id: number,
    method: string,
    params: JsonObject,
    refusal: Refusal,
    task: PlayTask | undefined,
    asked: string,
  ): void {
    const fill: Fill = task ? fillOf(task, twin, asked) : (hole) => (hole === 'asked' ? asked : '')
    ground.later(ground.now() + refusal.after, () => {
      if (refusal.reply.kind === 'error') {
        const error = wireError(refusal.reply.error, fill)
        ground.fail(id, error, error.kind === 'a2a' ? `error ${error.code}` : 'no answer')
      } else if (task) snapshot(id, method, params, task)
    })
  }

  function snapshot(id: number, method: string, params: JsonObject, task: PlayTask): void {
    const reading = read(task, twin, ground.now())
    if (reading.kind === 'ended') return endsHere(id)
    if (reading.kind === 'gone')
      return ground.fail(id, wireError(reading.error, fillOf(task, twin, task.id)), `error ${reading.error.code}`)
    if (reading.kind === 'none') return lost(id, method, params, 'before the task had a state')
    const settled = reading.settled ? reading.state || 'no state' : null
    if (params.historyLength === undefined) ground.answer(id, reading.task, settled, reading.text)
    else ground.answer(id, withHistory(reading.task, params.historyLength), settled)
  }

  function findRefusal(method: string, state: string, shape: string, parts: Json[] | null): Refusal | undefined {
    return model.refusals.find(
      (r) =>
        r.method === method &&
        r.state === state &&
        r.shape === shape &&
        (r.parts === undefined || partsMatch(parts ?? [], r.parts)),
    )
  }

  function get(id: number, params: JsonObject): void {
    const odd = unprojectable('GetTask', params)
    if (odd) return lost(id, 'GetTask', params, odd)
    ground.later(ground.now() + twin.latency(), () => {
      if (isDown(ground.now())) return ground.fail(id, transport, 'no answer')
      const task = byId(params.id)
      if (task) return snapshot(id, 'GetTask', params, task)
      const asked = typeof params.id === 'string' ? params.id : ''
      const refusal = findRefusal('GetTask', unknownTask(params.id), cancelShape(params), null)
      if (refusal) refuse(id, 'GetTask', params, { ...refusal, after: 0 }, undefined, asked)
      else lost(id, 'GetTask', params, asked === '' ? 'without an id' : 'of a task that this agent never made')
    })
  }

  function list(id: number, params: JsonObject): void {
    const { pageToken } = params
    const strange = typeof pageToken === 'string' && pageToken !== '' && !pageTokens.has(pageToken)
    const odd = unprojectable('ListTasks', params) ?? (strange ? 'with a page token that no page gave out' : null)
    if (odd) return lost(id, 'ListTasks', params, odd)
    ground.later(ground.now() + twin.latency(), () => {
      if (isDown(ground.now())) return ground.fail(id, transport, 'no answer')
      const found: JsonObject[] = []
      let settled = true
      for (const task of tasks) {
        const reading = read(task, twin, ground.now())
        if (reading.kind === 'ended') return endsHere(id)
        if (reading.kind === 'none' || (reading.kind === 'task' && !reading.settled)) settled = false
        if (reading.kind === 'task') found.push(reading.task)
      }
      const page = project(found, params, run.projection)
      if (typeof page.nextPageToken === 'string') pageTokens.add(page.nextPageToken)
      ground.answer(id, page, settled ? `the same ${found.length} tasks` : null)
    })
  }

  function cancel(id: number, params: JsonObject): void {
    const task = byId(params.id)
    if (task && isPast(task)) return endsHere(id)
    const shape = cancelShape(params)
    const state = task ? placeOf(task) : unknownTask(params.id)
    const next =
      task &&
      current(task).segment.next.find(({ key }) => key.cause === 'cancel' && key.state === state && key.shape === shape)
    if (task && next?.answer) {
      enter(task, next, params)
      return reply(id, 'CancelTask', params, task, next, next.answer)
    }
    const refusal = findRefusal('CancelTask', state, shape, null)
    if (refusal) return refuse(id, 'CancelTask', params, refusal, task, String(params.id ?? ''))
    lost(id, 'CancelTask', params, task ? `while ${state}` : 'on a task that this agent never made')
  }

  function subscribe(id: number, params: JsonObject): void {
    const task = byId(params.id)
    const state = task ? stateOfTask(task, twin, ground.now()) : unknownTask(params.id)
    const refusal = findRefusal('SubscribeToTask', task ? placeOf(task) : state, cancelShape(params), null)
    if (refusal) return refuse(id, 'SubscribeToTask', params, refusal, task, String(params.id ?? ''))
    if (!task || !model.opens[state] || cancelShape(params) !== '{}')
      return lost(id, 'SubscribeToTask', params, task ? `while ${state}` : 'on a task that this agent never made')
    ground.later(ground.now() + twin.latency(), () => {
      const reading = read(task, twin, ground.now())
      if (reading.kind === 'ended') return endsHere(id)
      if (reading.kind !== 'task') return lost(id, 'SubscribeToTask', params, 'before the task had a state')
      if (!model.opens[reading.state]) return subscribe(id, params) // it ended while the request was on its way
      streams.open(id, 'subscribe', task, { task: reading.task }, reading.state, isLeft(task))
    })
  }

  function send(id: number, method: string, params: JsonObject): void {
    const mode: Mode =
      method === 'SendStreamingMessage'
        ? 'stream'
        : isObject(params.configuration) && params.configuration.returnImmediately === true
          ? 'now'
          : 'block'
    const message = isObject(params.message) ? params.message : {}
    const messageId = messageIdOf(params)
    const named = message.taskId !== undefined
    const target = named ? byId(message.taskId) : undefined
    if (target && isPast(target)) return endsHere(id)
    const parts = partsOf(params)
    const shape = shapeOf(params, describe(target), messageId !== undefined && sent.has(messageId))
    if (messageId !== undefined) sent.add(messageId)
    const state = target ? placeOf(target) : unknownTask(message.taskId)
    const refusal = findRefusal(method, state, shape, parts)
    if (refusal) return refuse(id, method, params, refusal, target, String(message.taskId ?? ''))
    const cause = causeShape(run, method, shape)
    if (named) {
      const next =
        target &&
        current(target).segment.next.find(
          ({ key }) =>
            key.cause === 'answer' &&
            key.state === state &&
            key.shape === cause &&
            key.parts !== undefined &&
            partsMatch(parts, key.parts),
        )
      const answer = next && replyFor(next, mode)
      if (!target || !next || !answer)
        return lost(id, method, params, target ? `while ${state}` : 'on a task that this agent never made')
      enter(target, next, params)
      return reply(id, method, params, target, next, answer)
    }
    const root = rootFor(cause, parts)
    const answer = root && replyFor(root, mode)
    if (!root || !answer) return lost(id, method, params, whyNoRoot(cause, parts, root, mode))
    reply(id, method, params, open(root, params, message), root, answer)
  }

  function rootFor(shape: string, parts: Json[]): Segment | undefined {
    const fitting = model.roots.filter(
      ({ key }) => key.shape === shape && key.parts !== undefined && partsMatch(parts, key.parts),
    )
    const family = fitting[0] && canonical(fitting[0].key.parts as unknown as Json) + shape
    if (family === undefined) return undefined
    const nth = (uses.get(family) ?? 0) + 1
    uses.set(family, nth)
    return fitting.find(({ key }) => key.occurrence === nth)
  }

  function whyNoRoot(shape: string, parts: Json[], root: Segment | undefined, mode: Mode): string {
    if (root)
      return mode === 'stream' ? 'as a stream' : mode === 'now' ? 'with returnImmediately' : 'and waited for the answer'
    const same = model.roots.filter(({ key }) => key.parts !== undefined && partsMatch(parts, key.parts))
    if (same.length === 0) return 'with these words'
    if (same.some(({ key }) => key.shape === shape)) return 'once more'
    return 'with this context, these references or these other fields'
  }

  /** A reply in a mode that only an equal conversation of the same words was recorded with serves too: it tells the same states. */
  function replyFor(segment: Segment, mode: Mode): SegmentReply | undefined {
    if (segment.replies[mode]) return segment.replies[mode]
    const story = (other: Segment): string =>
      canonical(other.states.map((state) => (state.state === null ? state.error.code : state.task)) as Json)
    const said = ({ key }: Segment): string => canonical([key.cause, key.state, key.parts ?? null] as unknown as Json)
    return model.segments.find(
      (other) => other.replies[mode] && said(other) === said(segment) && story(other) === story(segment),
    )?.replies[mode]
  }

  function open(root: Segment, request: JsonObject, message: JsonObject): PlayTask {
    const nth = tasks.length + 1
    const contextId = typeof message.contextId === 'string' ? message.contextId : twin.id(run, `context ${nth}`)
    const references = Array.isArray(message.referenceTaskIds) ? message.referenceTaskIds.map(String) : []
    const task: PlayTask = { run, nth, id: twin.id(run, `task ${nth}`), contextId, references, chain: [] }
    if (root.makesTask) tasks.push(task)
    if (!contexts.includes(contextId)) contexts.push(contextId)
    enter(task, root, request)
    return task
  }

  function enter(task: PlayTask, segment: Segment, request: JsonObject | null): void {
    const at = ground.now()
    task.chain.push({ segment, at, request, told: new Map() })
    for (const down of segment.downs) {
      const from = at + stretched(twin, down.from)
      downs.push({ from, to: down.to === null ? null : at + stretched(twin, down.to) })
      ground.later(from, () => streams.cut(transport))
    }
    streams.moved(task)
  }

  function reply(
    id: number,
    method: string,
    params: JsonObject,
    task: PlayTask,
    segment: Segment,
    told: SegmentReply,
  ): void {
    const link = current(task)
    const stamp =
      told.kind !== 'died' && told.kind !== 'error' && 'until' in told && told.until !== null
        ? segment.stamps[told.until]
        : undefined
    const at =
      stamp === undefined
        ? link.at + stretched(twin, told.at)
        : link.at + Math.max(stampTime(twin, stamp), stretched(twin, stamp)) + Math.ceil(told.at)
    ground.later(Math.max(at, ground.now() + 1), () => {
      if (told.kind === 'died' || isDown(ground.now())) return ground.fail(id, transport, null)
      if (told.kind === 'error') return ground.fail(id, wireError(told.error, fillOf(task, twin, task.id)), null)
      if (told.kind === 'stream') {
        const first = render(told.first, fillOf(task, twin)) as JsonObject
        return streams.open(id, 'stream', task, first, told.state, false, told.skip)
      }
      if (current(task) !== link && told.kind === 'result' && told.until !== null)
        return lost(id, method, params, 'and the task was moved before it was answered')
      ground.answer(id, render(told.result, fillOf(task, twin)), null)
    })
  }

  return {
    name,
    model,
    tasks,
    contexts,
    call(id, method, params) {
      if (isDown(ground.now()))
        return ground.later(ground.now() + twin.latency(), () => ground.fail(id, transport, 'no answer'))
      if (method === 'GetTask') return get(id, params)
      if (method === 'ListTasks') return list(id, params)
      if (method === 'CancelTask') return cancel(id, params)
      if (method === 'SubscribeToTask') return subscribe(id, params)
      return send(id, method, params)
    },
    abandon: (id) => streams.leave(id),
    decide(taskId, decision) {
      const task = byId(taskId)
      const state = task && stateOfTask(task, twin, ground.now())
      const next =
        task &&
        current(task).segment.next.find(({ key }) => key.cause === 'act' && key.act === decision && key.state === state)
      if (!task || !next) return false
      enter(task, next, null)
      return true
    },
  }
}
