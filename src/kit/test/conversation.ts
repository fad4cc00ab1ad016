/** A play as a conversation that a person can read: one cell for each thing said, heard, and returned. */
import type { Json } from '../../a2a/json.ts'
import { isObject, partsOf, textOf } from '../../replay/shape.ts'
import { stateOf } from '../../replay/streams.ts'
import type { Call, Ended } from '../../replay/transcript.ts'
import type { Cell } from './failure.ts'

/** A cell, and what comparing needs to know of it. */
export interface Said extends Cell {
  /** A read of a state that the task left later: how many of these there are is nobody's business. */
  passing: boolean
}

interface Heard {
  call: Call
  said: string
  heard: string
  /** The state it told of a task, for `passing`. */
  task: string | null
  state: string | null
}

const READS = new Set(['GetTask', 'ListTasks'])
const quoted = (text: string): string => `“${text}”`

export function conversation(transcript: readonly Call[], ended: Ended): Said[] {
  const heard = transcript.flatMap(hear)
  const last = new Map<string, string>()
  for (const { task, state } of heard) if (task !== null && state !== null) last.set(task, state)
  const cells: Said[] = []
  for (const item of heard) {
    const { call } = item
    const passing = READS.has(call.method) && item.task !== null && last.get(item.task) !== item.state
    const line = call.line === undefined ? {} : { line: call.line }
    const before = cells.slice(-2)
    if (before.length === 2 && item.said && before[0]?.text === item.said && before[1]?.text === item.heard) {
      for (const cell of before) cell.times += 1
      Object.assign(before[0] as Said, line)
      continue
    }
    if (item.said) cells.push({ mark: '→', text: item.said, times: 1, passing, ...line })
    if (item.heard) cells.push({ mark: '←', text: item.heard, times: 1, passing })
  }
  cells.push(ending(ended))
  return cells
}

function ending(ended: Ended): Said {
  if (ended.how === 'outcome') return { mark: '=', text: outcomeWords(ended.outcome), times: 1, passing: false }
  if (ended.how === 'threw') {
    return {
      mark: '!',
      text: `threw ${ended.name}: ${ended.message}`,
      times: 1,
      passing: false,
      ...(ended.line === undefined ? {} : { line: ended.line }),
    }
  }
  const { stop } = ended
  return {
    mark: '!',
    text: `stopped: ${SHORT[stop.kind]}`,
    times: 1,
    passing: false,
    ...(stop.line === undefined ? {} : { line: stop.line }),
  }
}

const SHORT: Record<string, string> = {
  unrecorded: 'nobody recorded this',
  endless: 'it never ends',
  deadlock: 'it waits for nothing',
  interrupted: 'it computed for too long',
  memory: 'out of memory',
  stack: 'too deep a recursion',
  load: 'it could not be loaded',
  shape: 'not an outcome',
  wall: 'our side failed',
}

/** `returned refused “…”`. */
export function outcomeWords(outcome: Json): string {
  if (!isObject(outcome)) return `returned ${JSON.stringify(outcome)}`
  const { kind, ...rest } = outcome
  const inner = Object.entries(rest)
  const only = inner.length === 1 ? inner[0]?.[1] : undefined
  const tail = typeof only === 'string' ? ` ${quoted(only)}` : inner.length > 0 ? ` ${JSON.stringify(rest)}` : ''
  return `returned ${String(kind)}${tail}`
}

/** Data longer than this is named, not shown. */
const SHORT_DATA = 48

/** An artifact's name, and its data where it is short: what two of one name differ in. */
function artifactWords(artifact: { [key: string]: Json }): string {
  const name = String(artifact.name ?? artifact.artifactId ?? '')
  const parts = Array.isArray(artifact.parts) ? artifact.parts : []
  const data = parts
    .flatMap((part) => (isObject(part) && part.data !== undefined ? [JSON.stringify(part.data)] : []))
    .join(' ')
  return data !== '' && data.length <= SHORT_DATA ? `${name} ${data}` : name
}

function hear(call: Call): Heard[] {
  const said = sayCall(call)
  const items: Heard[] = []
  for (const event of call.events ?? []) items.push({ call, said: items.length === 0 ? said : '', ...tell(event.data) })
  if (items.length > 0) {
    const broken = call.end?.error
    if (broken) items.push({ call, said: '', heard: errorWords(broken), task: null, state: null })
    else if (call.end?.how === 'cut')
      items.push({ call, said: '', heard: 'the connection broke', task: null, state: null })
    else if (call.end?.how === 'closed')
      items.push({ call, said: '', heard: 'the stream ended', task: null, state: null })
    return items
  }
  const { reply } = call
  if (!reply) return [{ call, said, heard: call.end ? '' : 'no answer', task: null, state: null }]
  if ('died' in reply) return [{ call, said, heard: 'the connection broke', task: null, state: null }]
  if ('error' in reply)
    return [
      {
        call,
        said,
        heard: errorWords(reply.error),
        task: null,
        state: null,
      },
    ]
  return [{ call, said, ...tell(reply.ok) }]
}

const errorWords = ({ code, reason }: { code: number; reason?: string }): string =>
  `error ${code}${reason ? ` ${reason}` : ''}`

function sayCall({ who, method, params }: Call): string {
  if (!isObject(params)) return `${who} ${method}`
  if (who === 'approver' || who === 'human')
    return `asks the ${who} ${quoted(String(params.text ?? params.question ?? ''))}`
  const message = isObject(params.message) ? params.message : null
  if (!message) return `${who} ${method}`
  const on = message.taskId !== undefined ? ' on the task' : message.contextId !== undefined ? ' in a context' : ''
  return `${who} ${method}${on} ${quoted(textOf(partsOf(params)))}`
}

function tell(value: Json): Omit<Heard, 'call' | 'said'> {
  const none = { task: null, state: null }
  if (!isObject(value)) return { heard: JSON.stringify(value), ...none }
  if (isObject(value.message)) return { heard: `message ${quoted(textOf(value.message.parts ?? []))}`, ...none }
  if (isObject(value.artifactUpdate)) {
    const artifact = isObject(value.artifactUpdate.artifact) ? value.artifactUpdate.artifact : {}
    return { heard: `artifact ${artifactWords(artifact)}`, ...none }
  }
  if (Array.isArray(value.tasks)) return { heard: `${value.tasks.length} tasks`, ...none }
  if (typeof value.decision === 'string') return { heard: value.decision, ...none }
  if (typeof value.answer === 'string') return { heard: quoted(value.answer), ...none }
  const bare = isObject(value.status) && typeof value.id === 'string' ? { task: value } : value
  const state = stateOf(bare)
  if (state === null) return { heard: JSON.stringify(value), ...none }
  const holder = isObject(bare.task) ? bare.task : (bare.statusUpdate as { [key: string]: Json })
  const status = isObject(holder.status) ? holder.status : {}
  const words = isObject(status.message) ? textOf(status.message.parts ?? []) : ''
  const names = Array.isArray(holder.artifacts)
    ? holder.artifacts.flatMap((a) => (isObject(a) ? [artifactWords(a)] : []))
    : []
  const id = holder.id ?? holder.taskId
  return {
    heard: `${state || 'no state'}${words ? ` ${quoted(words)}` : ''}${names.length > 0 ? ` + ${names.join(', ')}` : ''}`,
    task: typeof id === 'string' ? id : null,
    state,
  }
}
