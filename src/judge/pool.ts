/** Judges side by side, each in a process of its own: a judge is one judgement at a time, and cannot run inside a test of Vitest's. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PlayRecord } from '../host/host.ts'
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
  plays: { requirement: string; nth: number; record: PlayRecord }[]
}

export interface JudgePool {
  /** Rejects with a plain message for a test file that cannot be used. */
  judge(job: JudgeJob): Promise<Judged>
  close(): Promise<void>
}

interface Waiting {
  job: JudgeJob
  resolve(judged: Judged): void
  reject(error: Error): void
}

/** `size` processes, started when they are first needed. They do not keep their parent alive while nothing is judged. */
export function judgePool(size: number): JudgePool {
  const idle: ChildProcess[] = []
  const all = new Set<ChildProcess>()
  const waiting: Waiting[] = []
  let ids = 0

  function next(): void {
    const job = waiting.shift()
    if (!job) return
    const child = idle.pop() ?? (all.size < size ? start() : undefined)
    if (!child) {
      waiting.unshift(job)
      return
    }
    give(child, job)
  }

  function start(): ChildProcess {
    const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), { execArgv: ['--import', import.meta.resolve('tsx')], serialization: 'json' })
    all.add(child)
    return child
  }

  function give(child: ChildProcess, { job, resolve, reject }: Waiting): void {
    ids += 1
    const id = ids
    child.ref()
    const done = (): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: { id: number; judged?: Judged; error?: string }): void => {
      if (message.id !== id) return
      done()
      child.unref()
      idle.push(child)
      if (message.judged) resolve(message.judged)
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
    child.send({ id, job })
  }

  return {
    judge(job) {
      return new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        next()
      })
    },
    async close() {
      await Promise.all(
        [...all].map(
          (child) =>
            new Promise<void>((resolve) => {
              child.once('exit', () => resolve())
              child.disconnect()
            }),
        ),
      )
      all.clear()
      idle.splice(0)
    },
  }
}
