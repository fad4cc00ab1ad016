/** What a planner may import: the desk's types, the outcomes, and the two errors. */
export type { Json, JsonObject, Ms } from '../a2a/json.ts'
export type {
  Artifact,
  ListTasksResponse,
  Message,
  Part,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  Task,
  TaskArtifactUpdateEvent,
  TaskStatus,
  TaskStatusUpdateEvent,
} from '../a2a/types.ts'
export type { Agent, Clock, Desk, DeskParts } from './desk.ts'
export { A2AError, type HttpAnswer, TransportError } from './errors.ts'
export type { Outcome } from './outcome.ts'
