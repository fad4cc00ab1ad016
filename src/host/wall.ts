/** One play behind the wall: the planner in QuickJS, the session beside it, JSON text between them. Runs in the worker, or anywhere. */
import type { QuickJSHandle } from 'quickjs-emscripten-core'
import { createSession } from '../replay/session.ts'
import type { Stop } from '../replay/transcript.ts'
import { computing, outOfMemory, stackOverflow } from '../replay/words.ts'
import type { Life } from './guest/index.ts'
import type { Answers, PlayJob, PlayRecord, Session } from './host.ts'
import { loopLine } from './loop-line.ts'
import { JOBS_A_TICK, type Meter, makeMeter } from './meter.ts'
import { notLoaded, ours, wrapped, wrappedAsync } from './module.ts'
import { prepare } from './prepare.ts'
import { type Engine, giveBack, takeEngine } from './quickjs.ts'

/** Called at each delivery, so that whoever watches sees that the play goes on. */
export type Alive = () => void

/** Rejects only for an error of the test's closures. */
export async function playBehindWall(job: PlayJob, answers: Answers, alive: Alive): Promise<PlayRecord> {
  const session = createSession(job, answers)
  const meter = makeMeter()
  let memory = 0
  const prepared = prepare(job.planner.text, job.planner.file)
  if ('stop' in prepared) session.stop(prepared.stop)
  else {
    for (let life = 1; life === 1 || session.takeCrash(); life++) {
      memory = Math.max(memory, await live(prepared.js, job.planner.file, session, life, meter, alive))
    }
  }
  return session.record({ ticks: meter.ticks, memory })
}

/** One life of the planner; gives the bytes of memory that it took. */
async function live(
  js: string,
  file: string,
  session: Session,
  life: number,
  meter: Meter,
  alive: Alive,
): Promise<number> {
  const engine = await takeEngine()
  try {
    await run(engine, js, { file, life, now: session.now }, session, meter, alive)
  } catch (error) {
    if (error instanceof OfTheTest) throw error.error
    meter.end(error instanceof EndedInside ? error.stop : stopOfHostError(error))
    if (error instanceof EndedInside) session.stop(error.stop)
  }
  if (meter.overrun) session.stop(meter.overrun)
  const { ended } = session.record({ ticks: 0, memory: 0 })
  // A crash leaves the session open: that life ended well enough.
  giveBack(engine, !meter.overrun && !(session.over && ended.how === 'stopped' && UNCLEAN.includes(ended.stop.kind)))
  return engine.bytes()
}

/** After these the engine's own state is in doubt. */
const UNCLEAN: Stop['kind'][] = ['interrupted', 'memory', 'stack', 'wall']

/** Interrupts and messages that a planner may outlive: an interrupt in a promise's executor only rejects the promise. */
const MOST_OUTLIVED = 20
/** Jobs that may run on after the last tick, to see where they go round. */
const LOOK_JOBS = 20_000
const LOOKS = 20

async function run(
  engine: Engine,
  js: string,
  life: Life,
  session: Session,
  meter: Meter,
  alive: Alive,
): Promise<void> {
  const { context, runtime } = engine
  let outlived = 0
  let where: number | undefined
  let looking = false
  /** Interrupts that are left for finding where promise jobs go round and round. */
  let searching = 0
  /** Where the planner stands, asked in the middle of what it does. `loops`: it was interrupted, and not in a call. */
  const look = (loops: boolean): void => {
    if (looking || where !== undefined) return
    looking = true
    const line = lineNow(engine, life.file, searching)
    where = loops ? loopLine(js, line) : line
    looking = false
  }
  const stopAt = (stop: Stop): Stop => ({ ...stop, ...(where === undefined ? {} : { line: where }) })
  /** Ends a planner that goes on all the same. The engine is dropped. */
  const outlive = (): void => {
    outlived += 1
    if (outlived > MOST_OUTLIVED)
      throw new EndedInside(stopAt(meter.overrun ?? { kind: 'interrupted', words: computing }))
  }

  engine.begin({
    receive(json) {
      if (meter.overrun || session.over) return outlive()
      meter.message(json.length)
      if (meter.overrun) return look(false)
      try {
        session.receive(json)
      } catch (error) {
        // Thrown on, it would reach the planner, which may catch it.
        meter.end(ours(error))
      }
    },
    interrupt() {
      if (looking) return false
      if (searching > 0) {
        searching -= 1
        look(true)
        return where !== undefined || searching === 0
      }
      if (meter.overrun || session.over) outlive()
      else meter.tick()
      if (!meter.overrun && engine.full()) meter.end({ kind: 'memory', words: outOfMemory })
      if (meter.overrun) look(true)
      return meter.overrun !== null || session.over
    },
    outOfMemory(again) {
      if (looking) throw new Error('out of memory')
      look(true)
      if (again) throw new EndedInside(stopAt({ kind: 'memory', words: outOfMemory }))
    },
  })

  const fault = (error: QuickJSHandle): void => {
    const said = dumpError(engine, error, life.file)
    if (meter.overrun || session.over) return
    const line = said.line ?? where
    session.receive(JSON.stringify({ t: 'threw', ...said, ...(line === undefined ? {} : { line }) }))
  }
  /** Enters the engine, then runs promise jobs until none is left. */
  const turn = (enter: () => { error?: QuickJSHandle | undefined }): void => {
    meter.enter()
    alive()
    const { error } = enter()
    if (error) fault(error)
    while (!meter.overrun && !session.over && runtime.hasPendingJob()) {
      const ran = runtime.executePendingJobs(JOBS_A_TICK)
      if (ran.error) fault(ran.error)
      else if (ran.value >= JOBS_A_TICK) meter.tick()
    }
    if (meter.overrun && where === undefined) {
      // Promise jobs that go round: they do so once more, until an interrupt meets one in the middle.
      searching = LOOKS
      runtime.executePendingJobs(LOOK_JOBS)
      searching = 0
    }
    meter.leave()
    if (meter.overrun) session.stop(stopAt(meter.overrun))
  }

  meter.enter()
  const load = context.evalCode(wrapped(js), life.file)
  if (load.error) {
    const { message, line } = dumpError(engine, load.error, life.file)
    session.stop(notLoaded(js, message, line, !context.evalCode(wrappedAsync(js), life.file).error))
    return
  }
  const settings = context.newString(JSON.stringify(life))
  turn(() => context.callFunction(engine.boot, context.undefined, load.value, settings))
  for (let next: string | null = session.over ? null : session.start(); next !== null && !session.over; ) {
    const text = context.newString(next)
    turn(() => context.callFunction(engine.deliver, context.undefined, text))
    text.dispose()
    if (session.over) break
    const coming = ourOwn(() => session.next())
    next = typeof coming === 'string' || coming === null ? coming : await coming.catch(ofTheTest)
  }
}

/**
 * The planner's line that is being run. An engine that has no memory left to say so may fail. Interrupts come at every 10,000th branch or call, so a
 * loop may meet each of them at the same place, outside of its own lines: `shift` branches more, and it is another place.
 */
function lineNow({ context }: Engine, file: string, shift: number): number | undefined {
  try {
    const stack = context.evalCode(`for (let i = 0; i < ${shift}; i++);new Error().stack`, 'wall.js')
    return stack.error ? undefined : lineOf(context.dump(stack.value), file)
  } catch {
    return undefined
  }
}

function lineOf(stack: unknown, file: string): number | undefined {
  const line = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+)`).exec(String(stack ?? ''))?.[1]
  return line === undefined ? undefined : Number(line)
}

/** An error as data. What is thrown without memory left is `null`. */
function dumpError(
  { context }: Engine,
  error: QuickJSHandle,
  file: string,
): { name: string; message: string; line?: number } {
  const said = context.dump(error) as { name?: string; message?: string; stack?: string } | string | null
  if (said === null) return { name: 'InternalError', message: 'out of memory' }
  if (typeof said !== 'object') return { name: 'a value', message: String(said) }
  const line = lineOf(said.stack, file)
  return {
    name: String(said.name ?? 'Error'),
    message: String(said.message ?? ''),
    ...(line === undefined ? {} : { line }),
  }
}

/** What our side throws is never held against the planner. */
function ourOwn<T>(act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw new EndedInside(ours(error))
  }
}

/** The play ended, in the middle of the engine's own frames or of our side's. */
class EndedInside extends Error {
  readonly stop: Stop
  constructor(stop: Stop) {
    super()
    this.stop = stop
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
