/** Fields at their defaults, for SDKs that print a listing with every field: empty texts and lists, and a state that was never set. */
import type { Json, JsonObject } from '../a2a/json.ts'
import { isObject } from './shape.ts'

const PART = { filename: '', mediaType: '' }
const MESSAGE = { extensions: [], referenceTaskIds: [] }
const ARTIFACT = { name: '', description: '', extensions: [] }

/** A task with every field that has no presence of its own in the protocol's proto. What is there stays. */
export function withDefaults(task: JsonObject): JsonObject {
  const { status, history, artifacts } = task
  return {
    ...task,
    ...(isObject(status) ? { status: statusWithDefaults(status) } : {}),
    history: each(history, message),
    artifacts: each(artifacts, (artifact) => withParts({ ...ARTIFACT, ...artifact })),
  }
}

const message = (said: JsonObject): JsonObject => withParts({ ...MESSAGE, ...said })

const withParts = (holder: JsonObject): JsonObject => ({
  ...holder,
  parts: each(holder.parts, (part) => ({ ...PART, ...part })),
})

const statusWithDefaults = (status: JsonObject): JsonObject => ({
  state: 'TASK_STATE_UNSPECIFIED',
  ...status,
  ...(isObject(status.message) ? { message: message(status.message) } : {}),
})

const each = (list: Json | undefined, fill: (item: JsonObject) => JsonObject): Json[] =>
  Array.isArray(list) ? list.map((item) => (isObject(item) ? fill(item) : item)) : []
