/** Values of a planner's as JSON text, and what is wrong with those that JSON cannot hold. */
import { EngineError, EngineMap, EnginePromise, parse, stringify } from './engine.ts'

/** The text, or what is in the way: words that stand by themselves. */
export type AsJson = { text: string } | { fault: string }

const EngineSet = Set
const EngineTypeError = TypeError
const isFiniteNumber = Number.isFinite

/** What is undefined, or says by its toJSON that it is. */
export const NOTHING = 'nothing'

class NotJson extends EngineError {}

export function asJson(value: unknown): AsJson {
  try {
    const text = stringify(value, check)
    return text === undefined ? { fault: NOTHING } : { text }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof NotJson) return error.message
  const message = error instanceof EngineError ? `${error.message}` : ''
  // The engine's own: too deep, or too much. It ends the planner, as it would anywhere else.
  if (/stack|out of memory|interrupted/i.test(message)) throw error
  if (/circular/i.test(message)) return 'an object that holds itself'
  return `a value that throws when it is read${message ? `: ${message}` : ''}`
}

/** What `JSON.stringify` would drop or bend without a word is named instead; a property that is `undefined` is simply not there. */
function check(key: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    const kind = kindOf(value)
    if (kind) throw new NotJson(`${kind[0]}${at(key)} (${kind[1]})`)
    return value
  }
  if (typeof value === 'bigint') throw new NotJson(`a BigInt${at(key)} (make it a number or a string)`)
  if (typeof value === 'function' || typeof value === 'symbol') throw new NotJson(`a ${typeof value}${at(key)}`)
  if (typeof value === 'number' && !isFiniteNumber(value)) throw new NotJson(`${value}${at(key)}`)
  return value
}

const at = (key: string): string => (key === '' ? '' : ` at "${key}"`)

function kindOf(value: object): [string, string] | null {
  if (value instanceof EnginePromise) return ['a promise', 'await it']
  if (value instanceof EngineMap) return ['a Map', 'make it an object or an array']
  if (value instanceof EngineSet) return ['a Set', 'make it an array']
  if (value instanceof EngineError) return ['an error', 'take its message']
  return null
}

/** The text of what a planner passes to an operation; throws a plain TypeError in the planner. */
export function jsonArgument(value: unknown, operation: string): string {
  const json = asJson(value)
  if ('text' in json) return json.text
  throw new EngineTypeError(`What was passed to ${operation} is not JSON: ${json.fault}.`)
}

/** Whatever it is, as a text for a person. */
export function show(value: unknown): string {
  try {
    if (typeof value === 'string') return value
    if (value instanceof EngineError) return `${value.name}: ${value.message}`
    const text = typeof value === 'object' ? stringify(value) : undefined
    return text === undefined ? String(value) : text
  } catch {
    return typeof value === 'object' ? 'an object that cannot be shown' : `a ${typeof value}`
  }
}

export function hasKind(text: string): boolean {
  const value = parse(text) as { kind?: unknown } | null
  return typeof value === 'object' && value !== null && typeof value.kind === 'string'
}
