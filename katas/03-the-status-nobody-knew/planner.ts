/** Runs an errand: hands it to a remote agent, and waits until the agent is through. Waits by polling. */
import type { Desk, Outcome, Task, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

const POLL_EVERY_MS = 50
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const sent = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  // Each of these agents makes a task of its errand.
  let task = sent.task as Task
  while (!OVER.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    const read = await remote.getTask({ id: task.id })
    mustGoOn(task.status, read.status)
    task = read
  }
  return outcomeOf(task.status)
}

/** An agent that has begun does not put its work back. */
function mustGoOn(before: TaskStatus, now: TaskStatus): void {
  if (before.state === 'TASK_STATE_WORKING' && now.state === 'TASK_STATE_SUBMITTED')
    throw new Error('the agent has dropped what it had begun')
}

function outcomeOf({ state, message }: TaskStatus): Outcome {
  let words = ''
  for (const part of message?.parts ?? []) words += part.text ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  return { kind: 'failed', words }
}
