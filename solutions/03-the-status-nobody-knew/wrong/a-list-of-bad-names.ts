// Stopped by R1.
// The names that go wrong are known: none at all, the zero value of the enum, and the one that the SDK writes when it has no better.
// review: true
/** Runs an errand: hands it to a remote agent, and waits until the agent is through. Waits by polling. */
import type { Desk, Outcome, Task, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

const POLL_EVERY_MS = 50
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']
const BAD = [undefined, 'TASK_STATE_UNSPECIFIED', 'UNRECOGNIZED'] as (string | undefined)[]

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const sent = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  // Each of these agents makes a task of its errand.
  let task = sent.task as Task
  while (!OVER.includes(task.status.state) && !BAD.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await remote.getTask({ id: task.id })
  }
  return outcomeOf(task.status)
}

function outcomeOf({ state, message }: TaskStatus): Outcome {
  let words = ''
  for (const part of message?.parts ?? []) words += part.text ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  if (state === 'TASK_STATE_FAILED') return { kind: 'failed', words }
  return { kind: 'protocol-error', got: state ?? null }
}
