/** Lets the clerk hold its answer until it has one. Only a task that comes back unfinished is read again. */
import type { Desk, Message, Outcome } from '#kit'

export interface Errand {
  ask: string
}

const UNDER_WAY = new Set(['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING'])

export async function plan({ agents, clock }: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const message: Message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] }
  const answer = await agents.clerk.sendMessage({ message })
  if (answer.message) return { kind: 'done', result: answer.message.parts.map(({ text }) => text ?? '').join('') }
  let { task } = answer
  for (let pause = 100; UNDER_WAY.has(task.status.state); pause *= 2) {
    await clock.sleep(pause)
    task = await agents.clerk.getTask({ id: task.id })
  }
  const { status, artifacts = [] } = task
  if (status.state === 'TASK_STATE_COMPLETED') {
    const report = artifacts.find(({ name }) => name === 'report.txt')
    return { kind: 'done', result: report?.parts[0]?.text ?? '' }
  }
  return { kind: 'failed', words: status.message?.parts[0]?.text ?? '' }
}
