/** Polls by the list of the task's context, artifacts included, and slower as time goes by. */
import type { Agent, Desk, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type Kind = 'done' | 'failed' | 'canceled' | 'refused'

const KINDS = new Map<string, Kind>([
  ['TASK_STATE_COMPLETED', 'done'],
  ['TASK_STATE_FAILED', 'failed'],
  ['TASK_STATE_CANCELED', 'canceled'],
  ['TASK_STATE_REJECTED', 'refused'],
])

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await whenOver(desk, desk.agents.tests, `run the tests of build ${build}`)
  if (tests.kind !== 'done') return outcome(tests)
  const data = tests.task.artifacts?.flatMap((a) => (a.name === 'summary.json' ? a.parts : []))[0]?.data
  const failed = data instanceof Object && !Array.isArray(data) ? data['failed'] : undefined
  if (typeof failed !== 'number') return { kind: 'no-verdict', why: `build ${build} has no count of failed tests` }
  if (failed !== 0) return { kind: 'failed' }
  return outcome(await whenOver(desk, desk.agents.deploy, `deploy build ${build} to ${target}`))
}

interface Over {
  kind: Kind
  task: Task
}

async function whenOver(desk: Desk, agent: Agent, text: string): Promise<Over> {
  const sent = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (!sent.task) throw new Error('the agent answered with a message alone')
  const { id, contextId } = sent.task
  let task: Task | undefined = sent.task
  for (let pause = 200; ; pause = Math.min(pause * 1.5, 10_000)) {
    const kind = KINDS.get(task?.status.state ?? '')
    if (task && kind) return { kind, task }
    await desk.clock.sleep(pause)
    const page = await agent.listTasks({ contextId, includeArtifacts: true })
    task = page.tasks.find((one) => one.id === id)
  }
}

function outcome({ kind, task }: Over): Outcome {
  if (kind === 'done') return { kind }
  return { kind, words: task.status.message?.parts.map((part) => part.text ?? '').join('') ?? '' }
}
