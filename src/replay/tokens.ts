/** Turns recorded JSON about one task into a template: which strings become holes, and how the holes are called. */
import type { Json, JsonObject } from '../a2a/json.ts'
import type { Run } from './run.ts'
import { isObject, partsOf, stateNameOf } from './shape.ts'
import type { TakeStory, TaskStory } from './take-story.ts'
import { canonical, hole, type Template, valueHole } from './template.ts'

/** Makes templates of values that stand at `pointer` in step `index` of the take. */
export type Templates = (value: Json, index: number, pointer: string) => Template

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** `STATE#n`: the n-th time (from 0) that this state was set since the cause. The name of a stamp. */
export interface Stamps {
  /** By cause: stamp name to milliseconds since the cause. */
  byCause: Record<string, number>[]
  /** Timestamp and state to `cause:stamp`. */
  names: Map<string, string>
  /** Timestamp and state to the `cause:stamp` whose time stands there: another's, where the timestamp was left from another status. */
  shown: Map<string, string>
}

const longest = new WeakMap<Run, number>()

/** Digits of a second's fraction. Some SDKs leave zeros out at its end, so a run's stamps are told with as many as its longest has. */
function digitsOf(run: Run): number {
  let digits = longest.get(run)
  if (digits === undefined) {
    digits = 0
    for (const [, fraction] of JSON.stringify(run.takes).matchAll(/"timestamp":"[^"]*\.(\d+)Z"/g))
      digits = Math.max(digits, fraction?.length ?? 0)
    longest.set(run, digits)
  }
  return digits
}

export function stampsOf(task: TaskStory): Stamps {
  const byCause: Record<string, number>[] = task.causes.map(() => ({}))
  const names = new Map<string, string>()
  const shown = new Map<string, string>()
  for (const status of task.statuses) {
    let c = 0
    task.causes.forEach((cause, i) => {
      if (Math.floor(cause.at) <= status.at) c = i
    })
    const stamps = byCause[c]
    const cause = task.causes[c]
    if (!stamps || !cause) continue
    let n = 0
    while (stamps[`${status.state}#${n}`] !== undefined) n++
    const name = `${status.state}#${n}`
    stamps[name] = Math.max(0, status.at - Math.floor(cause.at))
    names.set(`${status.timestamp}|${status.state}`, `${c}:${name}`)
    const whose = status.left ? task.statuses.find((other) => other.timestamp === status.timestamp) : undefined
    shown.set(`${status.timestamp}|${status.state}`, shown.get(`${whose?.timestamp}|${whose?.state}`) ?? `${c}:${name}`)
  }
  return { byCause, names, shown }
}

/**
 * Holes: `task`, `ctx`; `u0` the id of the message of cause 0; `a0` the first id that the agent made for a message, `c0` for a context that is not the task's; `parts:u0` the parts that the planner sent;
 * `ref0` the first task that the cause refers to; `time:CAUSE:STATE#n:digits`; `now:digits`, the time of the answer; `word:name`.
 */
export function templates(run: Run, story: TakeStory, task: TaskStory, stamps: Stamps): Templates {
  const ids = idsOf(story, task)
  /** By the id of a planner's message, the causes that carried it: a planner may use one again. */
  const users = new Map<string, number[]>()
  task.causes.forEach((cause, c) => {
    const id = messageIdOf(cause.exchange?.request)
    if (id !== undefined) users.set(id, [...(users.get(id) ?? []), c])
  })
  const echoOf = ({ messageId, parts }: JsonObject): string | undefined => {
    const causes = typeof messageId === 'string' ? (users.get(messageId) ?? []) : []
    const said = (c: number): string => canonical(partsOf(task.causes[c]?.exchange?.request ?? {}))
    const c = causes.length > 1 ? causes.find((one) => said(one) === canonical(parts ?? [])) : causes[0]
    return c === undefined ? undefined : `u${c}`
  }
  const words = new Map<string, string>()
  for (const [name, word] of Object.entries(run.words)) for (const where of word.where) words.set(where, name)
  const known = [...ids.keys()].sort((a, b) => b.length - a.length)

  const text = (value: string): string => {
    const exact = ids.get(value)
    if (exact !== undefined) return hole(exact)
    let out = value
    for (const id of known)
      if (id.length >= 8 && out.includes(id)) out = out.split(id).join(hole(ids.get(id) as string))
    return out
  }
  const walk = (value: Json, index: number, pointer: string): Template => {
    const word = words.get(`${story.take.id}#${index}${pointer}`)
    if (word !== undefined) return typeof value === 'string' ? hole(`word:${word}`) : valueHole(`word:${word}`)
    if (typeof value === 'string') return text(value)
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((item, i) => walk(item, index, `${pointer}/${i}`))
    const out: JsonObject = {}
    const echo = echoOf(value)
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'parts' && echo !== undefined) out[key] = valueHole(`parts:${echo}`)
      else if (key === 'timestamp' && typeof inner === 'string') out[key] = time(inner, stateNameOf(value))
      else out[key] = walk(inner, index, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    }
    return out
  }
  const time = (timestamp: string, state: string): string => {
    const name = stamps.shown.get(`${timestamp}|${state}`)
    return name === undefined ? timestamp : hole(`time:${name}:${digitsOf(run)}`)
  }
  return walk
}

function idsOf(story: TakeStory, task: TaskStory): Map<string, string> {
  const ids = new Map<string, string>()
  const add = (id: Json | undefined, name: string): void => {
    if (typeof id === 'string' && id !== '' && !ids.has(id)) ids.set(id, name)
  }
  if (task.id !== null) add(task.id, 'task')
  if (task.contextId !== null) add(task.contextId, 'ctx')
  task.causes.forEach((cause, c) => {
    const message = cause.exchange?.request.message
    if (!isObject(message)) return
    add(message.messageId, `u${c}`)
    if (c === 0 && Array.isArray(message.referenceTaskIds))
      for (const [i, id] of message.referenceTaskIds.entries()) add(id, `ref${i}`)
  })
  let agents = 0
  let contexts = 0
  const addMade = (value: Json | undefined): void => {
    // Some SDKs make up a context for a message that names its task alone.
    if (isObject(value) && typeof value.contextId === 'string' && value.contextId !== '' && !ids.has(value.contextId))
      add(value.contextId, `c${contexts++}`)
    if (isObject(value) && typeof value.messageId === 'string' && !ids.has(value.messageId))
      add(value.messageId, `a${agents++}`)
  }
  for (const status of task.statuses) addMade(status.message)
  for (const message of task.messages) addMade(message)
  for (const read of task.reads) if (Array.isArray(read.task?.history)) read.task.history.forEach(addMade)
  let artifacts = 0
  for (const read of task.reads) {
    if (!Array.isArray(read.task?.artifacts)) continue
    for (const artifact of read.task.artifacts) {
      if (
        isObject(artifact) &&
        typeof artifact.artifactId === 'string' &&
        UUID.test(artifact.artifactId) &&
        !ids.has(artifact.artifactId)
      ) {
        add(artifact.artifactId, `r${artifacts++}`)
      }
    }
  }
  // A direct message has no task to find its ids by.
  for (const { exchange } of task.id === null ? task.streams : [])
    for (const value of repliesOf(exchange)) addDirect(value)
  function addDirect(value: Json | undefined): void {
    if (!isObject(value)) return
    add(value.contextId, 'ctx')
    addMade(value)
  }
  for (const other of story.tasks) if (other.id !== null && other.id !== task.id) add(other.id, 'other')
  return ids
}

function repliesOf(exchange: { reply: { kind: string } }): Json[] {
  const reply = exchange.reply as { kind: string; result?: Json; events?: { data: JsonObject }[] }
  const values = reply.kind === 'result' ? [reply.result] : (reply.events ?? []).map((event) => event.data)
  return values.flatMap((value) => (isObject(value) && value.message !== undefined ? [value.message] : []))
}

export function messageIdOf(request: JsonObject | undefined): string | undefined {
  const id = request && isObject(request.message) ? request.message.messageId : undefined
  return typeof id === 'string' ? id : undefined
}
