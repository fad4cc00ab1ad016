/** One play behind the wall: the planner in QuickJS, the session beside it, JSON text between them. Runs in the worker, or anywhere. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { createSession } from '../replay/session.ts'
import type { Answers, PlayJob, PlayRecord, Session } from './host.ts'
import { hostCall, namesIn, needsExtras, wrapped } from './module.ts'
import { type Engine, giveBack, takeEngine } from './quickjs.ts'

/** A tick is one interrupt of QuickJS (10,000 branches or calls), or so many promise jobs. Ticks decide verdicts: they are the same on every machine. */
const JOBS_A_TICK = 150
/** Ticks between two deliveries. */
const TURN_TICKS = 1_500
/** Ticks of a play. */
const PLAY_TICKS = 6_000
/** More, and V8's own stack ends first, in the middle of WebAssembly. */
const STACK_BYTES = 64 * 1024

/** Engine features newer than Node 20's: gone, so that what runs here runs there. */
const NEWER = `for (const [holder, names] of [[Promise, ['withResolvers', 'try']], [Object, ['groupBy']], [Map, ['groupBy']], [Array, ['fromAsync']], [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']], [RegExp, ['escape']], [Error, ['isError']], [Math, ['f16round', 'sumPrecise']]]) for (const name of names) delete holder[name]
if (typeof Iterator !== 'undefined') { for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) delete Iterator.prototype[name]; delete globalThis.Iterator }
for (const [holder, names] of [[Number.prototype, ['toLocaleString']], [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']], [Array.prototype, ['toLocaleString']]]) for (const name of names) Object.defineProperty(holder, name, { value() { throw new ReferenceError(name + ' does not exist here. Format by hand.') }, configurable: true, writable: true })
delete globalThis.navigator; delete globalThis.WebAssembly`

/** The planner's side as text: `guest.js` and `extras.js`. */
export interface Guest {
  text: string
  extras: string
}

/** `alive`: called now and then while the planner computes, so that whoever watches sees that it does. */
export async function playBehindWall(guest: Guest, job: PlayJob, answers: Answers, alive: () => void): Promise<PlayRecord> {
  const session = createSession(job, answers)
  const used = { ticks: 0, memory: 0 }
  for (let life = 1; ; life++) {
    await live(guest, job, session, life, used, alive)
    if (!session.takeCrash()) return session.record(used)
  }
}

async function live(guest: Guest, job: PlayJob, session: Session, life: number, used: { ticks: number; memory: number }, alive: () => void): Promise<void> {
  const engine = await takeEngine()
  let clean = false
  try {
    clean = await run(engine, guest, job, session, life, used, alive)
  } catch (error) {
    session.stop(stopOfHostError(error))
  } finally {
    used.memory = Math.max(used.memory, engine.memory.buffer.byteLength)
    giveBack(engine, clean)
  }
}

/** True when everything ended cleanly and was disposed. */
async function run(engine: Engine, guest: Guest, job: PlayJob, session: Session, life: number, used: { ticks: number }, alive: () => void): Promise<boolean> {
  const runtime = engine.quickjs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  const turn = { ticks: 0, crashed: false, overrun: false }
  const tick = (n: number): boolean => {
    turn.ticks += n
    used.ticks += n
    alive()
    if (turn.ticks > TURN_TICKS || used.ticks > PLAY_TICKS) turn.overrun = true
    return turn.overrun || session.over || turn.crashed
  }
  runtime.setInterruptHandler(() => tick(1))
  const context = runtime.newContext()
  const { file } = job.planner

  const send = context.newFunction('send', (text) => {
    session.receive(context.getString(text))
    return context.undefined
  })
  const call = context.newFunction('hostCall', (name, text) => context.newString(hostCall(context.getString(name), context.getString(text))))
  context.unwrapResult(context.evalCode(NEWER, 'wall.js')).dispose()
  const make = context.unwrapResult(context.evalCode(guest.text, 'guest.js'))
  const settings = context.unwrapResult(context.evalCode(`(${JSON.stringify({ file, life })})`, 'wall.js'))
  const side = context.unwrapResult(context.callFunction(make, context.undefined, send, call, settings))
  const boot = context.getProp(side, 'boot')
  const deliver = context.getProp(side, 'deliver')
  const handles: QuickJSHandle[] = [send, call, make, settings, side, boot, deliver]

  let clean = true
  const fault = (error: QuickJSHandle): void => {
    const said = dumpError(context, error, file)
    error.dispose()
    if (turn.overrun || said.message === 'interrupted') {
      clean = false
      if (!session.over) session.stop(computing(said.line))
    } else if (said.message.includes('out of memory')) {
      clean = false
      session.stop({ kind: 'memory', words: 'Your planner used more than 64 MB of memory. It was stopped.', ...lineOf(said.line) })
    } else if (said.name === 'RangeError' || said.message.includes('stack overflow')) {
      clean = false
      session.stop({ kind: 'stack', words: 'Your planner called itself too deeply: its stack overflowed.', ...lineOf(said.line) })
    } else session.receive(JSON.stringify({ t: 'threw', name: said.name, message: said.message, ...lineOf(said.line) }))
  }

  const names = namesIn(job.planner.js)
  const module = context.evalCode(wrapped(job.planner.js, names), file)
  if (module.error) {
    const said = dumpError(context, module.error, file)
    module.error.dispose()
    session.stop({ kind: 'load', words: `It is not valid TypeScript: ${said.message}.`, ...lineOf(said.line) })
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
  }

  let next: string | null = session.over ? null : session.start()
  while (next !== null && !session.over) {
    turn.ticks = 0
    const text = context.newString(next)
    const delivered = context.callFunction(deliver, context.undefined, text)
    text.dispose()
    if (delivered.error) fault(delivered.error)
    else delivered.value.dispose()
    if (!session.over) drain(runtime, tick, fault)
    if (turn.overrun && !session.over) {
      clean = false
      session.stop(computing(undefined))
    }
    if (session.over) break
    const coming = session.next()
    next = typeof coming === 'string' || coming === null ? coming : await coming
  }
  turn.crashed = true
  if (!clean) return false
  for (const handle of handles) handle.dispose()
  context.dispose()
  runtime.dispose()
  return true
}

/** Runs promise jobs until none is left; each few of them are a tick. */
function drain(runtime: QuickJSRuntime, tick: (n: number) => boolean, fault: (error: QuickJSHandle) => void): void {
  while (runtime.hasPendingJob()) {
    const ran = runtime.executePendingJobs(JOBS_A_TICK)
    if (ran.error) {
      fault(ran.error)
      return
    }
    const jobs = ran.value
    if (jobs >= JOBS_A_TICK && tick(1)) return
  }
}

function dumpError(context: QuickJSContext, error: QuickJSHandle, file: string): { name: string; message: string; line: number | undefined } {
  const said = context.dump(error) as { name?: string; message?: string; stack?: string } | string | null
  if (said === null || typeof said !== 'object') return { name: 'Error', message: said === null ? 'out of memory' : String(said), line: undefined }
  const line = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+)`).exec(said.stack ?? '')?.[1]
  return { name: String(said.name ?? 'Error'), message: String(said.message ?? ''), line: line === undefined ? undefined : Number(line) }
}

const lineOf = (line: number | undefined): { line?: number } => (line === undefined ? {} : { line })

const computing = (line: number | undefined) => ({
  kind: 'interrupted' as const,
  words: 'Your planner went on computing without calling anybody, sleeping or returning. It would never end, so it was stopped. Look for a loop that does not wait.',
  ...lineOf(line),
})

function stopOfHostError(error: unknown): { kind: 'stack' | 'memory' | 'wall'; words: string } {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  if (error instanceof RangeError) return { kind: 'stack', words: 'Your planner called itself too deeply: its stack overflowed.' }
  if (/memory|abort/i.test(message)) return { kind: 'memory', words: 'Your planner used more than 64 MB of memory. It was stopped.' }
  return { kind: 'wall', words: `Our side failed, and nothing is said of your planner: ${message}` }
}
