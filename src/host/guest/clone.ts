/** `structuredClone` for what planners hold: plain data, dates, maps, sets, errors, bytes. */
import { EngineDate, EngineError, EngineMap, EnginePromise, isArray, keys, provide } from './engine.ts'
import { DOMException } from './events.ts'
import { show } from './json.ts'

type Seen = Map<object, unknown>

function clone(value: unknown, seen: Seen): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') throw cannot(value)
  if (typeof value !== 'object' || value === null) return value
  if (seen.has(value)) return seen.get(value)
  const copy = copyOf(value, seen)
  seen.set(value, copy)
  if (value instanceof EngineMap)
    for (const [key, inner] of value) (copy as Map<unknown, unknown>).set(clone(key, seen), clone(inner, seen))
  else if (value instanceof Set) for (const inner of value) (copy as Set<unknown>).add(clone(inner, seen))
  else if (isPlain(value))
    for (const key of keys(value))
      (copy as Record<string, unknown>)[key] = clone((value as Record<string, unknown>)[key], seen)
  return copy
}

/** All of it, or for what holds other values an empty one of its kind. */
function copyOf(value: object, seen: Seen): object {
  if (value instanceof EngineDate) return new EngineDate(+value)
  if (value instanceof RegExp) return new RegExp(value.source, value.flags)
  if (value instanceof ArrayBuffer) return value.slice(0)
  if (ArrayBuffer.isView(value)) return copyOfView(value, seen)
  if (value instanceof EngineMap) return new EngineMap()
  if (value instanceof Set) return new Set()
  if (value instanceof EngineError) return copyOfError(value)
  if (value instanceof Boolean || value instanceof Number || value instanceof String)
    return Object(value.valueOf()) as object
  if (
    value instanceof EnginePromise ||
    value instanceof WeakMap ||
    value instanceof WeakSet ||
    value instanceof WeakRef
  )
    throw cannot(value)
  return isArray(value) ? new Array(value.length) : {}
}

const isPlain = (value: object): boolean =>
  isArray(value) ||
  !(
    value instanceof EngineDate ||
    value instanceof RegExp ||
    value instanceof ArrayBuffer ||
    ArrayBuffer.isView(value) ||
    value instanceof EngineError ||
    value instanceof String
  )

const cannot = (value: unknown): Error => new DOMException(`${show(value)} could not be cloned.`, 'DataCloneError')

function copyOfView(view: ArrayBufferView, seen: Seen): object {
  const buffer = clone(view.buffer, seen) as ArrayBuffer
  const { length } = view as unknown as { length?: number }
  const Kind = view.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => object
  return new Kind(buffer, view.byteOffset, length ?? view.byteLength)
}

const NAMES: Record<string, ErrorConstructor> = {
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
}

function copyOfError(error: Error): Error {
  const copy = new (NAMES[error.name] ?? EngineError)(error.message)
  for (const key of ['stack', 'cause'] as const) {
    if (Object.hasOwn(error, key))
      Object.defineProperty(copy, key, { value: error[key], configurable: true, writable: true })
  }
  return copy
}

export function provideClone(): void {
  provide('structuredClone', (value: unknown) => clone(value, new EngineMap()))
}
