/**
 * A2A v1.0 messages as they stand on the wire (ProtoJSON), as types. The strict schemas that hold recordings to them are in
 * `schemas.ts`. `state` is a plain string, since a client must expect a name that it does not know.
 */
import type { Json, JsonObject } from './json.ts'

/** A piece of content: exactly one of `text`, `data`, `raw` (base64) or `url`. */
export interface Part {
  text?: string
  data?: Json
  raw?: string
  url?: string
  filename?: string
  mediaType?: string
  metadata?: JsonObject
}

export interface Message {
  /** Chosen by the sender, fresh for each message. */
  messageId: string
  role: 'ROLE_USER' | 'ROLE_AGENT'
  parts: Part[]
  /** The task that this message is about. */
  taskId?: string
  /** The conversation that this message belongs to. */
  contextId?: string
  /** Earlier tasks that the agent may look at. */
  referenceTaskIds?: string[]
  metadata?: JsonObject
  extensions?: string[]
}

export interface TaskStatus {
  /** The state's name on the wire, such as `TASK_STATE_WORKING`. */
  state: string
  message?: Message
  /** When the state was set: ISO 8601, UTC. */
  timestamp?: string
}

/** An output of a task. */
export interface Artifact {
  artifactId: string
  name?: string
  description?: string
  parts: Part[]
  metadata?: JsonObject
  extensions?: string[]
}

export interface Task {
  id: string
  contextId: string
  status: TaskStatus
  artifacts?: Artifact[]
  history?: Message[]
  metadata?: JsonObject
}

/** What a send is answered with: a task that was made or moved, or the answer itself. */
export type SendMessageResponse = { task: Task; message?: undefined } | { message: Message; task?: undefined }

export interface TaskStatusUpdateEvent {
  taskId: string
  contextId: string
  status: TaskStatus
  metadata?: JsonObject
}

export interface TaskArtifactUpdateEvent {
  taskId: string
  contextId: string
  artifact: Artifact
  /** The parts go behind those already held under the same `artifactId`. */
  append?: boolean
  lastChunk?: boolean
  metadata?: JsonObject
}

/** One event of a stream: exactly one key is there. */
export interface StreamResponse {
  task?: Task
  message?: Message
  statusUpdate?: TaskStatusUpdateEvent
  artifactUpdate?: TaskArtifactUpdateEvent
}

export interface SendMessageConfiguration {
  /** True: answer at once. Otherwise the agent holds its answer until the task ends or waits for somebody. */
  returnImmediately?: boolean
  acceptedOutputModes?: string[]
  historyLength?: number
}

export interface SendMessageRequest {
  message: Message
  configuration?: SendMessageConfiguration
  metadata?: JsonObject
}

export interface GetTaskRequest {
  id: string
  historyLength?: number
}

export interface ListTasksRequest {
  contextId?: string
  status?: string
  pageSize?: number
  pageToken?: string
  historyLength?: number
  statusTimestampAfter?: string
  includeArtifacts?: boolean
}

export interface ListTasksResponse {
  tasks: Task[]
  nextPageToken: string
  pageSize: number
  totalSize: number
}

export interface CancelTaskRequest {
  id: string
  metadata?: JsonObject
}

export interface SubscribeToTaskRequest {
  id: string
}

export type Method = 'SendMessage' | 'SendStreamingMessage' | 'GetTask' | 'ListTasks' | 'CancelTask' | 'SubscribeToTask'
