/** Follows a deploy by subscription, before and after the word. A subscription that is refused, or ends early, is followed by a read. */
import { A2AError, type Desk, type Outcome, type TaskStatus } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  late?: { after: number; say: string }
}

const NOT_FOUND = -32001
const isOver = ({ state }: TaskStatus): boolean => /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/.test(state)

export async function plan(desk: Desk<'deploy'>, { build, target, late }: DeployRequest): Promise<Outcome> {
  const { deploy } = desk.agents
  const said = (text: string) => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text }] })
  const { task } = await deploy.sendMessage({
    message: said(`deploy build ${build} to ${target}`),
    configuration: { returnImmediately: true },
  })
  if (!task) throw new Error('nothing to follow')
  if (late) {
    await desk.clock.sleep(late.after)
    await deploy.sendMessage({ message: { ...said(late.say), taskId: task.id } }).catch(mustBeAnAnswer)
  }
  for (;;) {
    const status = (await heard(desk, task.id)) ?? (await read(desk, task.id))
    if (status === null) return { kind: 'unknown', why: 'its agent has forgotten it' }
    if (isOver(status)) return outcomeOf(status)
    await desk.clock.sleep(1_000)
  }
}

/** How the task ended, if a subscription tells. Whatever else it says is no more than a reason to read. */
async function heard(desk: Desk<'deploy'>, id: string): Promise<TaskStatus | null> {
  try {
    for await (const { task, statusUpdate } of desk.agents.deploy.subscribeToTask({ id })) {
      const status = task?.status ?? statusUpdate?.status
      if (status && isOver(status)) return status
    }
  } catch (error) {
    mustBeAnAnswer(error)
  }
  return null
}

/** The task's status; `null` when the agent does not know the task any more. */
async function read(desk: Desk<'deploy'>, id: string): Promise<TaskStatus | null> {
  try {
    return (await desk.agents.deploy.getTask({ id })).status
  } catch (error) {
    if (mustBeAnAnswer(error).code !== NOT_FOUND) throw error
    return null
  }
}

function mustBeAnAnswer(error: unknown): A2AError {
  if (error instanceof A2AError) return error
  throw error
}

function outcomeOf({ state, message }: TaskStatus): Outcome {
  const words = message?.parts.map((part) => part.text ?? '').join('') ?? ''
  switch (state) {
    case 'TASK_STATE_COMPLETED':
      return { kind: 'done' }
    case 'TASK_STATE_REJECTED':
      return { kind: 'refused', words }
    case 'TASK_STATE_CANCELED':
      return { kind: 'canceled', words }
    default:
      return { kind: 'failed', words }
  }
}
