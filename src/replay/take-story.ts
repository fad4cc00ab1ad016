/** Reads one take: which tasks there were, what caused them to move, and everything that was seen of each. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { Act, Exchange, Step, Take } from './run.ts'
import { isObject, stateNameOf } from './shape.ts'

/** A task of a take; `id: null` for a send that was answered by a message, or that never became a task. */
export interface TaskStory {
  id: string | null
  contextId: string | null
  causes: CauseStory[]
  /** Every status that was seen of it, in the order in which they were set. One without a timestamp (`''`), or with one that was left from the status before, was set just before it was first seen. */
  statuses: { at: Ms; state: string; timestamp: string; left: boolean; message: Json | undefined }[]
  /** Every message that was seen in a status of it, in the order in which they were seen. */
  messages: Json[]
  /** Reads of it, whole or refused, in the order in which they were answered. */
  reads: { at: Ms; task: JsonObject | null; exchange: Exchange; index: number }[]
  /** From when on it could no longer be read. */
  goneAt: Ms | null
  /** Streams about it. */
  streams: { exchange: Exchange; index: number }[]
}

export interface CauseStory {
  cause: 'send' | 'answer' | 'cancel' | 'act'
  at: Ms
  /** When the next cause came, or watching ended. */
  to: Ms
  /** The next cause ended it. */
  cut: boolean
  exchange?: Exchange
  index: number
  act?: Act
}

export interface TakeStory {
  take: Take
  tasks: TaskStory[]
  /** Driver exchanges that are no cause: refusals, and probes of what does not exist. */
  others: { exchange: Exchange; index: number; task: TaskStory | null }[]
  /** Causes of all tasks, in order. */
  order: { task: TaskStory; cause: CauseStory }[]
}

/** States in which nothing moves a task. */
export const CLOSED: ReadonlySet<string> = new Set([
  'gone',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
])

/** A state that came so long after its timestamp, which another state had before it, was set without a new one. */
const LEFT_MS = 50

/** Milliseconds from the take's epoch of an ISO time, whole. */
export const since = (take: Take, timestamp: string): Ms => Date.parse(timestamp) - Date.parse(take.epoch)

export function readTake(recorded: Take): TakeStory {
  const take = { ...recorded, steps: recorded.steps.map(answered) }
  const story: TakeStory = { take, tasks: [], others: [], order: [] }
  const byId = new Map<string, TaskStory>()
  const exchanges = take.steps.flatMap((step, index) => (step.kind === 'exchange' ? [{ exchange: step, index }] : []))

  const taskOf = (id: string): TaskStory => {
    const known = byId.get(id)
    if (known) return known
    const made: TaskStory = {
      id,
      contextId: null,
      causes: [],
      statuses: [],
      messages: [],
      reads: [],
      goneAt: null,
      streams: [],
    }
    byId.set(id, made)
    return made
  }
  for (const { exchange } of exchanges) see(take, exchange, taskOf)
  for (const task of byId.values()) task.statuses.sort((a, b) => a.at - b.at)
  for (const { exchange } of exchanges) {
    const task =
      exchange.method === 'GetTask' && exchange.reply.kind === 'error'
        ? byId.get(String(exchange.request.id))
        : undefined
    if (task && task.goneAt === null) task.goneAt = lastAct(take, exchange.at) ?? exchange.at
  }

  const messageOwner = ownersOfMessages(exchanges)
  const claimed = new Set<string>()
  take.steps.forEach((step, index) => {
    if (step.kind === 'act') {
      if (step.who === 'approver' && step.task !== undefined)
        addCause(story, taskOf(step.task), { cause: 'act', at: step.at, to: take.to, cut: false, act: step, index })
      return
    }
    if (step.method === 'GetTask' || step.method === 'SubscribeToTask' || step.method === 'SendStreamingMessage') {
      const id = step.method === 'SendStreamingMessage' ? madeBy(step, messageOwner, claimed) : step.request.id
      const task = typeof id === 'string' ? byId.get(id) : undefined
      if (task && step.method === 'GetTask' && step.request.historyLength === undefined) {
        if (step.reply.kind === 'result' && isObject(step.reply.result))
          task.reads.push({ at: step.reply.at, task: step.reply.result, exchange: step, index })
        else if (step.reply.kind === 'error') task.reads.push({ at: step.reply.at, task: null, exchange: step, index })
      }
      if (task && step.reply.kind === 'stream') task.streams.push({ exchange: step, index })
      if (step.method !== 'SendStreamingMessage') {
        if (step.reply.kind === 'error' || step.reply.kind === 'stream')
          story.others.push({ exchange: step, index, task: task ?? null })
        return
      }
    }
    if (step.method === 'ListTasks') return
    const named =
      step.method === 'CancelTask'
        ? step.request.id
        : isObject(step.request.message)
          ? step.request.message.taskId
          : undefined
    if (named !== undefined) {
      const task = typeof named === 'string' ? byId.get(named) : undefined
      const state = task && stateAt(task, step.at)
      const moves = task !== undefined && state !== undefined && !CLOSED.has(state) && !isRefused(task, step)
      if (moves)
        addCause(story, task, {
          cause: step.method === 'CancelTask' ? 'cancel' : 'answer',
          at: step.at,
          to: take.to,
          cut: false,
          exchange: step,
          index,
        })
      else story.others.push({ exchange: step, index, task: task ?? null })
      return
    }
    if (step.method === 'CancelTask') {
      story.others.push({ exchange: step, index, task: null })
      return
    }
    const id = madeBy(step, messageOwner, claimed)
    if (id === null && step.reply.kind === 'error') {
      story.others.push({ exchange: step, index, task: null })
      return
    }
    const task: TaskStory =
      id === null
        ? {
            id: null,
            contextId: null,
            causes: [],
            statuses: [],
            messages: [],
            reads: [],
            goneAt: null,
            streams: [{ exchange: step, index }],
          }
        : taskOf(id)
    if (id !== null) claimed.add(id)
    addCause(story, task, { cause: 'send', at: step.at, to: take.to, cut: false, exchange: step, index })
    story.tasks.push(task)
  })
  for (const task of story.tasks) task.reads.sort((a, b) => a.at - b.at)
  return story
}

/** Some SDKs open a stream only to say an error in it. To the one who called, that is the answer: an error like any other. */
export function answered<S extends Step>(step: S): S {
  if (step.kind !== 'exchange' || step.reply.kind !== 'stream' || step.reply.events.length > 0) return step
  const { http, end } = step.reply
  return end.error === undefined ? step : { ...step, reply: { kind: 'error', at: end.at, error: end.error, http } }
}

/** What a status is known again by: its state (`''` without one) and its timestamp (`''` without one: SDKs may set a state without a time). */
export function markOf(status: JsonObject): { state: string; timestamp: string } {
  const { timestamp } = status
  return { state: stateNameOf(status), timestamp: typeof timestamp === 'string' ? timestamp : '' }
}

/** When an operator last did something, at or before `at`. */
export function lastAct(take: Take, at: Ms): Ms | undefined {
  return take.steps
    .flatMap((step) => (step.kind === 'act' && step.who === 'operator' && step.at <= at ? [step.at] : []))
    .at(-1)
}

/** The last state that was set before `at`; `gone` when it could no longer be read. What a call brings about may carry the call's own millisecond. */
export function stateAt(task: TaskStory, at: Ms): string | undefined {
  if (task.goneAt !== null && at >= task.goneAt) return 'gone'
  let state: string | undefined
  for (const status of task.statuses) if (status.at < at) state = status.state
  return state
}

/** Whether it was refused, and the task stood still meanwhile: such a call is no cause, and may be met again in the same state. */
function isRefused(task: TaskStory, { at, reply }: Exchange): boolean {
  if (reply.kind !== 'error') return false
  // A status that was set without a time of its own is known from when it was first seen.
  const until = ({ left, timestamp }: TaskStory['statuses'][number]): Ms =>
    reply.at + (left || timestamp === '' ? LEFT_MS : 0)
  return !task.statuses.some((status) => status.at >= at && status.at <= until(status))
}

/** In which state a task is before `at`, and whether it was only left so by a process that died: then nobody works at it. */
export function placeAt(take: Take, task: TaskStory, at: Ms): string | undefined {
  const state = stateAt(task, at)
  return state !== undefined && !CLOSED.has(state) && isLeftOver(take, task, at) ? leftOver(state) : state
}

/** Whether the agent's process died since anything last moved the task. Who is answered then is answered by another. */
export function isLeftOver(take: Take, task: TaskStory, at: Ms): boolean {
  const moved = task.causes.filter((cause) => cause.at < at).at(-1)?.at ?? at
  return take.steps.some((step) => step.kind === 'act' && step.what === 'killed' && step.at <= at && step.at > moved)
}

/** How a state is called that was left over. */
export const leftOver = (state: string): string => `${state} after a restart`

function addCause(story: TakeStory, task: TaskStory, cause: CauseStory): void {
  const before = task.causes.at(-1)
  if (before) {
    before.to = cause.at
    before.cut = true
  }
  task.causes.push(cause)
  story.order.push({ task, cause })
}

/** Which task a send made: by its reply, or by the message that opens the task's history. */
function madeBy(exchange: Exchange, owners: Map<string, string[]>, claimed: Set<string>): string | null {
  const { reply } = exchange
  if (reply.kind === 'result' && isObject(reply.result)) {
    if (isObject(reply.result.task) && typeof reply.result.task.id === 'string') return reply.result.task.id
    return null
  }
  if (reply.kind === 'stream') {
    for (const { data } of reply.events) {
      if (isObject(data.task) && typeof data.task.id === 'string') return data.task.id
      for (const update of [data.statusUpdate, data.artifactUpdate])
        if (isObject(update) && typeof update.taskId === 'string') return update.taskId
      if (data.message !== undefined) return null
    }
  }
  const messageId = isObject(exchange.request.message) ? exchange.request.message.messageId : undefined
  const made = typeof messageId === 'string' ? (owners.get(messageId) ?? []) : []
  return made.find((id) => !claimed.has(id)) ?? null
}

function ownersOfMessages(exchanges: { exchange: Exchange }[]): Map<string, string[]> {
  const owners = new Map<string, string[]>()
  for (const { exchange } of exchanges) {
    if (exchange.method !== 'GetTask' || exchange.reply.kind !== 'result' || !isObject(exchange.reply.result)) continue
    const { id, history } = exchange.reply.result
    const first = Array.isArray(history) ? history[0] : undefined
    if (typeof id !== 'string' || !isObject(first) || typeof first.messageId !== 'string') continue
    const list = owners.get(first.messageId) ?? []
    if (!list.includes(id)) list.push(id)
    owners.set(first.messageId, list)
  }
  return owners
}

/** Notes every status in an exchange's reply under its task. */
function see(take: Take, exchange: Exchange, taskOf: (id: string) => TaskStory): void {
  const note = (at: Ms, id: Json | undefined, contextId: Json | undefined, status: Json | undefined): void => {
    if (typeof id !== 'string' || !isObject(status)) return
    const task = taskOf(id)
    if (typeof contextId === 'string') task.contextId = contextId
    const { message } = status
    if (message !== undefined) task.messages.push(message)
    const { state, timestamp } = markOf(status)
    const stamped = timestamp === '' ? at - 1 : since(take, timestamp)
    const left =
      task.statuses.some((seen) => seen.timestamp === timestamp && seen.state !== state) && at - stamped > LEFT_MS
    const set = left ? at - 1 : stamped
    const known = task.statuses.find((seen) => seen.timestamp === timestamp && seen.state === state)
    if (known) {
      known.at = Math.min(known.at, set)
      known.left &&= left
    } else task.statuses.push({ at: set, state, timestamp, left, message })
  }
  const look = (at: Ms, value: Json | undefined): void => {
    if (isObject(value)) note(at, value.id, value.contextId, value.status)
  }
  const { reply, method } = exchange
  if (reply.kind === 'result' && isObject(reply.result)) {
    const { at, result } = reply
    if (method === 'SendMessage') look(at, result.task)
    else if (method === 'ListTasks' && Array.isArray(result.tasks)) for (const listed of result.tasks) look(at, listed)
    else look(at, result)
  }
  if (reply.kind === 'stream') {
    for (const { at, data } of reply.events) {
      look(at, data.task)
      if (isObject(data.statusUpdate))
        note(at, data.statusUpdate.taskId, data.statusUpdate.contextId, data.statusUpdate.status)
    }
  }
}
