/**
 * A recorded run: what fixtures/runs/<language>/<id>.json holds, as types. The strict zod schema is in `run-schema.ts`.
 *
 * A run holds one or more takes: the same opening with one agent, continued differently, each recorded live. Wire JSON stands
 * exactly as it was sent. `at` is milliseconds since the take's epoch, by one clock shared by recorder and agent.
 */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { Method } from '../a2a/types.ts'

export const RUN_FORMAT = 'planner-katas/run@1'

export interface Run {
  format: typeof RUN_FORMAT
  /** The file's name without `.json`: what was asked, never how it ended. */
  id: string
  /** One sentence: what was asked of whom. Gives no ending away. */
  title: string
  tag: 'recorded' | 'synthetic' | 'imported'
  /** Why it is not recorded. Required for `synthetic` and `imported`. */
  reason?: string
  /** The agent's file in `fixtures/agents/<language>`, without its ending. */
  agent: string
  sdk: { language: 'js' | 'python' | 'go'; name: string; version: string; store: 'memory' | 'durable' }
  binding: 'jsonrpc' | 'rest'
  /** What this agent does depends on whether it was asked in a stream: such a send is another cause than the same words in a call. */
  streamsApart?: true
  /** When it was recorded: ISO 8601, UTC. */
  recordedAt: string
  /** How this SDK's reads show what it knows. Data, checked against every recorded read. */
  projection: Projection
  /** Named texts and numbers of the agent, which tests may cite and twins may change. */
  words: Record<string, Word>
  /** Named times that tests may cite; they stretch with a twin. */
  moments: Record<string, Moment>
  takes: [Take, ...Take[]]
}

export interface Projection {
  /** ListTasks: the order of tasks. */
  order: 'newest-first' | 'insertion'
  /** ListTasks: whether artifacts are left out unless `includeArtifacts` asks for them. */
  listedArtifacts: 'on-request' | 'always'
  /** ListTasks: an empty `artifacts` stands in a task without artifacts, where artifacts are shown. */
  emptyArtifacts?: boolean
  /** ListTasks: every field of a listed task stands there, also where it has its default (`''`, `[]`), unlike in any other reply. */
  listedDefaults?: boolean
  /** ListTasks: `tasks` is null where there is none, and not an empty list. */
  noTasks?: 'null'
  /** ListTasks: what `totalSize` counts. */
  total: 'all-matching' | 'zero'
  /** ListTasks: page size when none is asked for. */
  defaultPageSize: number
  /** ListTasks: what a page token says of the page's last task. Without it: its timestamp and its id, parted by `|` (`underscore`: by `_`), in base64. */
  pageToken?: 'json' | 'underscore'
}

export interface Word {
  /** The text or number in this recording. */
  value: string | number
  /** What stands there in a twin. Every word of a run has equally many; twin number i takes the i-th of each, so linked words change together. */
  twins: (string | number)[]
  /** The exact places, never substrings. */
  where: Pointer[]
}

/** `take#step/json/pointer`: the pointer goes into the step, e.g. `polled#3/reply/result/status/message/parts/0/text`. */
export type Pointer = `${string}#${number}/${string}`

export interface Moment {
  take: string
  /** Milliseconds since the take's epoch. */
  at: Ms
  /** What happened then, in words. */
  what: string
}

export interface Take {
  id: string
  /** One sentence: what this take does after the opening. */
  title: string
  /** The wall-clock time of `at: 0`: ISO 8601, UTC. */
  epoch: string
  /** When watching ended. */
  to: Ms
  /** How it was when watching ended: every task had ended; it stays so (`why`); or nobody knows what came next. */
  after: 'settled' | 'stays' | 'unknown'
  /** Why it is known to stay. Required for `stays`. */
  why?: string
  /** In order of `at`. */
  steps: Step[]
}

export type Step = Exchange | Act

/** Something out of band. `operator`: happens by itself, at its time. `approver`: happens because a person on the desk decided it. */
export interface Act {
  kind: 'act'
  at: Ms
  who: 'approver' | 'operator'
  /** The task it is about; absent when it is about the whole agent. */
  task?: string
  what: 'approved' | 'denied' | 'canceled' | 'purged' | 'killed' | 'restarted'
}

export interface Exchange {
  kind: 'exchange'
  /** When the request was sent. */
  at: Ms
  /** `driver` plays the planner; `observer` watches beside it (a subscription, and a read after each event). */
  by: 'driver' | 'observer'
  method: Method
  /** The JSON-RPC params (or the REST body with its path parameters), as sent. */
  request: JsonObject
  /** Request headers of interest (`a2a-version`, `content-type`), lower case; the body where it is not the envelope of `request` byte for byte. */
  http: { headers: Record<string, string>; body?: string }
  reply: Reply
  /** How a planner's message is held to this one. Without it, by exact text. */
  match?: { text: 'exact' | 'any' | { contains: string } }
}

/** `after` and `at` of events: milliseconds since the take's epoch, like every time of a take. */
export type Reply =
  | { kind: 'result'; at: Ms; result: Json; http: HttpReply }
  | { kind: 'error'; at: Ms; error: { code: number; message: string; data?: Json }; http: HttpReply }
  | { kind: 'stream'; http: HttpReply; events: { at: Ms; data: JsonObject }[]; end: StreamEnd }
  /** No answer: the connection broke before a byte of it. */
  | { kind: 'died'; at: Ms }

export interface StreamEnd {
  at: Ms
  /** `closed` by the agent; `cut` without an end; `left-open` when the recorder stopped watching; `error`: an error event. */
  how: 'closed' | 'cut' | 'left-open' | 'error'
  error?: { code: number; message: string; data?: Json }
}

/** `body` stands where it says other JSON than the envelope that follows from the reply. Spaces, line ends and `11.0` for `11` are no difference. */
export interface HttpReply {
  status: number
  headers: Record<string, string>
  body?: string
}
