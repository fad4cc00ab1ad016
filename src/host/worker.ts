/** The worker: plays one job after another behind the wall. Whoever started it may end it at any time. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Run } from '../replay/run.ts'
import type { Answer, Question } from '../replay/transcript.ts'
import { setEngineClock } from './engine-clock.ts'
import type { Answers, PlayJob } from './host.ts'
import type { Guest } from './stage.ts'
import { playBehindWall } from './wall.ts'

/** A job whose runs are sent once and named from then on. */
export interface WorkerJob extends Omit<PlayJob, 'agents'> {
  agents: Record<string, number>
}

export type ToWorker =
  | { t: 'run'; id: number; run: Run }
  | { t: 'play'; job: WorkerJob }
  | { t: 'answered'; answer: Answer | null }
  | { t: 'crash'; when: 'before' | 'after' | null }

export type FromWorker =
  | { t: 'ready' }
  | { t: 'record'; record: Awaited<ReturnType<typeof playBehindWall>> }
  | { t: 'failed'; message: string }
  | { t: 'ask'; question: Question }
  | { t: 'crash'; call: Parameters<Answers['crash']>[0]; nth: number }

interface WorkerData {
  guest: Guest
  /** Grows while the planner computes: a sign of life that needs no message. */
  pulse: SharedArrayBuffer
}

setEngineClock()
const { guest, pulse } = workerData as WorkerData
const beats = new Int32Array(pulse)
const runs = new Map<number, Run>()
let answered: ((message: ToWorker) => void) | null = null

const post = (message: FromWorker): void => parentPort?.postMessage(message)
const alive = (): void => void Atomics.add(beats, 0, 1)

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
  try {
    post({ t: 'record', record: await playBehindWall(guest, { ...job, agents }, answers, alive) })
  } catch (error) {
    post({ t: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

post({ t: 'ready' })
