/** The wall as a host in Node: a worker that plays, a spare that stands ready, and the last resort for what polls nothing. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Run } from '../replay/run.ts'
import type { Stop } from '../replay/transcript.ts'
import { workerUrl } from './bundle.ts'
import type { Answers, Host, PlayJob, PlayRecord } from './host.ts'
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
  words: 'Your planner computed for 3 seconds in one piece, where nothing could stop it but ending its worker. Look for a search, a sort or a regular expression over something very large.',
}

/** One wall for a process. Plays follow one another; each is a job for the worker. */
export function wallHost(): Host {
  let hand: Hand | null = null
  let spare: Hand | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Texts that the last resort has stopped: they are stopped at once from then on. */
  const lost = new Set<string>()

  async function play(job: PlayJob, answers: Answers): Promise<PlayRecord> {
    const key = createHash('sha256').update(job.planner.js).digest('base64')
    if (lost.has(key)) return stopped(LOST)
    hand ??= spare ?? hire()
    spare = null
    const mine = hand
    await mine.ready
    const record = await work(mine, job, answers)
    if (record !== null) return record
    lost.add(key)
    hand = null
    spare = hire()
    return stopped(LOST)
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
  const worker = new Worker(workerUrl(), { workerData: { guest, pulse }, env: {}, execArgv: [], stdin: false, resourceLimits: { maxOldGenerationSizeMb: 1024 } })
  worker.unref()
  const ready = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The worker behind the wall ended while it started.')))
  })
  ready.catch(() => undefined)
  return { worker, ready, beats: new Int32Array(pulse), runs: new Map() }
}

/** `null`: the worker gave no sign of life and was ended. */
function work(hand: Hand, job: PlayJob, answers: Answers): Promise<PlayRecord | null> {
  const { worker } = hand
  const post = (message: ToWorker): void => worker.postMessage(message)
  return new Promise((resolve, reject) => {
    let beat = -1
    let since = Date.now()
    // While it works the worker keeps the process alive; at rest it does not.
    worker.ref()
    const watch = setInterval(() => {
      const now = Atomics.load(hand.beats, 0)
      if (now !== beat) {
        beat = now
        since = Date.now()
      } else if (Date.now() - since > LAST_RESORT_MS) {
        done()
        void worker.terminate()
        resolve(null)
      }
    }, LOOK_EVERY_MS)
    const done = (): void => {
      clearInterval(watch)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      worker.unref()
    }
    const onError = (error: Error): void => {
      done()
      resolve(stopped({ kind: 'memory', words: `The worker behind the wall ended: ${error.message}` }))
      void worker.terminate()
    }
    const onExit = (): void => onError(new Error('it left'))
    const onMessage = (message: FromWorker): void => {
      since = Date.now()
      if (message.t === 'record') {
        done()
        resolve(message.record)
      } else if (message.t === 'failed') {
        done()
        resolve(stopped({ kind: 'wall', words: `Our side failed, and nothing is said of your planner: ${message.message}` }))
      } else if (message.t === 'ask') {
        settle(() => answers.ask(message.question), (answer) => post({ t: 'answered', answer }))
      } else if (message.t === 'crash') {
        settle(() => answers.crash(message.call, message.nth), (when) => post({ t: 'crash', when }))
      }
    }
    /** A closure of the test's that throws is the test's error. */
    const settle = <T>(ask: () => T | Promise<T>, then: (value: T) => void): void => {
      void Promise.resolve()
        .then(ask)
        .then(then, (error: unknown) => {
          done()
          void worker.terminate()
          reject(error instanceof Error ? error : new Error(String(error)))
        })
    }
    worker.on('message', onMessage)
    worker.once('error', onError)
    worker.once('exit', onExit)
    const { agents, ...rest } = job
    post({ t: 'play', job: { ...rest, agents: send(hand, agents, post) } })
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

const stopped = (stop: Stop): PlayRecord => ({ ended: { how: 'stopped', at: 0, stop }, transcript: [], logged: [], elapsed: 0, names: {}, ticks: 0, memory: 0 })
