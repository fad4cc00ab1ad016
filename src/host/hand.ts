/** One worker behind the wall: how it is started, given a play, and watched. */
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Run } from '../replay/run.ts'
import { bundles } from './bundle.ts'
import type { Answers, PlayJob, PlayRecord } from './host.ts'
import { BEAT, type FromWorker, READING, type ToWorker, type WorkerData } from './worker-messages.ts'

/** Without a sign of life for so long, a worker is ended: some native calls poll nothing. */
const LAST_RESORT_MS = 3_000
const LOOK_EVERY_MS = 250
/** Looks without a sign of life after which a spare is made ready. */
const TROUBLE = 2

export interface Hand {
  worker: Worker
  ready: Promise<void>
  pulse: Int32Array
  /** Runs that it was sent. */
  runs: Map<Run, number>
}

/** What became of a play: its record, or no sign of life, an end of the worker's own, a failure of ours. */
export type Done = { record: PlayRecord } | { silent: 'reading' | 'computing' } | { gone: string } | { failed: string }

export function hire(): Hand {
  const { worker: url, guest } = bundles()
  const pulse = new SharedArrayBuffer(8)
  const worker = new Worker(url, {
    workerData: { guest: readFileSync(guest, 'utf8'), pulse } satisfies WorkerData,
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
  return { worker, ready, pulse: new Int32Array(pulse), runs: new Map() }
}

/** `trouble`: called when the worker has been silent for a while. Rejects with what a closure of the test's throws. */
export function work(hand: Hand, job: PlayJob, answers: Answers, trouble: () => void): Promise<Done> {
  const { worker } = hand
  const post = (message: ToWorker): void => worker.postMessage(message)
  let watch: NodeJS.Timeout | undefined
  let onMessage = (_: FromWorker): void => undefined
  let onEnd = (_: unknown): void => undefined
  return new Promise<Done>((resolve, reject) => {
    let beat = -1
    /** Looks are counted, not time: while our own thread is busy or asleep nobody looks, and nothing is held against the planner. */
    let looks = 0
    /** The worker waits for the test. */
    let asking = false
    watch = setInterval(() => {
      const now = Atomics.load(hand.pulse, BEAT)
      looks = now === beat && !asking ? looks + 1 : 0
      beat = now
      if (looks === TROUBLE) trouble()
      if (looks * LOOK_EVERY_MS >= LAST_RESORT_MS)
        resolve({ silent: Atomics.load(hand.pulse, READING) === 1 ? 'reading' : 'computing' })
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
      if (message.t === 'record') resolve({ record: JSON.parse(message.json) as PlayRecord })
      else if (message.t === 'failed') resolve({ failed: message.message })
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
    onEnd = (error) => resolve({ gone: error instanceof Error ? error.message : 'it left' })
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

/** Sends runs that the worker has not seen; from then on they have a number. */
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
