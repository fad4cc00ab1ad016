/** What each SDK answers to each call on a task in each state: derived from the recorded runs, never typed. */
import { STATES } from '../a2a/states.ts'
import type { Method } from '../a2a/types.ts'
import type { Exchange, Run } from '../replay/run.ts'
import { isObject } from '../replay/shape.ts'
import { readTake, stateAt } from '../replay/take-story.ts'

export const COMPARISON_FORMAT = 'planner-katas/comparison@1'

export interface Comparison {
  format: typeof COMPARISON_FORMAT
  /** By language: the SDK that was recorded. */
  sdks: Record<string, { name: string; version: string }>
  /** In order of method, then of state. */
  rows: ComparisonRow[]
}

export interface ComparisonRow {
  method: Method
  /** The task's state when the call was made; `gone`: purged or lost; `unknown`: the agent never made such a task. */
  state: string
  /** By language: each different answer, with where it was seen. */
  answers: Record<string, Answered[]>
}

export interface Answered {
  /** `task`: the task itself; `message`; `stream`: a stream of events; `error`; `nothing`: the connection broke. */
  kind: 'task' | 'message' | 'stream' | 'error' | 'nothing'
  /** Of an error: its JSON-RPC code, and its reason where it gave one. */
  code?: number
  reason?: string
  /** The HTTP status that carried it. */
  http?: number
  /** How often, and one run that shows it: `js/deploy-to-staging` and its take. */
  seen: number
  run: string
  take: string
}

const METHODS: Method[] = ['GetTask', 'SendMessage', 'SendStreamingMessage', 'SubscribeToTask', 'CancelTask']

export function compare(runs: readonly Run[]): Comparison {
  const rows = new Map<string, ComparisonRow>()
  const sdks: Comparison['sdks'] = {}
  // What nobody recorded proves nothing of an SDK.
  for (const run of runs.filter(({ tag }) => tag === 'recorded')) {
    const { language, name, version } = run.sdk
    sdks[language] = { name, version }
    for (const take of run.takes) {
      const { tasks, others } = readTake(take)
      const byId = new Map(tasks.flatMap((task) => (task.id === null ? [] : [[task.id, task] as const])))
      const known = new Set([...byId.keys(), ...others.flatMap(({ task }) => task?.id ?? [])])
      for (const step of take.steps) {
        if (step.kind !== 'exchange' || !METHODS.includes(step.method)) continue
        const id = taskNamed(step)
        if (id === undefined) continue
        const task = byId.get(id)
        const state = task ? stateAt(task, step.at) : known.has(id) ? undefined : 'unknown'
        if (state === undefined || (state !== 'gone' && state !== 'unknown' && !Object.hasOwn(STATES, state))) continue
        note(rows, step, state, language, { run: `${language}/${run.id}`, take: take.id })
      }
    }
  }
  const order = [...Object.keys(STATES), 'gone', 'unknown']
  const sorted = [...rows.values()].sort(
    (a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method) || order.indexOf(a.state) - order.indexOf(b.state),
  )
  return { format: COMPARISON_FORMAT, sdks, rows: sorted }
}

/** The task that a call is about: none for one that opens a task. */
function taskNamed({ request }: Exchange): string | undefined {
  const id = isObject(request.message) ? request.message.taskId : request.id
  return typeof id === 'string' && id !== '' ? id : undefined
}

function note(
  rows: Map<string, ComparisonRow>,
  exchange: Exchange,
  state: string,
  language: string,
  where: { run: string; take: string },
): void {
  const key = `${exchange.method} ${state}`
  const row = rows.get(key) ?? { method: exchange.method, state, answers: {} }
  rows.set(key, row)
  row.answers[language] ??= []
  const answers = row.answers[language]
  const answer = answerOf(exchange)
  const same = answers.find(
    (other) =>
      other.kind === answer.kind &&
      other.code === answer.code &&
      other.reason === answer.reason &&
      other.http === answer.http,
  )
  if (same) same.seen += 1
  else answers.push({ ...answer, seen: 1, ...where })
}

function answerOf({ reply }: Exchange): Omit<Answered, 'seen' | 'run' | 'take'> {
  if (reply.kind === 'died') return { kind: 'nothing' }
  if (reply.kind === 'error') return errorOf(reply.error, reply.http.status)
  if (reply.kind === 'result')
    return {
      kind:
        isObject(reply.result) && reply.result.message !== undefined && reply.result.id === undefined
          ? 'message'
          : 'task',
      http: reply.http.status,
    }
  // An error alone in a stream is the answer, whatever carried it.
  if (reply.events.length === 0 && reply.end.how === 'error' && reply.end.error)
    return errorOf(reply.end.error, reply.http.status)
  return { kind: 'stream', http: reply.http.status }
}

function errorOf(error: { code: number; data?: unknown }, http: number): Omit<Answered, 'seen' | 'run' | 'take'> {
  const details = Array.isArray(error.data) ? (error.data as { reason?: unknown }[]) : []
  const reason = details.map((detail) => detail?.reason).find((one) => typeof one === 'string') as string | undefined
  return { kind: 'error', code: error.code, ...(reason === undefined ? {} : { reason }), http }
}

/** An answer in a few words: `the task`, `-32004 UNSUPPORTED_OPERATION`. */
export function answerWords({ kind, code, reason }: Answered): string {
  if (kind === 'error') return `${code}${reason === undefined ? '' : ` ${reason}`}`
  return { task: 'the task', message: 'a message', stream: 'a stream', nothing: 'nothing: the connection broke' }[kind]
}
