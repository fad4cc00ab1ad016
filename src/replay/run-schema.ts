/** Reads a run's file: strict about every field, and friendly about what is wrong. What the fields mean stands in `run.ts`. */
import { z } from 'zod'
import { json, jsonObject } from '../a2a/schemas.ts'
import { RUN_FORMAT, type Run } from './run.ts'
import { runProblem } from './run-sense.ts'

const text = z.string().min(1)
const ms = z.number().min(0)
const instant = z.iso.datetime({ offset: false })
const headers = z.record(z.string(), z.string())
const rpcError = z.strictObject({ code: z.int(), message: z.string(), data: json.exactOptional() })
const httpReply = z.strictObject({ status: z.int(), headers, body: z.string().exactOptional() })

const streamEnd = z.strictObject({
  at: ms,
  how: z.enum(['closed', 'cut', 'left-open', 'error']),
  error: rpcError.exactOptional(),
})

const reply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), at: ms, result: json, http: httpReply }),
  z.strictObject({ kind: z.literal('error'), at: ms, error: rpcError, http: httpReply }),
  z.strictObject({
    kind: z.literal('stream'),
    http: httpReply,
    events: z.array(z.strictObject({ at: ms, data: jsonObject })),
    end: streamEnd,
  }),
  z.strictObject({ kind: z.literal('died'), at: ms }),
])

const exchange = z.strictObject({
  kind: z.literal('exchange'),
  at: ms,
  by: z.enum(['driver', 'observer']),
  method: z.enum(['SendMessage', 'SendStreamingMessage', 'GetTask', 'ListTasks', 'CancelTask', 'SubscribeToTask']),
  request: jsonObject,
  http: z.strictObject({ headers, body: z.string().exactOptional() }),
  reply,
  match: z
    .strictObject({ text: z.union([z.enum(['exact', 'any']), z.strictObject({ contains: text })]) })
    .exactOptional(),
})

const act = z.strictObject({
  kind: z.literal('act'),
  at: ms,
  who: z.enum(['approver', 'operator']),
  task: text.exactOptional(),
  what: z.enum(['approved', 'denied', 'canceled', 'purged', 'killed', 'restarted']),
})

const take = z.strictObject({
  id: text,
  title: text,
  epoch: instant,
  to: ms,
  after: z.enum(['settled', 'stays', 'unknown']),
  why: text.exactOptional(),
  steps: z.array(z.discriminatedUnion('kind', [exchange, act])).min(1),
})

const pointer = z.templateLiteral(
  [z.string(), '#', z.number(), '/', z.string()],
  'a place is take#step/path, such as polled#3/reply/result/id',
)

export const runSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'an id is lower-case words joined by hyphens'),
  title: text,
  tag: z.enum(['recorded', 'synthetic', 'imported']),
  reason: text.exactOptional(),
  agent: text,
  sdk: z.strictObject({
    language: z.enum(['js', 'python', 'go']),
    name: text,
    version: text,
    store: z.enum(['memory', 'durable']),
  }),
  binding: z.enum(['jsonrpc', 'rest']),
  streamsApart: z.literal(true).exactOptional(),
  recordedAt: instant,
  projection: z.strictObject({
    order: z.enum(['newest-first', 'insertion']),
    listedArtifacts: z.enum(['on-request', 'always']),
    emptyArtifacts: z.boolean().exactOptional(),
    listedDefaults: z.boolean().exactOptional(),
    noTasks: z.literal('null').exactOptional(),
    total: z.enum(['all-matching', 'zero']),
    defaultPageSize: z.int().min(1),
    pageToken: z.enum(['json', 'underscore']).exactOptional(),
  }),
  words: z.record(
    z.string(),
    z.strictObject({
      value: z.union([z.string(), z.number()]),
      twins: z.array(z.union([z.string(), z.number()])),
      where: z.array(pointer).min(1),
    }),
  ),
  moments: z.record(z.string(), z.strictObject({ take: text, at: ms, what: text })),
  takes: z.tuple([take], take),
}) satisfies z.ZodType<Run>

/**
 * Reads the text of a run's file.
 * @param file what messages call the file, e.g. `fixtures/runs/js/deploy-to-production.json`
 * @throws Error with one message: the file, where in it, what is wrong, and how to mend it.
 */
export function parseRun(content: string, file: string): Run {
  const refuse = (where: string, what: string, mend = MEND): never => {
    throw new Error(`${file}${where}: ${what} ${mend}`)
  }
  let raw: unknown
  try {
    raw = JSON.parse(content)
  } catch (error) {
    return refuse('', `This is not JSON (${(error as Error).message}).`)
  }
  const format = (raw as { format?: unknown } | null)?.format
  if (format !== RUN_FORMAT) {
    const found = format === undefined ? 'has no format' : `has the format ${JSON.stringify(format)}`
    return refuse(
      '',
      `The run ${found}; this workbook reads "${RUN_FORMAT}".`,
      'Record it again, or use the workbook it came with.',
    )
  }
  const parsed = runSchema.safeParse(raw)
  const issue = parsed.error?.issues[0]
  if (issue) return refuse(`, at ${placeOf(issue.path)}`, `${inWords(issue)}.`)
  const run = raw as Run
  const problem = runProblem(run, file)
  if (problem) return refuse(`, at ${problem.at}`, problem.what)
  return run
}

const MEND = 'Undo the edit, or record the run again with "npx kata record".'

const placeOf = (path: PropertyKey[]): string => (path.length === 0 ? 'the top' : path.map(String).join('/'))

/** zod's issue as a clause. A missing field is the most frequent, and zod's words for it are the least clear. */
function inWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `Nobody knows the field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'This field is missing'
  return issue.message
}
