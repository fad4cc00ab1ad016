/** Lets the agent hold its answer until there is something to say. Only a task that comes back on its way is polled, ever more slowly. */
import type { Desk, Outcome, Task } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

const ACTIVE = /^TASK_STATE_(SUBMITTED|WORKING)$/
const PARKED = /^TASK_STATE_(INPUT|AUTH)_REQUIRED$/

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const reply = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
  })
  if (!reply.task) throw new Error('an answer without a task')
  let { task } = reply
  for (
    let pause = 250;
    ACTIVE.test(task.status.state) || PARKED.test(task.status.state);
    pause = Math.min(pause * 2, 8_000)
  ) {
    await desk.clock.sleep(pause)
    task = await remote.getTask({ id: task.id })
  }
  return ended(task)
}

/** What a task that will not be waited for means. */
function ended({ status: { state, message } }: Task): Outcome {
  const words = message?.parts.map(({ text }) => text ?? '').join('') ?? ''
  switch (state) {
    case 'TASK_STATE_COMPLETED':
      return { kind: 'done' }
    case 'TASK_STATE_FAILED':
      return { kind: 'failed', words }
    case 'TASK_STATE_CANCELED':
      return { kind: 'canceled', words }
    case 'TASK_STATE_REJECTED':
      return { kind: 'refused', words }
    default:
      return { kind: 'protocol-error', got: state ?? null }
  }
}
