/** The wall as a host in Node: a worker that plays, a spare that stands ready, and the last resort for what polls nothing. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Run } from '../replay/run.ts'
import type { Stop } from '../replay/transcript.ts'
import { workerUrl } from './bundle.ts'
import type { Answers, Host, PlayJob, PlayRecord } from './host.ts'
import { ours, TOO_SLOW } from './module.ts'
import type { FromWorker, ToWorker } from './worker.ts'

/** Without a sign of life for so long, a worker is ended: some native calls poll nothing. */
const LAST_RESORT_MS = 3_000
const LOOK_EVERY_MS = 250

interface Hand {
  worker: Worker
  ready: Promise<void>
  beats: Int32Array
  /** Runs that it was sent. */
  runs: Map<Run, number>
}

const LOST: Stop = {
  kind: 'interrupted',
  words:
    'Your planner computed for 3 seconds in one piece, where nothing could stop it but ending its worker. Look for a search, a sort or a regular expression over something very large.',
}

/** The worker gave no sign of life. */
class Silent extends Error {}
/** The worker ended by itself. */
class Gone extends Error {}

/** One wall for a process. Plays follow one another; each is a job for the worker. */
export function wallHost(): Host {
  let hand: Hand | null = null
  let spare: Hand | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Planners that a clock has stopped, by their text: they are stopped at once from then on, or a test of many plays would take minutes. */
  const lost = new Map<string, Stop>()

  async function play(job: PlayJob, answers: Answers): Promise<PlayRecord> {
    const key = createHash('sha256').update(job.planner.js).digest('base64')
    const before = lost.get(key)
    if (before) return stopped(before)
    const mine = hand ?? spare ?? hire()
    hand = mine
    spare = null
    try {
      mine.worker.ref()
      await mine.ready
      const record = await work(mine, job, answers)
      if (record.ended.how === 'stopped' && record.ended.stop.words === TOO_SLOW.words) lost.set(key, record.ended.stop)
      return record
    } catch (error) {
      // Whatever happened, this worker is in an unknown state.
      void mine.worker.terminate()
      hand = null
      spare = hire()
      if (error instanceof Gone)
        return stopped({ kind: 'memory', words: `The worker behind the wall ended: ${error.message}` })
      if (!(error instanceof Silent)) throw error
      lost.set(key, LOST)
      return stopped(LOST)
    } finally {
      mine.worker.unref()
    }
  }

  return {
    name: 'wall',
    play(job, answers) {
      const next = queue.then(() => play(job, answers))
      queue = next.catch(() => undefined)
      return next
    },
    async close() {
      await Promise.all([hand, spare].map((other) => other?.worker.terminate()))
      hand = null
      spare = null
    },
  }
}

function hire(): Hand {
  const pulse = new SharedArrayBuffer(4)
  const text = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
  const guest = { text: text('./guest.js'), extras: text('./extras.js') }
  const worker = new Worker(workerUrl(), {
    workerData: { guest, pulse },
    env: {},
    execArgv: [],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  worker.unref()
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The worker behind the wall ended while it started.')))
  })
  ready.catch(() => undefined)
  return { worker, ready, beats: new Int32Array(pulse), runs: new Map() }
}

/** Rejects with `Silent`, with `Gone`, or with what a closure of the test's throws. */
function work(hand: Hand, job: PlayJob, answers: Answers): Promise<PlayRecord> {
  const { worker } = hand
  const post = (message: ToWorker): void => worker.postMessage(message)
  let watch: NodeJS.Timeout | undefined
  let onMessage = (_: FromWorker): void => undefined
  let onEnd = (_: unknown): void => undefined
  return new Promise<PlayRecord>((resolve, reject) => {
    let beat = -1
    /** Looks without a sign of life. Looks are counted, not time: while our own thread is busy or asleep nobody looks, and nothing is held against the planner. */
    let looks = 0
    /** The worker waits for the test. */
    let asking = false
    watch = setInterval(() => {
      const now = Atomics.load(hand.beats, 0)
      looks = now === beat && !asking ? looks + 1 : 0
      beat = now
      if (looks * LOOK_EVERY_MS >= LAST_RESORT_MS) reject(new Silent())
    }, LOOK_EVERY_MS)
    const settle = <T>(ask: () => T | Promise<T>, then: (value: T) => ToWorker): void => {
      asking = true
      Promise.resolve()
        .then(ask)
        .then((value) => {
          asking = false
          post(then(value))
        })
        .catch(reject)
    }
    onMessage = (message) => {
      if (message.t === 'record') resolve(message.record)
      else if (message.t === 'failed') resolve(stopped(ours(message.message)))
      else if (message.t === 'ask')
        settle(
          () => answers.ask(message.question),
          (answer) => ({ t: 'answered', answer }),
        )
      else if (message.t === 'crash')
        settle(
          () => answers.crash(message.call, message.nth),
          (when) => ({ t: 'crash', when }),
        )
    }
    onEnd = (error) => reject(new Gone(error instanceof Error ? error.message : 'it left'))
    worker.on('message', onMessage)
    worker.on('error', onEnd)
    worker.on('exit', onEnd)
    const { agents, ...rest } = job
    post({ t: 'play', job: { ...rest, agents: send(hand, agents, post) } })
  }).finally(() => {
    clearInterval(watch)
    worker.off('message', onMessage)
    worker.off('error', onEnd)
    worker.off('exit', onEnd)
  })
}

function send(hand: Hand, agents: Record<string, Run>, post: (message: ToWorker) => void): Record<string, number> {
  const ids: Record<string, number> = {}
  for (const [name, run] of Object.entries(agents)) {
    let id = hand.runs.get(run)
    if (id === undefined) {
      id = hand.runs.size + 1
      hand.runs.set(run, id)
      post({ t: 'run', id, run })
    }
    ids[name] = id
  }
  return ids
}

const stopped = (stop: Stop): PlayRecord => ({
  ended: { how: 'stopped', at: 0, stop },
  transcript: [],
  logged: [],
  elapsed: 0,
  names: {},
  ticks: 0,
  memory: 0,
})
