/** Judges side by side, each in a process of its own: a judge is one judgement at a time, and cannot run inside a test of Vitest's. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Json } from '../a2a/json.ts'
import type { PlayRecord } from '../host/host.ts'
import type { Piece, PieceJob } from './piece.ts'
import type { Sheet } from './sheet.ts'
import type { Verdict } from './verdict.ts'

export interface JudgeJob {
  kata?: string
  /** The kata's folder: an absolute path. */
  folder: string
  planner: string
  /** Text in place of the folder's `planner.test.ts`. */
  test?: string
  seed?: string | null
  /** Hand back every play. */
  keepPlays?: boolean
}

export interface Judged {
  verdict: Verdict
  /** In the order in which they ended; empty unless asked for. */
  plays: { requirement: string; nth: number; record: PlayRecord; request: Json }[]
}

/** The same planner under several seeds; with `bail` the sheets end with the first that has an unmet requirement. */
export interface SheetJob extends Omit<JudgeJob, 'seed' | 'keepPlays'> {
  seeds: (string | null)[]
  bail?: boolean
  /** Play this requirement alone; the sheets tell of no other. */
  only?: string
  /** Say of each play what it comes to, lines aside. */
  digests?: boolean
}

export interface JudgePool {
  /** Rejects with a plain message for a test file that cannot be used. */
  judge(job: JudgeJob): Promise<Judged>
  /** Verdicts in short, for those who judge by the thousand. */
  sheets(job: SheetJob): Promise<Sheet[]>
  /** What a seal is made of. */
  piece(job: PieceJob): Promise<Piece>
  close(): Promise<void>
}

/** What a child is sent, and what it sends back. */
export type Order = { id: number } & ({ judge: JudgeJob } | { sheets: SheetJob } | { piece: PieceJob })
export type Report = { id: number } & ({ done: Done } | { error: string })

type Done = Judged | Sheet[] | Piece

interface Waiting {
  order: { judge: JudgeJob } | { sheets: SheetJob } | { piece: PieceJob }
  resolve(done: Done): void
  reject(error: Error): void
}

/** `size` processes with `env`, started when they are first needed. They do not keep their parent alive while nothing is judged. */
export function judgePool(size: number, env: NodeJS.ProcessEnv = process.env): JudgePool {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const waiting: Waiting[] = []
  let ids = 0

  function next(): void {
    const first = waiting.shift()
    if (!first) return
    const child = idle.pop() ?? (all.size < size ? start() : undefined)
    if (!child) {
      waiting.unshift(first)
      return
    }
    give(child, first)
  }

  function start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), {
      execArgv: ['--import', import.meta.resolve('tsx')],
      serialization: 'json',
      env,
    })
    all.add(child)
    return child
  }

  function give(child: ChildProcess, { order, resolve, reject }: Waiting): void {
    ids += 1
    const id = ids
    child.ref()
    const done = (): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: Report): void => {
      if (message.id !== id) return
      done()
      child.unref()
      idle.push(child)
      if ('done' in message) resolve(message.done)
      else reject(new Error(message.error))
      next()
    }
    const onExit = (): void => {
      done()
      all.delete(child)
      reject(new Error('A judging process ended before it gave its verdict.'))
      next()
    }
    child.on('message', onMessage)
    child.once('exit', onExit)
    child.send({ id, ...order })
  }

  const put = (order: Waiting['order']): Promise<Done> =>
    new Promise((resolve, reject) => {
      waiting.push({ order, resolve, reject })
      next()
    })

  return {
    judge: (job) => put({ judge: job }) as Promise<Judged>,
    sheets: (job) => put({ sheets: job }) as Promise<Sheet[]>,
    piece: (job) => put({ piece: job }) as Promise<Piece>,
    async close() {
      await Promise.all(
        [...all].map(
          (child) =>
            new Promise<void>((resolve) => {
              // Waited for, it must keep this process alive; one that does not go by itself is ended.
              child.ref()
              const late = setTimeout(() => child.kill('SIGKILL'), 2_000)
              child.once('exit', () => {
                clearTimeout(late)
                resolve()
              })
              if (child.connected) child.disconnect()
            }),
        ),
      )
      all.clear()
      idle.splice(0)
    },
  }
}
