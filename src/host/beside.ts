/** One play beside the test, in Node: for breakpoints and real stacks (`kata debug`). The same planner's side, the same session, no wall. */
import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { MessageChannel } from 'node:worker_threads'
import { createSession } from '../replay/session.ts'
import type { Answers, Host, PlayJob, PlayRecord, Session } from './host.ts'
import { hostCall, namesIn, needsExtras, notLoaded, ours, wrapped } from './module.ts'

interface Guest {
  boot(load: unknown, names: string[], extras: unknown, settings: object): void
  tools: object
  deliver(json: string): void
}

export function besideHost(): Host {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    name: 'beside',
    play(job, answers) {
      const next = queue.then(() => play(job, answers))
      queue = next.catch(() => undefined)
      return next
    },
    close: () => Promise.resolve(),
  }
}

async function play(job: PlayJob, answers: Answers): Promise<PlayRecord> {
  const session = createSession(job, answers)
  for (let life = 1; ; life++) {
    await live(job, session, life)
    if (!session.takeCrash()) return session.record({ ticks: 0, memory: 0 })
  }
}

async function live(job: PlayJob, session: Session, life: number): Promise<void> {
  const make = script('./guest.js') as (send: (json: string) => void, call: typeof hostCall) => Guest
  let over = false
  const { file, js } = job.planner
  const send = (json: string): void => {
    try {
      if (!over) session.receive(json)
    } catch (error) {
      // Thrown on, it would reach the planner, which may catch it.
      session.stop(ours(error))
    }
  }
  const guest = make(send, hostCall)
  const names = namesIn(js)
  let load: unknown
  try {
    load = runInThisContext(wrapped(js, names), { filename: process.env.KATA_BESIDE_FILE ?? file })
  } catch (error) {
    const line = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+)`).exec((error as Error).stack ?? '')?.[1]
    session.stop(notLoaded(js, (error as Error).message, line === undefined ? undefined : Number(line)))
    return
  }
  guest.boot(
    load,
    names,
    needsExtras(names) ? (script('./extras.js') as (tools: object) => unknown)(guest.tools) : undefined,
    { file, life, now: session.now },
  )
  await idle()
  for (
    let next: string | null = session.over ? null : session.start();
    next !== null && !session.over;
    next = await session.next()
  ) {
    guest.deliver(next)
    await idle()
  }
  over = true
}

function script(name: string): unknown {
  const path = new URL(name, import.meta.url)
  return runInThisContext(readFileSync(path, 'utf8'), { filename: path.href })
}

/** One turn of the event loop: every promise job of the planner's has run by then. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.once('message', () => {
      port1.close()
      resolve()
    })
    port2.postMessage(null)
  })
