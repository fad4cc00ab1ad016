/** Lets the agent hold its answer where nobody has anything to add. With a late word it looks in the list of the deploy's context. */
import { A2AError, type Desk, type Outcome, type Task } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  late?: { after: number; say: string }
}

type Kind = 'done' | 'failed' | 'canceled' | 'refused'

const KINDS = new Map<string, Kind>([
  ['TASK_STATE_COMPLETED', 'done'],
  ['TASK_STATE_FAILED', 'failed'],
  ['TASK_STATE_CANCELED', 'canceled'],
  ['TASK_STATE_REJECTED', 'refused'],
])

export async function plan(desk: Desk<'deploy'>, { build, target, late }: DeployRequest): Promise<Outcome> {
  const { deploy } = desk.agents
  const sent = await deploy.sendMessage({
    message: {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text: `deploy build ${build} to ${target}` }],
    },
    configuration: { returnImmediately: late !== undefined },
  })
  if (!sent.task) throw new Error('an answer without a task')
  const { id, contextId } = sent.task
  let task: Task | undefined = sent.task
  if (late) {
    await desk.clock.sleep(late.after)
    try {
      await deploy.sendMessage({
        message: {
          messageId: crypto.randomUUID(),
          role: 'ROLE_USER',
          taskId: id,
          parts: [{ text: late.say }],
        },
      })
    } catch (error) {
      if (!(error instanceof A2AError)) throw error
    }
    task = await listed(desk, contextId, id)
  }
  for (;;) {
    if (!task) return { kind: 'unknown', why: 'the list of its context has it no more' }
    const kind = KINDS.get(task.status.state)
    if (kind === 'done') return { kind }
    if (kind) return { kind, words: task.status.message?.parts.map((part) => part.text ?? '').join('') ?? '' }
    await desk.clock.sleep(500)
    task = await listed(desk, contextId, id)
  }
}

/** Where there is no task, some agents list nothing, and others list `null`. */
async function listed(desk: Desk<'deploy'>, contextId: string, id: string): Promise<Task | undefined> {
  const { tasks } = (await desk.agents.deploy.listTasks({ contextId })) as { tasks: Task[] | null }
  return tasks?.find((one) => one.id === id)
}
