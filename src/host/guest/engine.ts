/** What the planner's side keeps of the engine before a planner's text is run. What a planner breaks later is its own loss. */
export const { stringify, parse } = JSON
export const { apply, construct } = Reflect
export const { defineProperty, keys } = Object
export const { isArray } = Array
export const EngineDate = Date
export const EngineError = Error
export const EngineMap = Map
export const EnginePromise = Promise

const { then } = Promise.prototype
const { indexOf, slice } = String.prototype
const engineParseInt = Number.parseInt

/** `promise.then`, also after a planner has put its own in place. */
export const afterwards = <T>(
  promise: Promise<T>,
  ok: (value: T) => unknown,
  bad?: (error: unknown) => unknown,
): Promise<unknown> => apply(then, promise, [ok, bad]) as Promise<unknown>

/** The line of `file` that stands highest in a stack; `undefined` when none does. */
export function lineIn(stack: unknown, file: string): number | undefined {
  if (typeof stack !== 'string') return undefined
  const at = apply(indexOf, stack, [`${file}:`]) as number
  if (at < 0) return undefined
  const from = at + file.length + 1
  const line = engineParseInt(apply(slice, stack, [from, from + 7]) as string, 10)
  return line > 0 ? line : undefined
}

/** Puts a global in place as the engine's own are: a planner may replace it, and does not meet it in a loop over names. */
export function provide(name: string, value: unknown): void {
  defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false })
}
