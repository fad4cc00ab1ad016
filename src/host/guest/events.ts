/** `AbortController` and what it stands on: as much of DOM events as signals need. */
import { EngineError, provide } from './engine.ts'
import { inTime } from './time.ts'
import { threw } from './wire.ts'

const CODES: Record<string, number> = { AbortError: 20, TimeoutError: 23, DataCloneError: 25 }

export class DOMException extends EngineError {
  readonly code: number
  constructor(message = '', name = 'Error') {
    super(message)
    Object.defineProperty(this, 'name', { value: name, configurable: true, writable: true, enumerable: false })
    this.code = CODES[name] ?? 0
  }
}

class Event {
  readonly type: string
  target: unknown = null
  constructor(type: string) {
    this.type = `${type}`
  }
}

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown }
interface Known {
  type: string
  listener: Listener
  once: boolean
}

class EventTarget {
  #known: Known[] = []

  addEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | { once?: boolean; signal?: AbortSignal },
  ): void {
    if (!listener || this.#known.some((other) => other.type === type && other.listener === listener)) return
    const { once = false, signal } = typeof options === 'object' ? options : {}
    if (signal?.aborted) return
    this.#known.push({ type, listener, once })
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener))
  }

  removeEventListener(type: string, listener: Listener | null): void {
    this.#known = this.#known.filter((other) => other.type !== type || other.listener !== listener)
  }

  /** What a listener throws ends the planner, as an error that nobody caught; the other listeners are still called. */
  dispatchEvent(event: Event): boolean {
    event.target = this
    const on = (this as unknown as Record<string, unknown>)[`on${event.type}`]
    const handler = typeof on === 'function' ? [{ type: event.type, listener: on as Listener, once: false }] : []
    for (const { type, listener, once } of [...handler, ...this.#known]) {
      if (type !== event.type) continue
      if (once) this.removeEventListener(type, listener)
      try {
        if (typeof listener === 'function') listener.call(this, event)
        else listener.handleEvent(event)
      } catch (error) {
        threw(error)
      }
    }
    return true
  }
}

let abort: (signal: AbortSignal, reason: unknown) => void

class AbortSignal extends EventTarget {
  #aborted = false
  #reason: unknown
  onabort: unknown = null

  static {
    abort = (signal, reason) => {
      if (signal.#aborted) return
      signal.#aborted = true
      signal.#reason = reason === undefined ? new DOMException('This operation was aborted', 'AbortError') : reason
      signal.dispatchEvent(new Event('abort'))
    }
  }

  get aborted(): boolean {
    return this.#aborted
  }
  get reason(): unknown {
    return this.#reason
  }
  throwIfAborted(): void {
    if (this.#aborted) throw this.#reason
  }

  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal()
    abort(signal, reason)
    return signal
  }
  static timeout(ms: number): AbortSignal {
    const signal = new AbortSignal()
    inTime(ms, () => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')))
    return signal
  }
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const signal = new AbortSignal()
    for (const other of signals) {
      if (other.aborted) abort(signal, other.reason)
      else other.addEventListener('abort', () => abort(signal, other.reason), { once: true })
    }
    return signal
  }
}

class AbortController {
  readonly signal = new AbortSignal()
  abort(reason?: unknown): void {
    abort(this.signal, reason)
  }
}

export function provideEvents(): void {
  const provided = { DOMException, Event, EventTarget, AbortSignal, AbortController }
  for (const [name, value] of Object.entries(provided)) provide(name, value)
}
