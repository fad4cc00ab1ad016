/** Sends and follows: the first status that is more than a step on the way is the answer. */
import type { Desk, Outcome, TaskStatus } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

/** The states in which a task may still move. */
const ON_THE_WAY = new Set([
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
])

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  let id = ''
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text: ask }] }
  for await (const { task, statusUpdate } of remote.sendStreamingMessage({ message })) {
    if (task) id = task.id
    const status = (task ?? statusUpdate)?.status
    if (status && !ON_THE_WAY.has(status.state)) return outcomeOf(status)
  }
  // The stream closed on a task that may still move.
  for (;;) {
    const { status } = await remote.getTask({ id })
    if (!ON_THE_WAY.has(status.state)) return outcomeOf(status)
    await desk.clock.sleep(1_000)
  }
}

function outcomeOf({ state, message }: TaskStatus): Outcome {
  const words = message?.parts.map(({ text }) => text ?? '').join('') ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  if (state === 'TASK_STATE_FAILED') return { kind: 'failed', words }
  return { kind: 'protocol-error', got: state === undefined ? null : state }
}
