// What a planner finds by name and rarely uses: evaluated only when its text has one of the names, since a play pays for every line.
;(function extras(tools) {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is evaluated as a script.
  'use strict'
  const { hostCall, timer, common } = tools
  const { stringify, parse } = JSON
  const RealDate = Date
  const RealError = Error
  const RealMap = Map

  const missing = (name, instead) =>
    function complain() {
      throw new ReferenceError(`${name} does not exist here. ${instead}`)
    }
  const absent = (name, instead) => {
    const complain = missing(name, instead)
    return new Proxy(complain, { get: complain, apply: complain, construct: complain, set: complain })
  }
  const DESK = 'A planner reaches the world through its desk alone.'

  function clone(value, seen) {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError(`${String(value)} could not be cloned`)
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return seen.get(value)
    if (value instanceof RealDate) return new value.constructor(+value)
    let copy
    if (Array.isArray(value)) copy = []
    else if (value instanceof RealMap) copy = new RealMap()
    else if (value instanceof Set) copy = new Set()
    else if (value instanceof RealError) copy = Object.assign(new RealError(value.message), { name: value.name })
    else if (value instanceof RegExp) return new RegExp(value.source, value.flags)
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.slice()
    else copy = {}
    seen.set(value, copy)
    if (value instanceof RealMap) for (const [key, inner] of value) copy.set(clone(key, seen), clone(inner, seen))
    else if (value instanceof Set) for (const inner of value) copy.add(clone(inner, seen))
    else for (const key of Object.keys(value)) copy[key] = clone(value[key], seen)
    return copy
  }

  let abort
  function abortion() {
    if (abort) return abort
    class Event {
      constructor(type) {
        this.type = type
      }
    }
    class EventTarget {
      #listeners = []
      addEventListener(type, listener, options) {
        if (this.#listeners.some((known) => known.type === type && known.listener === listener)) return
        this.#listeners.push({ type, listener, once: !!(options && options.once) })
      }
      removeEventListener(type, listener) {
        this.#listeners = this.#listeners.filter((known) => known.type !== type || known.listener !== listener)
      }
      dispatchEvent(event) {
        for (const known of this.#listeners.slice()) {
          if (known.type !== event.type) continue
          if (known.once) this.removeEventListener(known.type, known.listener)
          if (typeof known.listener === 'function') known.listener.call(this, event)
          else known.listener.handleEvent(event)
        }
        const on = this[`on${event.type}`]
        if (typeof on === 'function') on.call(this, event)
        return true
      }
    }
    const named = (name, message) => new DOMException(message, name)
    class AbortSignal extends EventTarget {
      aborted = false
      reason = undefined
      onabort = null
      throwIfAborted() {
        if (this.aborted) throw this.reason
      }
      static abort(reason) {
        const signal = new AbortSignal()
        fire(signal, reason)
        return signal
      }
      static timeout(ms) {
        const signal = new AbortSignal()
        timer(ms, () => fire(signal, named('TimeoutError', 'The operation was aborted due to timeout')))
        return signal
      }
      static any(signals) {
        const signal = new AbortSignal()
        for (const other of signals) {
          if (other.aborted) fire(signal, other.reason)
          else other.addEventListener('abort', () => fire(signal, other.reason))
        }
        return signal
      }
    }
    const fire = (signal, reason) => {
      if (signal.aborted) return
      signal.aborted = true
      signal.reason = reason === undefined ? named('AbortError', 'This operation was aborted') : reason
      signal.dispatchEvent(new Event('abort'))
    }
    class AbortController {
      signal = new AbortSignal()
      abort(reason) {
        fire(this.signal, reason)
      }
    }
    abort = { Event, EventTarget, AbortSignal, AbortController }
    return abort
  }

  let url
  function urls() {
    if (url) return url
    class URLSearchParams {
      #pairs
      constructor(init = '') {
        this.#pairs =
          typeof init === 'string'
            ? parse(hostCall('query', stringify(init)))
            : typeof init[Symbol.iterator] === 'function'
              ? Array.from(init, ([k, v]) => [String(k), String(v)])
              : Object.entries(init).map(([k, v]) => [k, String(v)])
      }
      get(name) {
        const pair = this.#pairs.find(([k]) => k === name)
        return pair ? pair[1] : null
      }
      getAll(name) {
        return this.#pairs.filter(([k]) => k === name).map(([, v]) => v)
      }
      has(name) {
        return this.#pairs.some(([k]) => k === name)
      }
      append(name, value) {
        this.#pairs.push([String(name), String(value)])
      }
      set(name, value) {
        this.delete(name)
        this.append(name, value)
      }
      delete(name) {
        this.#pairs = this.#pairs.filter(([k]) => k !== name)
      }
      entries() {
        return this.#pairs.values()
      }
      keys() {
        return this.#pairs.map(([k]) => k).values()
      }
      values() {
        return this.#pairs.map(([, v]) => v).values()
      }
      forEach(act) {
        for (const [k, v] of this.#pairs) act(v, k, this)
      }
      [Symbol.iterator]() {
        return this.entries()
      }
      toString() {
        return parse(hostCall('unquery', stringify(this.#pairs)))
      }
    }
    class URL {
      constructor(text, base) {
        const parts = parse(
          hostCall('url', stringify(base === undefined ? [String(text)] : [String(text), String(base)])),
        )
        if (parts === null) throw new TypeError(`Invalid URL: ${text}`)
        Object.assign(this, parts)
        this.searchParams = new URLSearchParams(parts.search)
      }
      static canParse(text, base) {
        return (
          parse(hostCall('url', stringify(base === undefined ? [String(text)] : [String(text), String(base)]))) !== null
        )
      }
      toString() {
        return this.href
      }
      toJSON() {
        return this.href
      }
    }
    url = { URL, URLSearchParams }
    return url
  }

  class DOMException extends RealError {
    constructor(message = '', name = 'Error') {
      super(message)
      this.name = name
    }
  }

  const rare = {
    structuredClone: () => (value) => clone(value, new RealMap()),
    AbortController: () => abortion().AbortController,
    AbortSignal: () => abortion().AbortSignal,
    Event: () => abortion().Event,
    EventTarget: () => abortion().EventTarget,
    TextEncoder: () =>
      class TextEncoder {
        get encoding() {
          return 'utf-8'
        }
        encode(text = '') {
          return Uint8Array.from(parse(hostCall('encode', stringify(String(text)))))
        }
      },
    TextDecoder: () =>
      class TextDecoder {
        get encoding() {
          return 'utf-8'
        }
        decode(bytes) {
          return bytes === undefined
            ? ''
            : parse(hostCall('decode', stringify(Array.from(new Uint8Array(bytes.buffer || bytes)))))
        }
      },
    URL: () => urls().URL,
    URLSearchParams: () => urls().URLSearchParams,
    fetch: () => absent('fetch', DESK),
    XMLHttpRequest: () => absent('XMLHttpRequest', DESK),
    WebSocket: () => absent('WebSocket', DESK),
    EventSource: () => absent('EventSource', DESK),
    process: () => absent('process', 'A planner runs behind a wall, not in Node.'),
    Buffer: () => absent('Buffer', 'Use TextEncoder and Uint8Array.'),
    Intl: () => absent('Intl', 'Format by hand.'),
    setImmediate: () => absent('setImmediate', 'Use queueMicrotask or setTimeout.'),
    WebAssembly: () => absent('WebAssembly', 'Nothing here needs it.'),
    Worker: () => absent('Worker', 'Nothing here needs it.'),
    DOMException: () => DOMException,
    globalThis: (named) => {
      const everything = Object.create(globalThis)
      for (const name of common.concat(Object.keys(rare))) {
        if (name !== 'globalThis')
          Object.defineProperty(everything, name, { get: () => named(name), configurable: true, enumerable: true })
      }
      return Object.defineProperty(everything, 'globalThis', { value: everything })
    },
  }
  return rare
})
