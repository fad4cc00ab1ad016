/** One play behind the wall: the planner in QuickJS, the session beside it, JSON text between them. Runs in the worker, or anywhere. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { createSession } from '../replay/session.ts'
import type { Stop } from '../replay/transcript.ts'
import { computedTooMuch, computing, outOfMemory, stackOverflow } from '../replay/words.ts'
import type { Answers, PlayJob, PlayRecord, Session } from './host.ts'
import { hostCall, namesIn, needsExtras, notLoaded, ours, TOO_SLOW, wrapped } from './module.ts'
import { type Engine, full, giveBack, takeEngine } from './quickjs.ts'

/** A tick is one interrupt of QuickJS (10,000 branches or calls), or so many promise jobs. Ticks decide verdicts: they are the same on every machine. */
const JOBS_A_TICK = 150
/** Ticks between two deliveries. */
const TURN_TICKS = 500
/** Ticks of a play. */
const PLAY_TICKS = 6_000
/** Milliseconds that a play may compute. Behind the ticks, which stop nearly everything first: a tick of slow native calls may take a second. */
const PLAY_MS = 6_000
/** More, and V8's own stack ends first, in the middle of WebAssembly. */
const STACK_BYTES = 64 * 1024

/** Engine features newer than Node 20's: gone, so that what runs here runs there. */
const NEWER = `for (const [holder, names] of [[Promise, ['withResolvers', 'try']], [Object, ['groupBy']], [Map, ['groupBy']], [Array, ['fromAsync']], [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']], [RegExp, ['escape']], [Error, ['isError']], [Math, ['f16round', 'sumPrecise']], [globalThis, ['Float16Array']], [DataView.prototype, ['getFloat16', 'setFloat16']], [Map.prototype, ['getOrInsert', 'getOrInsertComputed']], [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']], [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'detached']]]) for (const name of names) delete holder[name]
if (typeof Iterator !== 'undefined') { for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) delete Iterator.prototype[name]; delete globalThis.Iterator }
for (const [holder, names] of [[Number.prototype, ['toLocaleString']], [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']], [Array.prototype, ['toLocaleString']]]) for (const name of names) Object.defineProperty(holder, name, { value() { throw new ReferenceError(name + ' does not exist here. Format by hand.') }, configurable: true, writable: true })
delete globalThis.navigator; delete globalThis.WebAssembly`

/** The planner's side as text: `guest.js` and `extras.js`. */
export interface Guest {
  text: string
  extras: string
}

/** The play's time as of the last delivery, for `engine-clock.ts`. */
export const shown = { now: 0 }

/** What a play has used, over all its lives. */
interface Used {
  ticks: number
  memory: number
  ms: number
}

/** `alive`: called now and then while the planner computes, so that whoever watches sees that it does. Rejects only for an error of the test's closures. */
export async function playBehindWall(
  guest: Guest,
  job: PlayJob,
  answers: Answers,
  alive: () => void,
): Promise<PlayRecord> {
  const session = createSession(job, answers)
  const used: Used = { ticks: 0, memory: 0, ms: 0 }
  for (let life = 1; ; life++) {
    await live(guest, job, session, life, used, alive)
    if (!session.takeCrash()) return session.record({ ticks: used.ticks, memory: used.memory })
  }
}

async function live(
  guest: Guest,
  job: PlayJob,
  session: Session,
  life: number,
  used: Used,
  alive: () => void,
): Promise<void> {
  const engine = await takeEngine()
  let clean = false
  try {
    clean = await run(engine, guest, job, session, life, used, alive)
  } catch (error) {
    if (error instanceof OfTheTest) throw error.error
    session.stop(error instanceof Outlived ? error.stop : stopOfHostError(error))
  } finally {
    used.memory = Math.max(used.memory, engine.memory.buffer.byteLength)
    giveBack(engine, clean)
  }
}

/** True when everything ended cleanly and was disposed. */
async function run(
  engine: Engine,
  guest: Guest,
  job: PlayJob,
  session: Session,
  life: number,
  used: Used,
  alive: () => void,
): Promise<boolean> {
  const runtime = engine.quickjs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  const turn = { ticks: 0, since: performance.now(), overrun: null as Stop | null }
  /** Interrupts that the planner has outlived: what is thrown in a promise's executor only rejects the promise. */
  let outlived = 0
  const tick = (): boolean => {
    if (turn.overrun || session.over) {
      if (++outlived > 20) engine.escape = new Outlived(turn.overrun)
      return true
    }
    turn.ticks += 1
    used.ticks += 1
    alive()
    if (turn.ticks > TURN_TICKS) turn.overrun ??= { kind: 'interrupted', words: computing }
    else if (used.ticks > PLAY_TICKS) turn.overrun ??= { kind: 'interrupted', words: computedTooMuch }
    // Once it is full, each allocation searches all of it, and a planner that catches the error goes on and on.
    else if (full(engine)) turn.overrun ??= { kind: 'memory', words: outOfMemory }
    else if (used.ms + performance.now() - turn.since > PLAY_MS) turn.overrun ??= TOO_SLOW
    return turn.overrun !== null
  }
  runtime.setInterruptHandler(tick)
  shown.now = session.now
  const context = runtime.newContext()
  const { file } = job.planner

  const send = context.newFunction('send', (text) => {
    if (turn.overrun) return
    try {
      session.receive(context.getString(text))
    } catch (error) {
      // Thrown on, it would reach the planner, which may catch it.
      session.stop(ours(error))
    }
  })
  const call = context.newFunction('hostCall', (name, text) =>
    context.newString(hostCall(context.getString(name), context.getString(text))),
  )
  context.unwrapResult(context.evalCode(NEWER, 'wall.js')).dispose()
  const make = context.unwrapResult(context.evalCode(guest.text, 'guest.js'))
  const settings = context.unwrapResult(
    context.evalCode(`(${JSON.stringify({ file, life, now: session.now })})`, 'wall.js'),
  )
  const side = context.unwrapResult(context.callFunction(make, context.undefined, send, call, settings))
  const boot = context.getProp(side, 'boot')
  const deliver = context.getProp(side, 'deliver')
  const handles: QuickJSHandle[] = [send, call, make, settings, side, boot, deliver]

  const fault = (error: QuickJSHandle): void => {
    const said = dumpError(context, error, file)
    error.dispose()
    if (!turn.overrun) session.receive(JSON.stringify({ t: 'threw', ...said }))
  }

  const names = namesIn(job.planner.js)
  const module = context.evalCode(wrapped(job.planner.js, names), file)
  if (module.error) {
    const { message, line } = dumpError(context, module.error, file)
    module.error.dispose()
    session.stop(notLoaded(job.planner.js, message, line))
  } else {
    const list = context.unwrapResult(context.evalCode(`(${JSON.stringify(names)})`, 'wall.js'))
    let extras = context.undefined
    if (needsExtras(names)) {
      const makeExtras = context.unwrapResult(context.evalCode(guest.extras, 'extras.js'))
      const tools = context.getProp(side, 'tools')
      extras = context.unwrapResult(context.callFunction(makeExtras, context.undefined, tools))
      handles.push(makeExtras, tools, extras)
    }
    handles.push(list, module.value)
    const booted = context.callFunction(boot, context.undefined, module.value, list, extras)
    if (booted.error) fault(booted.error)
    else booted.value.dispose()
    if (!session.over) drain(runtime, tick, fault)
  }

  let next: string | null = session.over || turn.overrun ? null : session.start()
  while (next !== null && !session.over) {
    turn.ticks = 0
    turn.since = performance.now()
    shown.now = session.now
    alive()
    const text = context.newString(next)
    const delivered = context.callFunction(deliver, context.undefined, text)
    text.dispose()
    if (delivered.error) fault(delivered.error)
    else delivered.value.dispose()
    if (!session.over && !turn.overrun) drain(runtime, tick, fault)
    used.ms += performance.now() - turn.since
    if (used.ms > PLAY_MS) turn.overrun ??= TOO_SLOW
    if (session.over || turn.overrun) break
    const coming = session.next()
    next = typeof coming === 'string' || coming === null ? coming : await coming.catch(ofTheTest)
  }
  if (turn.overrun) session.stop(turn.overrun)
  // A crash leaves the session open: that life ended well enough.
  const { ended } = session.record(used)
  if (outlived > 0 || turn.overrun || (session.over && ended.how === 'stopped' && UNCLEAN.includes(ended.stop.kind)))
    return false
  for (const handle of handles) handle.dispose()
  context.dispose()
  runtime.dispose()
  return true
}

/** After these the engine's own state is in doubt. */
const UNCLEAN: Stop['kind'][] = ['interrupted', 'memory', 'stack', 'wall']

/** Runs promise jobs until none is left; each few of them are a tick. */
function drain(runtime: QuickJSRuntime, tick: () => boolean, fault: (error: QuickJSHandle) => void): void {
  while (runtime.hasPendingJob()) {
    const ran = runtime.executePendingJobs(JOBS_A_TICK)
    if (ran.error) {
      fault(ran.error)
      return
    }
    if (ran.value >= JOBS_A_TICK && tick()) return
  }
}

/** An error as data. What is thrown without memory left is `null`. */
function dumpError(
  context: QuickJSContext,
  error: QuickJSHandle,
  file: string,
): { name: string; message: string; line?: number } {
  const said = context.dump(error) as { name?: string; message?: string; stack?: string } | string | null
  if (said === null) return { name: 'InternalError', message: 'out of memory' }
  if (typeof said !== 'object') return { name: 'a value', message: String(said) }
  const line = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+)`).exec(String(said.stack ?? ''))?.[1]
  return {
    name: String(said.name ?? 'Error'),
    message: String(said.message ?? ''),
    ...(line === undefined ? {} : { line: Number(line) }),
  }
}

/** The planner goes on in spite of its interrupt. */
class Outlived extends Error {
  readonly stop: Stop
  constructor(stop: Stop | null) {
    super()
    this.stop = stop ?? { kind: 'interrupted', words: computing }
  }
}

/** An error of the test's own, on its way through our code. */
class OfTheTest extends Error {
  readonly error: unknown
  constructor(error: unknown) {
    super()
    this.error = error
  }
}
const ofTheTest = (error: unknown): never => {
  throw new OfTheTest(error)
}

function stopOfHostError(error: unknown): Stop {
  if (error instanceof RangeError) return { kind: 'stack', words: stackOverflow }
  if (/memory|abort/i.test(String(error))) return { kind: 'memory', words: outOfMemory }
  return ours(error)
}
