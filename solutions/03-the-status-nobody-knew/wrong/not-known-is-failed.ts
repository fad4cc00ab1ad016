// Stopped by R1. “Whatever is left over has failed.”
// Whatever is neither done nor on its way has failed, and the agent’s own words say why.
// review: true
/** Runs an errand: hands it to a remote agent, and waits until the agent is through. Waits by polling. */
import type { Desk, Outcome, Task, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

const POLL_EVERY_MS = 50
/** The states to wait in. */
const WAITING = ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING', 'TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED']

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const sent = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  // Each of these agents makes a task of its errand.
  let task = sent.task as Task
  while (WAITING.includes(task.status.state)) {
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
  return { kind: 'failed', words }
}
