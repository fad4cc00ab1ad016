// Stopped by R3. “As soon as there is a message, that is the answer.”
// Whatever the clerk says, it says in a message; so the first message is what the caller is waiting for.
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
  let message = sent.message ?? sent.task.status.message
  let task = sent.task
  while (message === undefined && task !== undefined) {
    await desk.clock.sleep(200)
    task = await clerk.getTask({ id: task.id })
    message = task.status.message
  }
  return { kind: 'done', result: textOf(message?.parts) }
}

/** The text of what was written or said. */
function textOf(parts: Part[] = []): string {
  return parts.map((part) => part.text).join('')
}
