/** Asks and follows: the first event tells whether there is an answer already or a task; the task is read once when its stream has ended. */
import type { Desk, Outcome, Task } from '#kit'

export interface Errand {
  ask: string
}

export async function plan(desk: Desk<'clerk'>, { ask }: Errand): Promise<Outcome> {
  const { clerk } = desk.agents
  let id: string | undefined
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text: ask }] }
  for await (const event of clerk.sendStreamingMessage({ message })) {
    if (event.message) return { kind: 'done', result: event.message.parts.map((part) => part.text).join('') }
    id ??= event.task?.id
  }
  if (id === undefined) return { kind: 'unknown', why: 'the stream ended before it said anything' }
  return outcome(await clerk.getTask({ id }))
}

function outcome({ status, artifacts }: Task): Outcome {
  const written = artifacts?.flatMap(({ parts }) => parts.map((part) => part.text)).join('') ?? ''
  const said = status.message?.parts.map((part) => part.text).join('') ?? ''
  switch (status.state) {
    case 'TASK_STATE_COMPLETED':
      return { kind: 'done', result: written }
    case 'TASK_STATE_FAILED':
      return { kind: 'failed', words: said }
    case 'TASK_STATE_CANCELED':
      return { kind: 'canceled', words: said }
    case 'TASK_STATE_REJECTED':
      return { kind: 'refused', words: said }
    default:
      return { kind: 'unknown', why: `the stream ended while the task was ${status.state}` }
  }
}
