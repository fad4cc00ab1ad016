/** Looks before it speaks. The word goes out whatever it has seen; only where the task was still open does it look again. */
import { A2AError, type Agent, type Desk, type Outcome, type Task } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  late?: { after: number; say: string }
}

const ENDINGS: Record<string, (words: string) => Outcome> = {
  TASK_STATE_COMPLETED: () => ({ kind: 'done' }),
  TASK_STATE_FAILED: (words) => ({ kind: 'failed', words }),
  TASK_STATE_CANCELED: (words) => ({ kind: 'canceled', words }),
  TASK_STATE_REJECTED: (words) => ({ kind: 'refused', words }),
}

export async function plan(desk: Desk<'deploy'>, { build, target, late }: DeployRequest): Promise<Outcome> {
  const { deploy } = desk.agents
  const { task: made } = await deploy.sendMessage({
    message: {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text: `deploy build ${build} to ${target}` }],
    },
    configuration: { returnImmediately: true },
  })
  if (!made) throw new Error('the deploy agent made no task')
  let unsaid = late?.say
  if (late) await desk.clock.sleep(late.after)
  for (let pause = 200; ; pause = Math.min(pause * 2, 10_000)) {
    const task = await read(deploy, made.id)
    if (unsaid !== undefined) await say(deploy, made.id, unsaid)
    unsaid = undefined
    if (task === null) return { kind: 'unknown', why: 'There was such a task, and it is not kept any longer.' }
    const ending = ENDINGS[task.status.state]
    if (ending) return ending(task.status.message?.parts.map(({ text }) => text ?? '').join('') ?? '')
    await desk.clock.sleep(pause)
  }
}

/** The task, or `null` when the agent has it no longer. */
async function read(agent: Agent, id: string): Promise<Task | null> {
  try {
    return await agent.getTask({ id })
  } catch (error) {
    if (error instanceof A2AError && error.code === -32001) return null
    throw error
  }
}

/** Turned away or not: the looks before and after it say how things stand. */
async function say(agent: Agent, taskId: string, text: string): Promise<void> {
  try {
    await agent.sendMessage({
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', taskId, parts: [{ text }] },
      configuration: { returnImmediately: true },
    })
  } catch (error) {
    if (!(error instanceof A2AError)) throw error
  }
}
