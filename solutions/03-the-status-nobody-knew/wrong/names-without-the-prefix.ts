// Stopped by R1. “Cut the prefix off, and compare what is left.”
// Every name begins with TASK_STATE_, which says nothing, so it is cut off when a status comes in.
/** Runs an errand: hands it to a remote agent, and waits until the agent is through. Waits by polling. */
import type { Desk, Outcome, Task, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

const POLL_EVERY_MS = 50
/** The states to wait in. */
const WAITING = ['SUBMITTED', 'WORKING', 'INPUT_REQUIRED', 'AUTH_REQUIRED']

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const sent = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  // Each of these agents makes a task of its errand.
  let task = sent.task as Task
  while (WAITING.includes(nameOf(task.status) ?? '')) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await remote.getTask({ id: task.id })
  }
  return outcomeOf(task.status)
}

function outcomeOf(status: TaskStatus): Outcome {
  const state = nameOf(status)
  let words = ''
  for (const part of status.message?.parts ?? []) words += part.text ?? ''
  if (state === 'COMPLETED') return { kind: 'done' }
  if (state === 'REJECTED') return { kind: 'refused', words }
  if (state === 'CANCELED') return { kind: 'canceled', words }
  if (state === 'FAILED') return { kind: 'failed', words }
  return { kind: 'protocol-error', got: state ?? null }
}

/** The state's name, short. */
const nameOf = ({ state }: Partial<TaskStatus>): string | undefined => state?.replace(/^TASK_STATE_/, '')
