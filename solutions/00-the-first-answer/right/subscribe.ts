/** Asks to be answered at once. Where that gives a task, it subscribes and keeps what the events say; no read is needed. */
import type { Artifact, Desk, Outcome, TaskStatus } from '#kit'

export interface Errand {
  ask: string
}

const text = (from: { parts: { text?: string }[] } | undefined): string => from?.parts.map((p) => p.text).join('') ?? ''

export async function plan(desk: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const { clerk } = desk.agents
  const { message, task } = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  if (message) return { kind: 'done', result: text(message) }
  let status: TaskStatus = task.status
  let report: Artifact | undefined
  for await (const event of clerk.subscribeToTask({ id: task.id })) {
    if (event.task) ({ status } = event.task)
    if (event.statusUpdate) ({ status } = event.statusUpdate)
    if (event.artifactUpdate) report = event.artifactUpdate.artifact
  }
  return status.state === 'TASK_STATE_COMPLETED'
    ? { kind: 'done', result: text(report) }
    : { kind: 'failed', words: text(status.message) }
}
