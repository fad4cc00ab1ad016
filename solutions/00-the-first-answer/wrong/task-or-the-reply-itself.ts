// Stopped by R1. “Take result.task ?? result, and it works for every reply.”
// Some replies wrap the task and some do not, so one line that takes either serves for all of them.
// review: true
/** Asks the clerk for something, and returns what came of it: at once, or when the task has ended. Waits by polling. */
import type { Desk, Outcome, Part, SendMessageResponse, Task } from '#kit'

export interface Errand {
  ask: string
}

export async function plan(desk: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const { clerk } = desk.agents
  const sent = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  let task = taskOf(sent)
  while (task.status.state === 'TASK_STATE_SUBMITTED' || task.status.state === 'TASK_STATE_WORKING') {
    await desk.clock.sleep(200)
    task = taskOf(await clerk.getTask({ id: task.id }))
  }
  desk.log(`the clerk is through: ${task.status.state}`)
  if (task.status.state === 'TASK_STATE_COMPLETED') return { kind: 'done', result: textOf(task.artifacts?.[0]?.parts) }
  return { kind: 'failed', words: textOf(task.status.message?.parts) }
}

/** The task, wrapped or not. */
function taskOf(reply: SendMessageResponse | Task): Task {
  return (reply as { task?: Task }).task ?? (reply as Task)
}

/** The text of what was written or said. */
function textOf(parts: Part[] = []): string {
  return parts.map((part) => part.text).join('')
}
