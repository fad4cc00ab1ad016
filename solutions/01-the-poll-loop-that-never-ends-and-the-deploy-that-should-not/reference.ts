/** Releases a build: has its tests run, then has it deployed if no test failed. Waits by polling. */
import type { Desk, Json, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const POLL_EVERY_MS = 250
/** The four states that never change again. */
const TERMINAL = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']

export async function plan(desk: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await run(desk, 'tests', `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return outcomeOf(tests)
  // The task completed: the suite ran. Whether the build is good stands in what the agent handed over, and no count is not a count of zero.
  if (failedCount(tests) !== 0) return { kind: 'failed' }
  desk.log(`build ${build} is tested, on to ${target}`)
  const deploy = await run(desk, 'deploy', `deploy build ${build} to ${target}`)
  return outcomeOf(deploy)
}

/** Hands the work to an agent, and waits until its task has ended. */
async function run(desk: ReleaseDesk, name: 'tests' | 'deploy', text: string): Promise<Task> {
  const agent = desk.agents[name]
  const sent = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (sent.task === undefined) throw new Error(`the ${name} agent made no task`)
  let task = sent.task
  while (!TERMINAL.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await agent.getTask({ id: task.id })
  }
  return task
}

/** The count of failed tests in the summary, as it stands there. */
function failedCount(task: Task): Json | undefined {
  const summary = task.artifacts?.find((artifact) => artifact.name === 'summary.json')
  const data = summary?.parts[0]?.data as { failed?: Json } | undefined
  return data?.failed
}

function outcomeOf(task: Task): Outcome {
  const words = (task.status.message?.parts ?? []).map((part) => part.text ?? '').join('')
  switch (task.status.state) {
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
