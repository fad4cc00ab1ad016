/** One play behind the wall: the planner in QuickJS, the session beside it, JSON text between them. Runs in the worker, or anywhere. */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { createSession } from '../replay/session.ts'
import type { Stop } from '../replay/transcript.ts'
import { computedTooMuch, computing, outOfMemory, stackOverflow } from '../replay/words.ts'
import type { Answers, PlayJob, PlayRecord, Session } from './host.ts'
import { hostCall, namesIn, needsExtras, notLoaded, ours, TOO_SLOW, wrapped } from './module.ts'
import { type Engine, full, giveBack, takeEngine } from './quickjs.ts'
import { type Guest, stageOf } from './stage.ts'

/** A tick is one interrupt of QuickJS (10,000 branches or calls), or so many promise jobs. Ticks decide verdicts: they are the same on every machine. */
const JOBS_A_TICK = 150
/** Ticks between two deliveries. */
const TURN_TICKS = 500
/** Ticks of a play. */
const PLAY_TICKS = 6_000
/** Milliseconds that a play may compute. Behind the ticks, which stop nearly everything first: a tick of slow native calls may take a second. */
const PLAY_MS = 6_000
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

/** True when everything ended cleanly: the engine may serve the next play. */
async function run(
  engine: Engine,
  guest: Guest,
  job: PlayJob,
  session: Session,
  life: number,
  used: Used,
  alive: () => void,
): Promise<boolean> {
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
  shown.now = session.now
  const receive = (json: string): void => {
    if (turn.overrun) return
    try {
      session.receive(json)
    } catch (error) {
      // Thrown on, it would reach the planner, which may catch it.
      session.stop(ours(error))
    }
  }
  const { runtime, context, boot, deliver, makeExtras, tools } = stageOf(engine, guest, { receive, tick })
  const { file } = job.planner

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
    const data = (value: unknown): QuickJSHandle =>
      context.unwrapResult(context.evalCode(`(${JSON.stringify(value)})`, 'wall.js'))
    const extras = needsExtras(names)
      ? context.unwrapResult(context.callFunction(makeExtras, context.undefined, tools))
      : context.undefined
    const settings = data({ file, life, now: session.now })
    const booted = context.callFunction(boot, context.undefined, module.value, data(names), extras, settings)
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
  return (
    outlived === 0 && !turn.overrun && !(session.over && ended.how === 'stopped' && UNCLEAN.includes(ended.stop.kind))
  )
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
