/** A planner's desk: everything that a planner can touch. */
import type { Json, Ms } from '../a2a/json.ts'
import type {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '../a2a/types.ts'

/**
 * A remote agent. Each operation is the protocol's own, in exact wire JSON. A call that the agent answers with an error throws
 * `A2AError`; one that breaks throws `TransportError`.
 */
export interface Agent {
  /** Sends a message. Answered when the task ends or waits for somebody, or at once with `returnImmediately`. */
  sendMessage(request: SendMessageRequest): Promise<SendMessageResponse>
  /** Sends a message and follows what happens, event by event. */
  sendStreamingMessage(request: SendMessageRequest): AsyncIterable<StreamResponse>
  /** Reads a task. */
  getTask(request: GetTaskRequest): Promise<Task>
  /** Reads the tasks of a context, a page at a time. */
  listTasks(request: ListTasksRequest): Promise<ListTasksResponse>
  /** Asks the agent to stop a task. */
  cancelTask(request: CancelTaskRequest): Promise<Task>
  /** Follows a task: what it is now, then each event. */
  subscribeToTask(request: SubscribeToTaskRequest): AsyncIterable<StreamResponse>
}

/** The desk's clock. Its time is virtual: an hour of sleep passes at once. */
export interface Clock {
  /** Milliseconds since 1970, by the same clock as the agents' timestamps. */
  now(): Ms
  /** Resolves `ms` later. With a signal, rejects with its reason as soon as it aborts. */
  sleep(ms: Ms, options?: { signal?: AbortSignal }): Promise<void>
}

/** What a desk may hold beside agents, clock and log. A kata hands out only the parts it needs. */
export interface DeskParts {
  /** The person who may approve, outside A2A. Answers when they answer, which may be never. */
  approver: { ask(question: { taskId: string; text: string }): Promise<{ decision: 'approved' | 'denied' }> }
  /** The person whom the planner works for. */
  human: { ask(question: { question: string }): Promise<{ answer: string }> }
  /** What survives a crash of the planner: entries in the order in which they were written. */
  journal: { read(): Promise<Json[]>; write(entry: Json): Promise<void> }
}

/**
 * `Desk<'tests' | 'deploy'>` has two agents by these names; `Desk<'deploy', 'approver'>` has one, and an approver.
 */
export type Desk<Names extends string = string, Parts extends keyof DeskParts = never> = {
  /** The remote agents, by name. */
  agents: Record<Names, Agent>
  clock: Clock
  /** Notes a line; the workbook shows it as the planner's own words. */
  log(line: string): void
} & Pick<DeskParts, Parts>
