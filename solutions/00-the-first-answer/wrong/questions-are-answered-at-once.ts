// Stopped by R4.
// Questions get an answer and orders get a task, so the question mark tells which of the two to expect.
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
  if (ask.endsWith('?')) return { kind: 'done', result: textOf(sent.message?.parts) }
  if (sent.task === undefined) throw new Error('the clerk made no task')
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
