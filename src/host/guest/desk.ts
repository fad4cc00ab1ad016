/** The desk, made of messages: an operation is a call, a stream is a call with events. */
import { A2AError, TransportError } from '../../kit/errors.ts'
import type { DeskShape, FromPlanner, WireError } from '../messages.ts'
import { EngineError, EnginePromise, lineIn, stringify } from './engine.ts'
import { jsonArgument } from './json.ts'
import { sleep } from './time.ts'
import { abandon, closed, type Delivery, lineText, log, opened, wire } from './wire.ts'

type Part = Extract<FromPlanner, { t: 'call' }>['part']

interface Operation {
  part: Part
  who: string
  /** In the protocol's spelling. */
  method: string
  /** As a planner calls it. */
  name: string
}

const errorOf = (error: WireError): Error =>
  error.kind === 'a2a' ? new A2AError(error) : new TransportError(error.message)

/** `stack`: taken where the planner called. */
function begin(operation: Operation, params: unknown, stack: unknown, does: (message: Delivery) => void): number {
  const { part, who, method, name } = operation
  const text = params === undefined ? '{}' : jsonArgument(params, name)
  const id = opened(does)
  const call = `"part":"${part}","who":${stringify(who)},"method":"${method}","params":${text}`
  wire.send(`{"t":"call","id":${id},${call}${lineText(lineIn(stack, wire.file))}}`)
  return id
}

function ask(operation: Operation, params: unknown, stack: unknown): Promise<unknown> {
  return new EnginePromise((resolve, reject) => {
    begin(operation, params, stack, (message) => {
      if (message.t === 'reply') resolve(message.ok)
      else if (message.t === 'error') reject(errorOf(message.error))
    })
  })
}

type Step = IteratorResult<unknown, unknown>
interface Waiting {
  resolve(step: Step): void
  reject(error: unknown): void
}

/** Events wait here until the planner asks for them; leaving early tells the other side. */
function iterate(operation: Operation, params: unknown, stack: unknown): AsyncIterableIterator<unknown> {
  const events: unknown[] = []
  const waiting: Waiting[] = []
  let ended = false
  let failure: Error | undefined
  const done: Step = { done: true, value: undefined }
  const end = (): void => {
    ended = true
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (failure) next.reject(failure)
      else next.resolve(done)
      failure = undefined
    }
  }
  const id = begin(operation, params, stack, (message) => {
    if (message.t === 'event') {
      const next = waiting.shift()
      if (next) next.resolve({ done: false, value: message.data })
      else events.push(message.data)
      return
    }
    if ((message.t === 'end' || message.t === 'error') && message.error) failure = errorOf(message.error)
    end()
  })
  const leave = (): void => {
    events.length = 0
    failure = undefined
    if (ended) return
    closed(id)
    abandon(id)
    end()
  }
  const iterator: AsyncIterableIterator<unknown> = {
    next() {
      return new EnginePromise<Step>((resolve, reject) => {
        if (events.length > 0) resolve({ done: false, value: events.shift() })
        else if (failure) {
          reject(failure)
          failure = undefined
        } else if (ended) resolve(done)
        else waiting.push({ resolve, reject })
      })
    },
    return(value) {
      leave()
      return EnginePromise.resolve({ done: true, value })
    },
    throw(error) {
      leave()
      return EnginePromise.reject(error)
    },
    [Symbol.asyncIterator]: () => iterator,
  }
  return iterator
}

function agentOf(who: string): object {
  const asks = (name: string, method: string) => (params: unknown) =>
    ask({ part: 'agent', who, method, name }, params, new EngineError().stack)
  const streams = (name: string, method: string) => (params: unknown) =>
    iterate({ part: 'agent', who, method, name }, params, new EngineError().stack)
  return {
    sendMessage: asks('sendMessage', 'SendMessage'),
    sendStreamingMessage: streams('sendStreamingMessage', 'SendStreamingMessage'),
    getTask: asks('getTask', 'GetTask'),
    listTasks: asks('listTasks', 'ListTasks'),
    cancelTask: asks('cancelTask', 'CancelTask'),
    subscribeToTask: streams('subscribeToTask', 'SubscribeToTask'),
  }
}

const person = (part: 'approver' | 'human'): Operation => ({ part, who: part, method: 'ask', name: `${part}.ask` })
const journal = (method: string): Operation => ({
  part: 'journal',
  who: 'journal',
  method,
  name: `journal.${method}`,
})

const partsOf: Record<DeskShape['parts'][number], () => object> = {
  approver: () => ({ ask: (question: unknown) => ask(person('approver'), question, new EngineError().stack) }),
  human: () => ({ ask: (question: unknown) => ask(person('human'), question, new EngineError().stack) }),
  journal: () => ({
    read: () => ask(journal('read'), undefined, new EngineError().stack),
    write: async (entry: unknown) => {
      await ask(journal('write'), entry, new EngineError().stack)
    },
  }),
}

export function makeDesk(shape: DeskShape): object {
  const agents: Record<string, object> = {}
  for (const name of shape.agents) agents[name] = agentOf(name)
  const desk: Record<string, unknown> = { agents, clock: { now: () => wire.now, sleep }, log }
  for (const part of shape.parts) desk[part] = partsOf[part]()
  return desk
}
