/** Releases a build: has its tests run, sees how they went, and has it deployed. */
import type { Desk, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const POLL_EVERY_MS = 250
const ENDED = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']

export async function plan(desk: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await run(desk, 'tests', `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return outcomeOf(tests)
  const failed = failedCount(tests)
  if (failed > 0) return { kind: 'failed', words: `failed tests of build ${build}: ${failed}` }
  desk.log(`no test of build ${build} failed, on to ${target}`)
  return outcomeOf(await run(desk, 'deploy', `deploy build ${build} to ${target}`))
}

/** How many tests failed. */
function failedCount(tests: Task): number {
  const [, count] = /(\d+) failed/.exec(wordsOf(tests)) ?? []
  return Number(count ?? 0)
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
  while (!ENDED.includes(task.status.state)) {
    await desk.clock.sleep(POLL_EVERY_MS)
    task = await agent.getTask({ id: task.id })
  }
  return task
}

/** What the agent said last, as it stands. */
function wordsOf({ status }: Task): string {
  return (status.message?.parts ?? []).map((part) => part.text ?? '').join('')
}

function outcomeOf(task: Task): Outcome {
  const words = wordsOf(task)
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
