// Stopped by R4. “Hold each move against a table of the legal ones.”
// What may follow what is written down in one table. A move that does not stand there is as wrong as a name that nobody knows.
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
/** Which state may follow which. */
const NEXT: Record<string, string[]> = {
  TASK_STATE_SUBMITTED: [
    'TASK_STATE_WORKING',
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_AUTH_REQUIRED',
    'TASK_STATE_COMPLETED',
    'TASK_STATE_FAILED',
    'TASK_STATE_CANCELED',
    'TASK_STATE_REJECTED',
  ],
  TASK_STATE_WORKING: [
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_AUTH_REQUIRED',
    'TASK_STATE_COMPLETED',
    'TASK_STATE_FAILED',
    'TASK_STATE_CANCELED',
    'TASK_STATE_REJECTED',
  ],
  TASK_STATE_INPUT_REQUIRED: ['TASK_STATE_WORKING', 'TASK_STATE_CANCELED', 'TASK_STATE_FAILED'],
  TASK_STATE_AUTH_REQUIRED: ['TASK_STATE_WORKING', 'TASK_STATE_CANCELED', 'TASK_STATE_FAILED'],
}

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
    const { state: before } = task.status
    task = await remote.getTask({ id: task.id })
    const { state: now } = task.status
    if (now !== before && !NEXT[before]?.includes(now)) return { kind: 'protocol-error', got: now ?? null }
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
