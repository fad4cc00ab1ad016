// Stopped by R1. “A message is only talk. Without a task there is no result.”
// Results travel in the artifacts of a task, so a reply that is only talk has nothing that the caller could use.
// review: true
/** Asks the clerk for something, and returns what came of it: at once, or when the task has ended. Waits by polling. */
import type { Desk, Outcome, Part } from '#kit'

export interface Errand {
  ask: string
}

export async function plan(desk: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const { clerk } = desk.agents
  const sent = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  if (sent.task === undefined) return { kind: 'no-verdict', why: 'the clerk talked, and made no task' }
  let task = sent.task
  while (task.status.state === 'TASK_STATE_SUBMITTED' || task.status.state === 'TASK_STATE_WORKING') {
    await desk.clock.sleep(200)
    // A read gives the task itself, in no wrapper.
    task = await clerk.getTask({ id: task.id })
  }
  desk.log(`the clerk is through: ${task.status.state}`)
  if (task.status.state === 'TASK_STATE_COMPLETED') return { kind: 'done', result: textOf(task.artifacts?.[0]?.parts) }
  return { kind: 'failed', words: textOf(task.status.message?.parts) }
}

/** The text of what was written or said. */
function textOf(parts: Part[] = []): string {
  return parts.map((part) => part.text).join('')
}
