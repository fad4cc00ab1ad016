/** Asks to be answered at once and subscribes. Follows each subscription to its end, then reads the task and decides on what it reads. */
import { A2AError, type Desk, type Outcome, type Task } from '#kit'

export interface Errand {
  /** What the agent is asked, word for word. */
  ask: string
}

type Meaning = 'wait' | 'done' | 'refused' | 'failed' | 'canceled'

/** What each state of the protocol means to the caller. */
const MEANINGS = new Map<string, Meaning>([
  ['TASK_STATE_SUBMITTED', 'wait'],
  ['TASK_STATE_WORKING', 'wait'],
  ['TASK_STATE_INPUT_REQUIRED', 'wait'],
  ['TASK_STATE_AUTH_REQUIRED', 'wait'],
  ['TASK_STATE_COMPLETED', 'done'],
  ['TASK_STATE_REJECTED', 'refused'],
  ['TASK_STATE_FAILED', 'failed'],
  ['TASK_STATE_CANCELED', 'canceled'],
])

const meaning = ({ status }: Task): Meaning | undefined => MEANINGS.get(status.state)

export async function plan(desk: Desk<'remote'>, { ask }: Errand): Promise<Outcome> {
  const { remote } = desk.agents
  const { task: made } = await remote.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: ask }] },
    configuration: { returnImmediately: true },
  })
  if (!made) throw new Error('no task to follow')
  let task = made
  while (meaning(task) === 'wait') {
    try {
      for await (const event of remote.subscribeToTask({ id: task.id })) desk.log(Object.keys(event).join())
    } catch (error) {
      // Too late to subscribe, perhaps: the read says.
      if (!(error instanceof A2AError)) throw error
    }
    task = await remote.getTask({ id: task.id })
  }
  const kind = meaning(task)
  if (kind === undefined || kind === 'wait') return { kind: 'protocol-error', got: task.status.state ?? null }
  if (kind === 'done') return { kind }
  return { kind, words: task.status.message?.parts.map((part) => part.text ?? '').join('') ?? '' }
}
