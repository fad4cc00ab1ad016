/** The worker: plays one job after another behind the wall. Whoever started it may end it at any time. */
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Run } from '../replay/run.ts'
import type { Answers } from './host.ts'
import { giveBack, makeSpare, prepareEngines, takeEngine } from './quickjs.ts'
import { playBehindWall } from './wall.ts'
import { BEAT, type FromWorker, READING, type ToWorker, type WorkerData, type WorkerJob } from './worker-messages.ts'

/** A spare engine is made when the first plays are over, and not in their way. */
const SPARE_AFTER_MS = 200

const { guest, pulse } = workerData as WorkerData
const beats = new Int32Array(pulse)
const runs = new Map<number, Run>()
let answered: ((message: ToWorker) => void) | null = null

const post = (message: FromWorker): void => parentPort?.postMessage(message)
const alive = (): void => {
  Atomics.add(beats, BEAT, 1)
  Atomics.store(beats, READING, 0)
}

/** Puts a question to the test's closures and waits for the answer. */
function put(message: FromWorker): Promise<ToWorker> {
  return new Promise((resolve) => {
    answered = resolve
    post(message)
  })
}

const answers: Answers = {
  async ask(question) {
    const message = await put({ t: 'ask', question })
    return message.t === 'answered' ? message.answer : null
  },
  async crash(call, nth) {
    const message = await put({ t: 'crash', call, nth })
    return message.t === 'crash' ? message.when : null
  },
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.t === 'run') runs.set(message.id, message.run)
  else if (message.t === 'play') void play(message.job)
  else answered?.(message)
})

async function play(job: WorkerJob): Promise<void> {
  const agents = Object.fromEntries(Object.entries(job.agents).map(([name, id]) => [name, runs.get(id) as Run]))
  Atomics.store(beats, READING, 1)
  try {
    post({ t: 'record', json: JSON.stringify(await playBehindWall({ ...job, agents }, answers, alive)) })
  } catch (error) {
    post({ t: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
  Atomics.store(beats, READING, 0)
}

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> }

// Compiled once for all the modules that hostile planners use up.
const wasm = readFile(new URL(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))).then((bytes) =>
  WebAssembly.compile(bytes),
)
prepareEngines({ guest, wasm })
giveBack(await takeEngine(), true)
post({ t: 'ready' })
setTimeout(makeSpare, SPARE_AFTER_MS)
