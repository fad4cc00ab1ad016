// Stopped by R1.
// A consumer of events ignores those that it does not understand, so that agents can add new ones without breaking it.
// review: true
/** Runs an errand: sends it to a remote agent, and follows the stream until the agent is through. */
import type { Desk, Outcome, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text: ask }] }
  for await (const { task, statusUpdate } of remote.sendStreamingMessage({ message })) {
    const status = (task ?? statusUpdate)?.status
    const outcome = status && outcomeOf(status)
    if (outcome) return outcome
  }
  return { kind: 'unknown', why: 'the stream ended before the task did' }
}

/** What an ending says to the caller; nothing for any other status. */
function outcomeOf({ state, message }: TaskStatus): Outcome | undefined {
  const words = (message?.parts ?? []).map((part) => part.text ?? '').join('')
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  if (state === 'TASK_STATE_FAILED') return { kind: 'failed', words }
  return undefined
}
