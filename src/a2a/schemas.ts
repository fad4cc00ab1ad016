/**
 * Strict zod schemas of the A2A v1.0 messages of `types.ts`: unknown keys, unknown names and missing required fields are errors.
 * They hold recordings; a planner's desk is not validated by them. What a recording may break is listed in `exceptions.ts`.
 */
import { z } from 'zod'
import type { Json, JsonObject } from './json.ts'
import { STATES, type StateName } from './states.ts'
import type {
  Artifact,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  Message,
  Method,
  Part,
  SendMessageConfiguration,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
  TaskArtifactUpdateEvent,
  TaskStatus,
  TaskStatusUpdateEvent,
} from './types.ts'

export const json: z.ZodType<Json> = z.json()
export const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json)

const id = z.string().min(1)
const text = z.string().min(1)
const count = z.int().min(0)
/** UTC, as ProtoJSON writes a Timestamp. */
const timestamp = z.iso.datetime({ offset: false })

/** Every state but the one that must never be on the wire: UNSPECIFIED. */
const stateNames = (Object.keys(STATES) as StateName[]).filter((name) => STATES[name] !== 'error')
export const state = z.enum(stateNames)

/** Holds an object to exactly one of these keys. `oneof` of the proto. */
function exactlyOne(keys: string[]): (value: object, context: z.RefinementCtx) => void {
  return (value, context) => {
    const found = keys.filter((key) => Object.hasOwn(value, key))
    if (found.length === 1) return
    const has = found.length === 0 ? 'none' : found.join(' and ')
    context.addIssue({ code: 'custom', message: `exactly one of ${keys.join(', ')} must be here; found ${has}` })
  }
}

export const part = z
  .strictObject({
    text: z.string().exactOptional(),
    data: json.exactOptional(),
    raw: z.base64().exactOptional(),
    url: z.url().exactOptional(),
    filename: text.exactOptional(),
    mediaType: text.exactOptional(),
    metadata: jsonObject.exactOptional(),
  })
  .superRefine(exactlyOne(['text', 'data', 'raw', 'url'])) satisfies z.ZodType<Part>

export const message = z.strictObject({
  messageId: id,
  role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
  parts: z.array(part).min(1),
  taskId: id.exactOptional(),
  contextId: id.exactOptional(),
  referenceTaskIds: z.array(id).min(1).exactOptional(),
  metadata: jsonObject.exactOptional(),
  extensions: z.array(text).min(1).exactOptional(),
}) satisfies z.ZodType<Message>

export const taskStatus = z.strictObject({
  state,
  message: message.exactOptional(),
  timestamp: timestamp.exactOptional(),
}) satisfies z.ZodType<TaskStatus>

export const artifact = z.strictObject({
  artifactId: id,
  name: text.exactOptional(),
  description: text.exactOptional(),
  parts: z.array(part).min(1),
  metadata: jsonObject.exactOptional(),
  extensions: z.array(text).min(1).exactOptional(),
}) satisfies z.ZodType<Artifact>

export const task = z.strictObject({
  id,
  contextId: id,
  status: taskStatus,
  artifacts: z.array(artifact).exactOptional(),
  history: z.array(message).min(1).exactOptional(),
  metadata: jsonObject.exactOptional(),
}) satisfies z.ZodType<Task>

export const statusUpdate = z.strictObject({
  taskId: id,
  contextId: id,
  status: taskStatus,
  metadata: jsonObject.exactOptional(),
}) satisfies z.ZodType<TaskStatusUpdateEvent>

export const artifactUpdate = z.strictObject({
  taskId: id,
  contextId: id,
  artifact,
  append: z.boolean().exactOptional(),
  lastChunk: z.boolean().exactOptional(),
  metadata: jsonObject.exactOptional(),
}) satisfies z.ZodType<TaskArtifactUpdateEvent>

export const streamResponse = z
  .strictObject({
    task: task.exactOptional(),
    message: message.exactOptional(),
    statusUpdate: statusUpdate.exactOptional(),
    artifactUpdate: artifactUpdate.exactOptional(),
  })
  .superRefine(exactlyOne(['task', 'message', 'statusUpdate', 'artifactUpdate'])) satisfies z.ZodType<StreamResponse>

/** One strict object and not a union, so that a problem inside says where it is. Exactly one key is held by the last line. */
export const sendMessageResponse = z
  .strictObject({ task: task.exactOptional(), message: message.exactOptional() })
  .superRefine(exactlyOne(['task', 'message'])) satisfies z.ZodType<Pick<StreamResponse, keyof SendMessageResponse>>

export const listTasksResponse = z.strictObject({
  tasks: z.array(task),
  nextPageToken: text,
  pageSize: count,
  totalSize: count,
}) satisfies z.ZodType<ListTasksResponse>

export const sendMessageConfiguration = z.strictObject({
  returnImmediately: z.boolean().exactOptional(),
  acceptedOutputModes: z.array(text).exactOptional(),
  historyLength: count.exactOptional(),
}) satisfies z.ZodType<SendMessageConfiguration>

export const sendMessageRequest = z.strictObject({
  message,
  configuration: sendMessageConfiguration.exactOptional(),
  metadata: jsonObject.exactOptional(),
}) satisfies z.ZodType<SendMessageRequest>

export const getTaskRequest = z.strictObject({
  id,
  historyLength: count.exactOptional(),
}) satisfies z.ZodType<GetTaskRequest>

export const listTasksRequest = z.strictObject({
  contextId: id.exactOptional(),
  status: state.exactOptional(),
  pageSize: count.exactOptional(),
  pageToken: text.exactOptional(),
  historyLength: count.exactOptional(),
  statusTimestampAfter: timestamp.exactOptional(),
  includeArtifacts: z.boolean().exactOptional(),
}) satisfies z.ZodType<ListTasksRequest>

export const cancelTaskRequest = z.strictObject({
  id,
  metadata: jsonObject.exactOptional(),
}) satisfies z.ZodType<CancelTaskRequest>
export const subscribeToTaskRequest = z.strictObject({ id }) satisfies z.ZodType<SubscribeToTaskRequest>

/** `google.rpc.ErrorInfo`: what an A2A error carries in `data`. */
export const errorInfo = z.strictObject({
  '@type': z.literal('type.googleapis.com/google.rpc.ErrorInfo'),
  reason: z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'a reason is UPPER_SNAKE_CASE'),
  domain: text,
  metadata: z.record(z.string(), z.string()).exactOptional(),
})

/** `google.rpc.BadRequest`: which fields were wrong, beside the first detail. */
export const badRequest = z.strictObject({
  '@type': z.literal('type.googleapis.com/google.rpc.BadRequest'),
  fieldViolations: z.array(z.strictObject({ field: z.string(), description: text })).min(1),
})

/** A JSON-RPC error as A2A has it. */
export const rpcError = z.strictObject({
  code: z.int().negative(),
  message: text,
  data: z.tuple([errorInfo], z.discriminatedUnion('@type', [errorInfo, badRequest])),
})

/** What each operation is asked with. */
export const requests: Record<Method, z.ZodType> = {
  SendMessage: sendMessageRequest,
  SendStreamingMessage: sendMessageRequest,
  GetTask: getTaskRequest,
  ListTasks: listTasksRequest,
  CancelTask: cancelTaskRequest,
  SubscribeToTask: subscribeToTaskRequest,
}

/** What each operation is answered with; `null`: with a stream of `streamResponse`. */
export const results: Record<Method, z.ZodType | null> = {
  SendMessage: sendMessageResponse,
  SendStreamingMessage: null,
  GetTask: task,
  ListTasks: listTasksResponse,
  CancelTask: task,
  SubscribeToTask: null,
}
