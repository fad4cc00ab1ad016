// Stopped by R2. “-32602 is about our parameters. Add the context and send it again.”
// The agent says that the parameters are invalid. What a message on a task may carry beside its id is the id of its context.
// review: true
/** Hands a deploy over, and passes on what somebody has to say about it later. */
import { A2AError, type Desk, type Ms, type Outcome, type Task } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  /** A late word about this deploy, and how many milliseconds after the hand-over it comes. */
  late?: { after: Ms; say: string }
}

const POLL_EVERY_MS = 250
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']
const NOT_FOUND = -32001
const INVALID_PARAMS = -32602

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
  if (late) {
    // Until the word comes, this planner does not run.
    await desk.clock.sleep(late.after)
    return passOn(desk, id, late.say)
  }
  return howItEnds(desk, id)
}

/** Says it to the agent; where the message was not in order, once more with the context. */
async function passOn(desk: Desk<'deploy'>, taskId: string, text: string, contextId?: string): Promise<Outcome> {
  const place = contextId === undefined ? { taskId } : { taskId, contextId }
  try {
    await desk.agents.deploy.sendMessage({
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', ...place, parts: [{ text }] },
    })
  } catch (error) {
    if (!(error instanceof A2AError)) throw error
    if (error.code === INVALID_PARAMS && contextId === undefined) {
      const task = await desk.agents.deploy.getTask({ id: taskId })
      return passOn(desk, taskId, text, task.contextId)
    }
  }
  return howItEnds(desk, taskId)
}

/** Reads the task until it is over. */
async function howItEnds(desk: Desk<'deploy'>, id: string): Promise<Outcome> {
  try {
    for (;;) {
      const task = await desk.agents.deploy.getTask({ id })
      if (OVER.includes(task.status.state)) return outcomeOf(task)
      await desk.clock.sleep(POLL_EVERY_MS)
    }
  } catch (error) {
    if ((error as A2AError).code !== NOT_FOUND) throw error
    // This agent made the task, so it was there. It is there no longer, and its end went with it.
    return { kind: 'unknown', why: 'the agent has cleared the task away' }
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
