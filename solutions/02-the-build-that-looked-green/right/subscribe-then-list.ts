/** Subscribes until the work has ended, then takes the task, with all that was handed over, from the list of its context. */
import { A2AError, type Agent, type Desk, type Outcome, type Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

const ENDING = /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await finish(desk.agents.tests, `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return outcomeOf(tests)
  const counts = (tests.artifacts ?? []).flatMap(({ name, parts }) =>
    name === 'summary.json' ? [failedIn(parts[0]?.data)] : [],
  )
  if (counts.length !== 1) return { kind: 'no-verdict', why: `${counts.length} summaries instead of one` }
  const [failed] = counts
  if (failed === undefined) return { kind: 'no-verdict', why: 'a summary without a number of failed tests' }
  if (failed > 0) return { kind: 'failed', words: `${failed} failed` }
  return outcomeOf(await finish(desk.agents.deploy, `deploy build ${build} to ${target}`))
}

function failedIn(data: unknown): number | undefined {
  const { failed } = Object(data) as { failed?: unknown }
  return typeof failed === 'number' ? failed : undefined
}

async function finish(agent: Agent, text: string): Promise<Task> {
  const { task } = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (!task) throw new Error('no task to follow')
  try {
    for await (const event of agent.subscribeToTask({ id: task.id })) {
      if (ENDING.test((event.statusUpdate ?? event.task)?.status.state ?? '')) break
    }
  } catch (error) {
    // It may have ended before there was anything to follow; the list says.
    if (!(error instanceof A2AError)) throw error
  }
  const { tasks } = await agent.listTasks({ contextId: task.contextId, includeArtifacts: true })
  return tasks.find(({ id }) => id === task.id) ?? task
}

function outcomeOf({ status }: Task): Outcome {
  const words = status.message?.parts.map((part) => part.text ?? '').join('') ?? ''
  switch (status.state) {
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
