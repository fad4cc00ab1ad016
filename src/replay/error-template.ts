/** Errors as templates: what of a recorded error is said anew in each play. */
import type { Json } from '../a2a/json.ts'
import { CompileError, type ErrorTemplate } from './model.ts'
import type { Exchange } from './run.ts'
import { isObject } from './shape.ts'
import { hole, type Template } from './template.ts'
import type { Templates } from './tokens.ts'

export function errorTemplate(exchange: Exchange, index: number, template: Templates): ErrorTemplate {
  if (exchange.reply.kind !== 'error') throw new CompileError('Not an error.')
  const { error, http } = exchange.reply
  const asked =
    exchange.method === 'SendMessage' || exchange.method === 'SendStreamingMessage'
      ? isObject(exchange.request.message)
        ? exchange.request.message.taskId
        : undefined
      : exchange.request.id
  const echo = (value: Template): Template =>
    typeof asked === 'string' && asked !== ''
      ? (JSON.parse(JSON.stringify(value).split(JSON.stringify(asked).slice(1, -1)).join(hole('asked'))) as Template)
      : value
  return {
    code: error.code,
    message: echo(template(error.message, index, '/reply/error/message')),
    ...(error.data === undefined ? {} : { data: echo(template(saidNow(error.data), index, '/reply/error/data')) }),
    http: { status: http.status, headers: http.headers },
  }
}

/** Some SDKs say in an error when it was said. */
function saidNow(data: Json): Json {
  if (Array.isArray(data)) return data.map(saidNow)
  if (!isObject(data)) return data
  const said = (key: string, value: Json): Json =>
    key === 'timestamp' && typeof value === 'string'
      ? hole(`now:${/\.(\d+)/.exec(value)?.[1]?.length ?? 0}`)
      : saidNow(value)
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, said(key, value)]))
}
