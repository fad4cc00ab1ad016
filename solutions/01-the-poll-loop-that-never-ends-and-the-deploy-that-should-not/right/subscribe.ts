/** Asks to be answered at once and subscribes. A subscription that is refused, or ends early, is followed by a read. */
import { A2AError, type Agent, type Desk, type Outcome, type Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

const terminal = (task: Task): boolean => /^TASK_STATE_(COMPLETED|FAILED|CANCELED|REJECTED)$/.test(task.status.state)

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await finish(desk, desk.agents.tests, `run the tests of build ${build}`)
  const tested = outcome(tests)
  if (tested.kind !== 'done') return tested
  const part = tests.artifacts?.find((a) => a.name === 'summary.json')?.parts.find((p) => p.data !== undefined)
  const failed = (part?.data as { failed?: unknown } | null | undefined)?.failed
  if (typeof failed !== 'number') return { kind: 'no-verdict', why: 'there is no count of failed tests' }
  if (failed > 0) return { kind: 'failed', words: `build ${build} has ${failed} failed tests` }
  return outcome(await finish(desk, desk.agents.deploy, `deploy build ${build} to ${target}`))
}

async function finish(desk: Desk, agent: Agent, text: string): Promise<Task> {
  const { task: made } = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (!made) throw new Error('no task to follow')
  let task = made
  while (!terminal(task)) {
    try {
      for await (const { statusUpdate, task: snapshot } of agent.subscribeToTask({ id: task.id })) {
        if (snapshot) task = snapshot
        if (statusUpdate) task = { ...task, status: statusUpdate.status }
        if (terminal(task)) break
      }
    } catch (error) {
      // Too late to subscribe, perhaps: the read says.
      if (!(error instanceof A2AError)) throw error
    }
    // Events carry what changed; the read carries the task whole.
    task = await agent.getTask({ id: task.id })
    if (!terminal(task)) await desk.clock.sleep(1_000)
  }
  return task
}

function outcome({ status }: Task): Outcome {
  const words = status.message?.parts.map((part) => part.text ?? '').join('') ?? ''
  switch (status.state) {
    case 'TASK_STATE_COMPLETED':
      return { kind: 'done' }
    case 'TASK_STATE_REJECTED':
      return { kind: 'refused', words }
    case 'TASK_STATE_CANCELED':
      return { kind: 'canceled', words }
    case 'TASK_STATE_FAILED':
      return { kind: 'failed', words }
    default:
      return { kind: 'protocol-error', got: status.state }
  }
}
