/** Releases a build: has its tests run, then has it deployed. */
import type { Desk, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const POLL_EVERY_MS = 250
const DONE = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED']

export async function plan(desk: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await run(desk, 'tests', `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return outcomeOf(tests)
  desk.log(`build ${build} is tested, on to ${target}`)
  const deploy = await run(desk, 'deploy', `deploy build ${build} to ${target}`)
  return outcomeOf(deploy)
}

/** Hands the work to an agent, and waits until it is done. */
async function run(desk: ReleaseDesk, name: 'tests' | 'deploy', text: string): Promise<Task> {
  const agent = desk.agents[name]
  const sent = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
    configuration: { returnImmediately: true },
  })
  if (sent.task === undefined) throw new Error(`the ${name} agent made no task`)
  let task = sent.task
  while (!DONE.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await agent.getTask({ id: task.id })
  }
  return task
}

function outcomeOf(task: Task): Outcome {
  const words = (task.status.message?.parts ?? []).map((part) => part.text ?? '').join('')
  if (task.status.state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (task.status.state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  return { kind: 'failed', words }
}
