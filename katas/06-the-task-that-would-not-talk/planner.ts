/** Hands a deploy over, and passes on what somebody has to say about it later. */
import { A2AError, type Desk, type Ms, type Outcome, type Task } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  /** A late word about this deploy, and how many milliseconds after the hand-over it comes. */
  late?: { after: Ms; say: string }
}

const POLL_EVERY_MS = 250
const RETRY_EVERY_MS = 60_000
const TRIES = 5
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']
const BUSY = -32004
const NO_SUCH_TASK = -32001

export async function plan(desk: Desk<'deploy'>, { build, target, late }: DeployRequest): Promise<Outcome> {
  const { deploy } = desk.agents
  const sent = await deploy.sendMessage({
    message: {
      messageId: crypto.randomUUID(),
      role: 'ROLE_USER',
      parts: [{ text: `deploy build ${build} to ${target}` }],
    },
    configuration: { returnImmediately: true },
  })
  // Each of these agents makes a task of it.
  const { id } = sent.task as Task
  if (!late) return outcomeOf(await ended(desk, id))
  // Until the word comes, this planner does not run.
  await desk.clock.sleep(late.after)
  return passOn(desk, id, late.say)
}

/** Says it to the agent, and says it again while the agent does not listen. */
async function passOn(desk: Desk<'deploy'>, taskId: string, text: string): Promise<Outcome> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      await desk.agents.deploy.sendMessage({
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', taskId, parts: [{ text }] },
        configuration: { returnImmediately: true },
      })
      return outcomeOf(await ended(desk, taskId))
    } catch (error) {
      if (!(error instanceof A2AError)) throw error
      if (error.code === NO_SUCH_TASK) return { kind: 'failed', words: 'There never was such a deploy.' }
      if (error.code !== BUSY) return { kind: 'failed', words: error.message }
      await desk.clock.sleep(RETRY_EVERY_MS)
    }
  }
  return { kind: 'gave-up', why: 'The agent has no time to listen.' }
}

/** The task, as soon as it has come to its end. */
async function ended(desk: Desk<'deploy'>, id: string): Promise<Task> {
  for (;;) {
    const task = await desk.agents.deploy.getTask({ id })
    if (OVER.includes(task.status.state)) return task
    await desk.clock.sleep(POLL_EVERY_MS)
  }
}

function outcomeOf({ status }: Task): Outcome {
  let words = ''
  for (const part of status.message?.parts ?? []) words += part.text ?? ''
  if (status.state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (status.state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (status.state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  return { kind: 'failed', words }
}
