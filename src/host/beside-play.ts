/** One play beside the test, in Node. The same planner's side as behind the wall, the same session, no wall. */
import { readFileSync } from 'node:fs'
import { constants, createContext, runInContext } from 'node:vm'
import { MessageChannel } from 'node:worker_threads'
import { createSession } from '../replay/session.ts'
import { readAddress } from './address.ts'
import { bundles } from './bundle.ts'
import type { Guest } from './guest/index.ts'
import type { Answers, PlayJob, PlayRecord, Session } from './host.ts'
import { notLoaded, ours, wrapped, wrappedAsync } from './module.ts'
import { prepare } from './prepare.ts'

export async function playBeside(job: PlayJob, answers: Answers): Promise<PlayRecord> {
  return quietly(async () => {
    const session = createSession(job, answers)
    const prepared = prepare(job.planner.text, job.planner.file)
    if ('stop' in prepared) session.stop(prepared.stop)
    else for (let life = 1; life === 1 || session.takeCrash(); life++) await live(prepared.js, job, session, life)
    return session.record({ ticks: 0, memory: 0 })
  })
}

async function live(js: string, { planner }: PlayJob, session: Session, life: number): Promise<void> {
  const { file } = planner
  let over = false
  const send = (json: string): void => {
    try {
      if (!over) session.receive(json)
    } catch (error) {
      // Thrown on, it would reach the planner, which may catch it.
      session.stop(ours(error))
    }
  }
  // As bare as QuickJS: the language and nothing else.
  const context = createContext(constants.DONT_CONTEXTIFY)
  const run = (text: string, filename: string): unknown => runInContext(text, context, { filename })
  const { guest: url } = bundles()
  const side = `(function (send, url) {${readFileSync(url, 'utf8')}\nreturn guest.makeGuest({ send, url }) })`
  const guest = (run(side, url.href) as (send: unknown, url: unknown) => Guest)(send, readAddress)
  // By its own address, so that a debugger knows it for the file in the editor.
  const name = planner.url ?? file
  const load = compiled(() => run(wrapped(js), name))
  if ('error' in load) {
    const { message, stack = '' } = load.error
    const line = new RegExp(`${file.replaceAll('.', '\\.')}:(\\d+)`).exec(stack)?.[1]
    const asAsync = 'value' in compiled(() => run(wrappedAsync(js), name))
    session.stop(notLoaded(js, message, line === undefined ? undefined : Number(line), asAsync))
    return
  }
  guest.boot(load.value as Parameters<Guest['boot']>[0], JSON.stringify({ file, life, now: session.now }))
  await idle()
  let next: string | null = session.over ? null : session.start()
  while (next !== null && !session.over) {
    guest.deliver(next)
    await idle()
    next = await session.next()
  }
  over = true
}

function compiled(compile: () => unknown): { value: unknown } | { error: Error } {
  try {
    return { value: compile() }
  } catch (error) {
    return { error: error as Error }
  }
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

/** A planner may leave a promise that rejects to itself, as behind the wall; Node would end the process, and Vitest the test. */
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const others = process.listeners('unhandledRejection')
  const ignore = (): void => undefined
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', ignore)
  try {
    const done = await act()
    await idle()
    return done
  } finally {
    process.off('unhandledRejection', ignore)
    for (const other of others) process.on('unhandledRejection', other)
  }
}
