/** Virtual time: sleeps and timers are messages, and no clock here moves but by a delivery. */
import { afterwards, EngineMap, EnginePromise, provide } from './engine.ts'
import { abandon, closed, opened, threw, wire } from './wire.ts'

const EngineTypeError = TypeError

/** Beyond the year that a play may take, and still a number that JSON can say. */
const FOR_EVER_MS = 1e15

function timer(ms: number, act: () => void): number {
  const id = opened(act)
  wire.send(`{"t":"sleep","id":${id},"ms":${ms}}`)
  return id
}

function stopTimer(id: number): void {
  if (closed(id)) abandon(id)
}

interface Signal {
  aborted: boolean
  reason: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** `desk.clock.sleep`. */
export function sleep(ms: number, options?: { signal?: Signal }): Promise<void> {
  const signal = options?.signal
  return new EnginePromise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = (): void => {
      stopTimer(id)
      reject(signal?.reason)
    }
    const wait = +ms
    const id = timer(wait > 0 ? Math.min(wait, FOR_EVER_MS) : 0, () => {
      // One signal may watch over thousands of sleeps.
      signal?.removeEventListener('abort', aborted)
      resolve()
    })
    signal?.addEventListener('abort', aborted)
  })
}

/** As Node takes a timer's time: whole milliseconds, one at least; what is too large for it is one. */
function delay(ms: unknown): number {
  const wait = Math.trunc(+(ms as number))
  return wait >= 1 && wait <= 2 ** 31 - 1 ? wait : 1
}

type Act = (...args: unknown[]) => unknown

function asFunction(act: unknown, name: string): Act {
  if (typeof act === 'function') return act as Act
  throw new EngineTypeError(`${name} takes a function, and was given ${act === null ? 'null' : typeof act}.`)
}

/** By an interval's handle: the timer that runs for it now. */
const intervals = new EngineMap<unknown, number>()

function setInterval(given: unknown, ms?: unknown, ...args: unknown[]): number {
  const act = asFunction(given, 'setInterval')
  const wait = delay(ms)
  const again = (): number =>
    timer(wait, () => {
      intervals.set(handle, again())
      act(...args)
    })
  const handle = again()
  intervals.set(handle, handle)
  return handle
}

function clearTimer(handle?: unknown): void {
  const id = intervals.get(handle) ?? handle
  intervals.delete(handle)
  if (typeof id === 'number') stopTimer(id)
}

/** A timer that nothing clears, for `AbortSignal.timeout`. */
export const inTime = (ms: unknown, act: () => void): number => timer(delay(ms), act)

export function provideTime(): void {
  provide('performance', {
    now: () => wire.now - wire.began,
    get timeOrigin() {
      return wire.began
    },
  })
  provide('setTimeout', (given: unknown, ms?: unknown, ...args: unknown[]) => {
    const act = asFunction(given, 'setTimeout')
    return timer(delay(ms), () => act(...args))
  })
  provide('setInterval', setInterval)
  provide('clearTimeout', clearTimer)
  provide('clearInterval', clearTimer)
  provide('queueMicrotask', (given: unknown) => {
    const act = asFunction(given, 'queueMicrotask')
    // A promise would keep what it throws to itself.
    afterwards(EnginePromise.resolve(), () => {
      try {
        act()
      } catch (error) {
        threw(error)
      }
    })
  })
}
