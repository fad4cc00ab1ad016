// Stopped by R2.
// Before a few words are taken for the answer, the clerk's list tells whether a task was made after all.
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
  let task = sent.task
  if (sent.message !== undefined) {
    const { contextId = '' } = sent.message
    const listed = await clerk.listTasks({ contextId, includeArtifacts: true })
    task = listed.tasks[0]
    if (task === undefined) return { kind: 'done', result: textOf(sent.message.parts) }
  }
  if (task === undefined) throw new Error('neither a task nor a message')
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
