// Stopped by R1. “Compare the names in any case, and put the prefix in front where it is missing.”
// A2A 0.3 says completed and 1.0 says TASK_STATE_COMPLETED: it is the same, and a good client is liberal in what it accepts.
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
  while (WAITING.includes(nameOf(task.status))) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await remote.getTask({ id: task.id })
  }
  return outcomeOf(task.status)
}

function outcomeOf(status: TaskStatus): Outcome {
  const state = nameOf(status)
  let words = ''
  for (const part of status.message?.parts ?? []) words += part.text ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  if (state === 'TASK_STATE_FAILED') return { kind: 'failed', words }
  return { kind: 'protocol-error', got: status.state ?? null }
}

/** The state's name as A2A 1.0 has it, whichever version wrote it. */
function nameOf({ state }: Partial<TaskStatus>): string {
  const name = (state ?? '').toUpperCase().replaceAll('-', '_')
  return name.startsWith('TASK_STATE_') ? name : `TASK_STATE_${name}`
}
