// The planner's side of the wall: one text, run in QuickJS and, for `kata debug`, in Node. It makes the desk out of messages.
// It imports nothing and keeps what it needs of the engine before the planner's text is run. What a planner breaks in here is its own loss:
// only JSON text leaves.
;(function guest(send, hostCall) {
  // biome-ignore lint/suspicious/noRedundantUseStrict: this is evaluated as a script.
  'use strict'
  const { stringify, parse } = JSON
  const RealDate = Date
  const RealMath = Math
  const RealError = Error
  const RealMap = Map
  const RealPromise = Promise

  // What a play brings, set by `boot`: everything above and below is the same for every play, and is kept ready.
  let now = 0
  let state = 0
  let place = /$^/
  let ids = 0
  /** By id: what a message with that id does. */
  const open = new RealMap()

  // ---- lines, JSON ----------------------------------------------------------------------------------------------------------------
  const lineOf = (stack) => {
    const match = typeof stack === 'string' ? place.exec(stack) : null
    return match ? +match[1] : undefined
  }
  function post(message) {
    let text
    try {
      text = stringify(message)
    } catch {
      // A toJSON on Object.prototype, most likely.
      text = 'null'
    }
    send(text)
  }

  function jsonOf(value, what) {
    let text
    try {
      text = stringify(value)
    } catch (error) {
      throw new TypeError(`${what} is not JSON: ${error && error.message}`)
    }
    if (text === undefined) throw new TypeError(`${what} is not JSON: it is ${typeof value}`)
    return text
  }

  // ---- the two errors, as `#kit` exports them; src/kit/errors.ts says what they mean ------------------------------------------------
  class A2AError extends RealError {
    constructor(answer) {
      super(answer.message)
      this.name = 'A2AError'
      this.code = answer.code
      this.reason = answer.reason
      this.data = answer.data
      this.http = answer.http
    }
  }
  class TransportError extends RealError {
    constructor(message) {
      super(message)
      this.name = 'TransportError'
    }
  }
  const errorOf = (error) => (error.kind === 'a2a' ? new A2AError(error) : new TransportError(error.message))

  // ---- calls ------------------------------------------------------------------------------------------------------------------------
  function begin(part, who, method, params, does, stack) {
    const text = params === undefined ? '{}' : jsonOf(params, `What you passed to ${method}`)
    const id = ++ids
    open.set(id, does)
    const line = lineOf(stack)
    send(
      `{"t":"call","id":${id},"part":${stringify(part)},"who":${stringify(who)},"method":${stringify(method)},"params":${text}${line === undefined ? '' : `,"line":${line}`}}`,
    )
    return id
  }

  function ask(part, who, method, params, stack) {
    return new RealPromise((resolve, reject) => {
      begin(
        part,
        who,
        method,
        params,
        (message) => (message.t === 'reply' ? resolve(message.ok) : reject(errorOf(message.error))),
        stack,
      )
    })
  }

  /** Events wait here until the planner asks for them; leaving early tells the other side. */
  function iterate(who, method, params, stack) {
    const events = []
    const waiting = []
    let ended = false
    let failure
    let left = false
    const done = { done: true, value: undefined }
    const id = begin(
      'agent',
      who,
      method,
      params,
      (message) => {
        if (message.t === 'event') {
          open.set(id, handler)
          const next = waiting.shift()
          if (next) next.resolve({ done: false, value: message.data })
          else events.push(message.data)
          return
        }
        ended = true
        failure = message.error && errorOf(message.error)
        for (const next of waiting.splice(0)) {
          if (failure) {
            next.reject(failure)
            failure = undefined
          } else next.resolve(done)
        }
      },
      stack,
    )
    const handler = open.get(id)
    const leave = () => {
      if (ended || left) return
      left = true
      ended = true
      open.delete(id)
      post({ t: 'abandon', id })
      for (const next of waiting.splice(0)) next.resolve(done)
    }
    const iterator = {
      next() {
        if (events.length > 0) return RealPromise.resolve({ done: false, value: events.shift() })
        if (failure) {
          const error = failure
          failure = undefined
          return RealPromise.reject(error)
        }
        if (ended) return RealPromise.resolve(done)
        return new RealPromise((resolve, reject) => waiting.push({ resolve, reject }))
      },
      return(value) {
        leave()
        return RealPromise.resolve({ done: true, value })
      },
      throw(error) {
        leave()
        return RealPromise.reject(error)
      },
      [Symbol.asyncIterator]: () => iterator,
    }
    return iterator
  }

  const operation = (who, method) => (params) => ask('agent', who, method, params, new RealError().stack)
  const stream = (who, method) => (params) => iterate(who, method, params, new RealError().stack)
  const agentOf = (name) => ({
    sendMessage: operation(name, 'SendMessage'),
    sendStreamingMessage: stream(name, 'SendStreamingMessage'),
    getTask: operation(name, 'GetTask'),
    listTasks: operation(name, 'ListTasks'),
    cancelTask: operation(name, 'CancelTask'),
    subscribeToTask: stream(name, 'SubscribeToTask'),
  })
  const partsOf = {
    approver: () => ({ ask: (question) => ask('approver', 'approver', 'ask', question, new RealError().stack) }),
    human: () => ({ ask: (question) => ask('human', 'human', 'ask', question, new RealError().stack) }),
    journal: () => ({
      read: () => ask('journal', 'journal', 'read', undefined, new RealError().stack),
      write: (entry) => ask('journal', 'journal', 'write', entry, new RealError().stack).then(() => undefined),
    }),
  }

  // ---- time -------------------------------------------------------------------------------------------------------------------------
  function timer(ms, act) {
    const id = ++ids
    open.set(id, act)
    const wait = +ms
    // Without an end: beyond the year that a play may take.
    post({ t: 'sleep', id, ms: wait > 1e15 ? 1e15 : wait > 0 ? wait : 0 })
    return id
  }
  function stopTimer(id) {
    if (open.delete(id)) post({ t: 'abandon', id })
  }
  function sleep(ms, options) {
    const signal = options && options.signal
    return new RealPromise((resolve, reject) => {
      if (signal && signal.aborted) return reject(signal.reason)
      const aborted = () => {
        stopTimer(id)
        reject(signal.reason)
      }
      const id = timer(ms, () => {
        // One signal may watch over thousands of sleeps.
        if (signal) signal.removeEventListener('abort', aborted)
        resolve()
      })
      if (signal) signal.addEventListener('abort', aborted)
    })
  }
  const log = (line) => post({ t: 'log', line: typeof line === 'string' ? line : show(line) })
  function show(value) {
    if (typeof value === 'string') return value
    if (value instanceof RealError) return `${value.name}: ${value.message}`
    try {
      const text = stringify(value)
      return text === undefined ? String(value) : text
    } catch {
      return String(value)
    }
  }

  // ---- what a planner finds by name -------------------------------------------------------------------------------------------------
  function random() {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = RealMath.imul(t ^ (t >>> 15), t | 1)
    t ^= t + RealMath.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  function uuid() {
    return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (c) => {
      const n = (random() * 16) | 0
      return (c === 'x' ? n : (n & 3) | 8).toString(16)
    })
  }
  const globals = {
    Date: () => {
      class VirtualDate extends RealDate {
        constructor(...args) {
          if (args.length === 0) super(now)
          else super(...args)
        }
        static now() {
          return now
        }
      }
      return new Proxy(VirtualDate, { apply: () => new VirtualDate().toString() })
    },
    Math: () => {
      const math = Object.create(RealMath)
      Object.defineProperty(math, 'random', { value: random, configurable: true, writable: true })
      return math
    },
    performance: () => {
      const from = now
      return { now: () => now - from, timeOrigin: from }
    },
    crypto: () => ({
      randomUUID: uuid,
      getRandomValues: (array) => {
        for (let i = 0; i < array.length; i++) array[i] = RealMath.floor(random() * 4294967296)
        return array
      },
    }),
    setTimeout:
      () =>
      (act, ms, ...args) =>
        timer(ms, () => act(...args)),
    clearTimeout: () => stopTimer,
    setInterval:
      () =>
      (act, ms, ...args) => {
        let inner
        const handle = { [Symbol.toPrimitive]: () => inner }
        const again = () => {
          inner = timer(ms > 1 ? ms : 1, () => {
            again()
            act(...args)
          })
        }
        again()
        intervals.set(handle, () => stopTimer(inner))
        return handle
      },
    clearInterval: () => (handle) => {
      const stop = intervals.get(handle)
      if (stop) stop()
      else stopTimer(handle)
    },
    queueMicrotask: () => (act) => {
      RealPromise.resolve().then(act)
    },
    console: () => {
      const line = (...values) => log(values.map(show).join(' '))
      return {
        log: line,
        info: line,
        warn: line,
        error: line,
        debug: line,
        trace: line,
        assert: (ok, ...values) => ok || line('Assertion failed:', ...values),
      }
    },
  }
  const intervals = new RealMap()

  // ---- the planner ------------------------------------------------------------------------------------------------------------------
  const kit = { __esModule: true, A2AError, TransportError }
  function require(name) {
    if (name === '#kit') return kit
    const error = new RealError(`It imports "${name}". A planner imports #kit alone.`)
    error.name = 'LoadError'
    throw error
  }

  const made = new RealMap()
  /** What a name stands for: one thing, made when it is first asked for. */
  function named(name, extras) {
    if (!made.has(name))
      made.set(
        name,
        (globals[name] || extras[name])((other) => named(other, extras)),
      )
    return made.get(name)
  }

  let planner

  /** Runs the planner's text: `load` is its module as a function of `require`, `exports` and the globals named in `names`, rare ones from `extras`. */
  function boot(load, names, extras, settings) {
    now = settings.now
    state = (settings.life * 0x9e3779b1) >>> 0
    place = new RegExp(`${settings.file.replace(/\./g, '\\.')}:(\\d+)`)
    const exports = {}
    try {
      load(require, exports, ...names.map((name) => named(name, extras)))
    } catch (error) {
      const { name, message, line } = told(error)
      // The engine's own: too deep, or too much.
      if (name === 'InternalError' || message.startsWith('Maximum call stack'))
        return post({ t: 'threw', name, message, line })
      return post({
        t: 'load',
        why:
          name === 'LoadError'
            ? message
            : `It throws while it is loaded: ${name === 'a value' ? message : `${name}: ${message}`}`,
        line,
      })
    }
    planner = exports.plan === undefined ? exports.default : exports.plan
    if (typeof planner === 'function') return undefined
    const others = Object.keys(exports).filter((key) => key !== '__esModule')
    const had =
      planner !== undefined
        ? `Its plan is ${planner === null ? 'null' : typeof planner}, not a function.`
        : others.length > 0
          ? `It exports ${others.join(', ')}, and no plan.`
          : 'It exports nothing.'
    return post({ t: 'load', why: `${had} Write: export async function plan(desk, request)` })
  }

  function start({ request, desk: shape }) {
    const agents = {}
    for (const name of shape.agents) agents[name] = agentOf(name)
    const desk = { agents, clock: { now: () => now, sleep }, log }
    for (const part of shape.parts) desk[part] = partsOf[part]()
    let result
    try {
      result = planner(desk, request)
    } catch (error) {
      return threw(error)
    }
    return RealPromise.resolve(result).then(finish, threw)
  }

  function finish(outcome) {
    const wrong = (why) =>
      post({ t: 'shape', why: `plan returned ${why}. An outcome is an object with a kind, such as { kind: 'done' }.` })
    if (outcome === undefined) return wrong('nothing (undefined)')
    if (outcome === null || typeof outcome !== 'object' || Array.isArray(outcome)) {
      return wrong(outcome === null ? 'null' : Array.isArray(outcome) ? 'an array' : `a ${typeof outcome}`)
    }
    let text
    try {
      text = stringify(outcome, (key, value) => {
        if (typeof value === 'bigint') throw new TypeError(`a BigInt at "${key}"`)
        if (typeof value === 'function' || typeof value === 'symbol')
          throw new TypeError(`a ${typeof value} at "${key}"`)
        if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} at "${key}"`)
        return value
      })
    } catch (error) {
      const message = (error && error.message) || ''
      return wrong(
        /circular/i.test(message)
          ? 'an object that holds itself, which JSON cannot say'
          : `something that JSON cannot say: ${message}`,
      )
    }
    const parsed = text === undefined ? null : parse(text)
    if (parsed === null || typeof parsed !== 'object' || typeof parsed.kind !== 'string')
      return wrong('an object without a kind')
    return send(`{"t":"outcome","outcome":${text}}`)
  }

  /** A thrown value as data, whatever it is: reading it may throw again. */
  function told(error) {
    try {
      const line = lineOf(error && error.stack)
      if (error instanceof RealError) return { name: String(error.name), message: String(error.message), line }
      return { name: 'a value', message: show(error), line }
    } catch {
      return { name: 'a value', message: 'which cannot be shown' }
    }
  }
  const threw = (error) => post({ t: 'threw', ...told(error) })

  function deliver(json) {
    const message = parse(json)
    now = message.now
    if (message.t === 'start') return void start(message)
    const does = open.get(message.id)
    if (!does) return undefined
    if (message.t !== 'event') open.delete(message.id)
    try {
      does(message)
    } catch (error) {
      threw(error)
    }
    return undefined
  }

  return { boot, deliver, tools: { hostCall, timer, common: Object.keys(globals) } }
})
