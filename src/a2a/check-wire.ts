/** Holds one exchange to the strict schemas: its request, its reply or its events, and its errors. */
import type { z } from 'zod'
import type { Exchange } from '../replay/run.ts'
import { type Exception, exceptionFor, type Sdk } from './exceptions.ts'
import type { Json } from './json.ts'
import { requests, results, rpcError, streamResponse } from './schemas.ts'

export interface WireProblem {
  /** A JSON pointer into the exchange, led by its method: `GetTask/reply/result/status`. */
  at: string
  what: string
}

export interface WireCheck {
  problems: WireProblem[]
  /** The listed exceptions that were met. */
  excepted: Exception[]
}

/** Checks an exchange of the run with this id, recorded with this SDK. */
export function checkExchange(run: string, { method, request, reply }: Exchange, sdk: Sdk = 'js'): WireCheck {
  const check: WireCheck = { problems: [], excepted: [] }
  const hold = (schema: z.ZodType, json: Json | undefined, at: string): void => {
    const parsed = schema.safeParse(json)
    for (const issue of parsed.error?.issues ?? []) {
      const pointer = `${at}${issue.path.map((key) => `/${String(key)}`).join('')}`
      const exception = exceptionFor(sdk, run, pointer, valueAt(json, issue.path))
      if (exception) check.excepted.push(exception)
      else check.problems.push({ at: pointer, what: issue.message })
    }
  }

  hold(requests[method], request, `${method}/request`)
  const result = results[method]
  if (reply.kind === 'result') {
    if (result) hold(result, reply.result, `${method}/reply/result`)
    else
      check.problems.push({ at: `${method}/reply`, what: 'this operation is answered with a stream, or with an error' })
  }
  if (reply.kind === 'error') hold(rpcError, reply.error as Json, `${method}/reply/error`)
  if (reply.kind === 'stream') {
    for (const [index, event] of reply.events.entries())
      hold(streamResponse, event.data, `${method}/reply/events/${index}/data`)
    if (reply.end.how === 'error') hold(rpcError, reply.end.error as Json, `${method}/reply/end/error`)
  }
  return check
}

function valueAt(json: Json | undefined, path: PropertyKey[]): unknown {
  let value: unknown = json
  for (const key of path) value = (value as Record<PropertyKey, unknown> | undefined)?.[key]
  return value
}
