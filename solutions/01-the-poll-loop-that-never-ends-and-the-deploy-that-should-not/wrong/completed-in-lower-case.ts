// Stopped by R1. “Compare the state with the lower-case string completed.”
// The specification's prose says completed, failed, canceled, rejected, so that is what the states are called.
// review: true
/** Releases a build: has its tests run, then has it deployed if no test failed. Waits by polling. */
import type { Desk, Json, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const POLL_EVERY_MS = 250
/** The states in which a task is over. */
const TERMINAL = ['completed', 'failed', 'canceled', 'rejected']

export async function plan(desk: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await run(desk, 'tests', `run the tests of build ${build}`)
  if (tests.status.state !== 'completed') return outcomeOf(tests)
  // The task completed: the suite ran. Whether the build is good stands in what the agent handed over.
  const failed = failedCount(tests)
  if (failed === undefined)
    return { kind: 'no-verdict', why: 'the tests agent handed over no summary.json with a count of failed tests' }
  if (failed > 0) return { kind: 'failed', words: `${failed} tests of build ${build} failed` }
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

/** The count of failed tests in the summary; `undefined` when there is none to decide on. */
function failedCount(task: Task): number | undefined {
  const summary = task.artifacts?.find((artifact) => artifact.name === 'summary.json')
  const data: Json | undefined = summary?.parts.find((part) => part.data !== undefined)?.data
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined
  return typeof data['failed'] === 'number' ? data['failed'] : undefined
}

function outcomeOf(task: Task): Outcome {
  const words = (task.status.message?.parts ?? []).map((part) => part.text ?? '').join('')
  switch (task.status.state) {
    case 'completed':
      return { kind: 'done' }
    case 'rejected':
      return { kind: 'refused', words }
    case 'canceled':
      return { kind: 'canceled', words }
    default:
      return { kind: 'failed', words }
  }
}
