/** Lets each agent hold its answer until the task ends. Only a task that comes back unfinished is polled. */
import type { Agent, Desk, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

const ENDINGS: Record<string, (words: string) => Outcome> = {
  TASK_STATE_COMPLETED: () => ({ kind: 'done' }),
  TASK_STATE_FAILED: (words) => ({ kind: 'failed', words }),
  TASK_STATE_CANCELED: (words) => ({ kind: 'canceled', words }),
  TASK_STATE_REJECTED: (words) => ({ kind: 'refused', words }),
}

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await ended(desk, desk.agents.tests, `run the tests of build ${build}`)
  const ran = outcomeOf(tests)
  if (ran.kind !== 'done') return ran
  const summary = tests.artifacts?.find(({ name }) => name === 'summary.json')?.parts[0]?.data as
    | { failed?: number }
    | undefined
  if (summary?.failed === undefined) return { kind: 'no-verdict', why: 'no failed count in summary.json' }
  if (summary.failed !== 0) return { kind: 'failed', words: 'The build has failing tests.' }
  return outcomeOf(await ended(desk, desk.agents.deploy, `deploy build ${build} to ${target}`))
}

async function ended(desk: Desk, agent: Agent, text: string): Promise<Task> {
  const reply = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
  })
  if (!reply.task) throw new Error('an answer without a task')
  let { task } = reply
  // Held answers also come when the task waits for somebody.
  for (let pause = 500; !(task.status.state in ENDINGS); pause = Math.min(pause * 2, 8_000)) {
    await desk.clock.sleep(pause)
    task = await agent.getTask({ id: task.id })
  }
  return task
}

function outcomeOf({ status }: Task): Outcome {
  const ending = ENDINGS[status.state]
  if (ending === undefined) return { kind: 'protocol-error', got: status.state }
  return ending(status.message?.parts.map(({ text }) => text).join('') ?? '')
}
