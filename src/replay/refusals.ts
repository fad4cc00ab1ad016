/** What moved nothing: refusals of ended tasks, probes of what does not exist, and reads that failed. */
import type { Json, JsonObject } from '../a2a/json.ts'
import { errorTemplate } from './error-template.ts'
import type { Model, Refusal } from './model.ts'
import type { Exchange } from './run.ts'
import { isObject, partsOf, shapeOf } from './shape.ts'
import { stateOf } from './streams.ts'
import { placeAt, type TakeStory, type TaskStory } from './take-story.ts'
import { canonical } from './template.ts'
import { messageIdOf, type Templates } from './tokens.ts'

/** What a cancel carries beside the task's id. */
export function cancelShape(request: JsonObject): string {
  const { id: _id, ...rest } = request
  return canonical(rest)
}

export function addRefusal(
  model: Model,
  story: TakeStory,
  other: TakeStory['others'][number],
  describe: (kind: 'context' | 'task', id: Json) => string,
  sent: Set<string>,
  prepared: (task: TaskStory) => { template: Templates },
): void {
  const { exchange, index, task } = other
  const { reply, method } = exchange
  const message = method === 'SendMessage' || method === 'SendStreamingMessage'
  const state = task ? (placeAt(story.take, task, exchange.at) ?? 'none') : namesTask(exchange) ? 'unknown' : 'none'
  if (reply.kind === 'stream' && method === 'SubscribeToTask') {
    model.opens[(reply.events[0] && stateOf(reply.events[0].data)) ?? state] = true
    return
  }
  const id = messageIdOf(exchange.request)
  const shape = message
    ? shapeOf(exchange.request, describe, id !== undefined && sent.has(id))
    : cancelShape(exchange.request)
  if (id !== undefined) sent.add(id)
  const template: Templates = task ? prepared(task).template : (value) => value
  const at = reply.kind === 'stream' ? exchange.at : reply.at
  const refusal: Refusal = {
    method,
    state,
    shape,
    ...(message ? { parts: { recorded: partsOf(exchange.request), match: exchange.match?.text ?? 'exact' } } : {}),
    after: Math.max(1, at - exchange.at),
    reply:
      reply.kind === 'error'
        ? { kind: 'error', error: errorTemplate(exchange, index, template) }
        : { kind: 'snapshot' },
  }
  const same = (known: Refusal): boolean =>
    known.method === method &&
    known.state === state &&
    known.shape === shape &&
    canonical((known.parts ?? null) as unknown as Json) === canonical((refusal.parts ?? null) as unknown as Json)
  if (!model.refusals.some(same)) model.refusals.push(refusal)
}

function namesTask(exchange: Exchange): boolean {
  const id = isObject(exchange.request.message) ? exchange.request.message.taskId : exchange.request.id
  return typeof id === 'string' && id !== ''
}
