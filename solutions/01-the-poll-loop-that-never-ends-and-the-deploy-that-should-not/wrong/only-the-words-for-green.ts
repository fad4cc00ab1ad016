// Stopped by R5.
// A green suite has always said "0 failed", so its author waits for these words, and trusts no others.

/** Releases a build: has its tests run, then has it deployed if no test failed. Waits by polling. */
import type { Desk, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const POLL_EVERY_MS = 250
/** The four states that never change again. */
const TERMINAL = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']

export async function plan(desk: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await run(desk, 'tests', `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return outcomeOf(tests)
  if (!wordsOf(tests).startsWith('0 failed')) return { kind: 'failed' }
  desk.log(`build ${build} is tested, on to ${target}`)
  const deploy = await run(desk, 'deploy', `deploy build ${build} to ${target}`)
  return outcomeOf(deploy)
}

/** Hands the work to an agent, and waits until its task has ended. */
async function run(desk: ReleaseDesk, name: 'tests' | 'deploy', text: string): Promise<Task> {
  const agent = desk.agents[name]
  const sent = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (sent.task === undefined) throw new Error(`the ${name} agent made no task`)
  let task = sent.task
  while (!TERMINAL.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await agent.getTask({ id: task.id })
  }
  return task
}

/** What the agent said last. */
function wordsOf(task: Task): string {
  return (task.status.message?.parts ?? []).map((part) => part.text ?? '').join('')
}

function outcomeOf(task: Task): Outcome {
  const words = wordsOf(task)
  switch (task.status.state) {
    case 'TASK_STATE_COMPLETED':
      return { kind: 'done' }
    case 'TASK_STATE_REJECTED':
      return { kind: 'refused', words }
    case 'TASK_STATE_CANCELED':
      return { kind: 'canceled', words }
    default:
      return { kind: 'failed', words }
  }
}
