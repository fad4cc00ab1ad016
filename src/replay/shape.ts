/** What a message carries beside its parts, as canonical text: how replay tells causes apart, when it compiles and when it plays. */
import type { Json, JsonObject } from '../a2a/json.ts'
import type { Run } from './run.ts'
import { canonical } from './template.ts'

/** Tells what an id in a request stands for, e.g. `task`, `own`, `unknown`, or the timeline and state it belongs to. */
export type Describe = (kind: 'context' | 'task', id: Json) => string

/** `repeated`: the message's id was sent before. The answer's mode is no part of it. */
export function shapeOf(request: JsonObject, describe: Describe, repeated: boolean): string {
  const { message, configuration, ...rest } = request
  const { returnImmediately: mode, ...config } = isObject(configuration) ? configuration : {}
  // What is not of its type is kept as it is: it is nothing that a recording without it stands for.
  if (mode !== undefined && typeof mode !== 'boolean') config.returnImmediately = mode
  if (configuration !== undefined && !isObject(configuration)) config.odd = configuration
  if (!isObject(message)) return canonical({ malformed: message ?? null, config, rest })
  const { messageId, parts: _parts, contextId, taskId, referenceTaskIds, ...others } = message
  const shape: JsonObject = { others }
  if (Object.keys(config).length > 0) shape.config = config
  if (Object.keys(rest).length > 0) shape.rest = rest
  if (typeof messageId !== 'string' || messageId === '') shape.messageId = 'missing'
  else if (repeated) shape.messageId = 'repeated'
  if (contextId !== undefined) shape.context = isId(contextId) ? describe('context', contextId) : { odd: contextId }
  if (taskId !== undefined) shape.task = isId(taskId) ? describe('task', taskId) : { odd: taskId }
  if (Array.isArray(referenceTaskIds)) {
    if (referenceTaskIds.length > 0)
      shape.references = referenceTaskIds.map((id) => (isId(id) ? describe('task', id) : { odd: id }))
  } else if (referenceTaskIds !== undefined) shape.references = { odd: referenceTaskIds }
  return canonical(shape)
}

/** The shape of a message as a cause: one that was sent as a stream is told apart where the run says so. */
export const causeShape = (run: Pick<Run, 'streamsApart'>, method: string, shape: string): string =>
  run.streamsApart && method === 'SendStreamingMessage' ? `streamed ${shape}` : shape

const isId = (value: Json): boolean => typeof value === 'string' && value !== ''

/** What a request's id names when no task has it: `none` where there is none, `odd` where it is no id at all. */
export function unknownTask(id: Json | undefined): 'none' | 'unknown' | 'odd' {
  if (id === undefined) return 'none'
  return isId(id) ? 'unknown' : 'odd'
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The parts of a request's message, `[]` when there are none. */
export function partsOf(request: JsonObject): Json[] {
  return isObject(request.message) && Array.isArray(request.message.parts) ? request.message.parts : []
}

/** All text of parts, for `contains`. */
export function textOf(parts: Json): string {
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

/** Whether a planner's parts are the recorded ones, as far as the recording asks for it. */
export function partsMatch(
  parts: Json[],
  asked: { recorded: Json; match: 'exact' | 'any' | { contains: string } },
): boolean {
  if (asked.match === 'any') return true
  if (typeof asked.match === 'object') return textOf(parts).includes(asked.match.contains)
  return canonical(parts) === canonical(asked.recorded)
}

/** The name of a status's state; `''` for none, which some SDKs write by its name. */
export function stateNameOf({ state }: JsonObject): string {
  return typeof state === 'string' && state !== 'TASK_STATE_UNSPECIFIED' ? state : ''
}
