// Stopped by R4. “A refused deploy is asked for again, with the word in the new request.”
// The old task takes no more messages, and a new one does. In the same context the agent knows what the word is about.
// review: true
/** Hands a deploy over, and passes on what somebody has to say about it later. */
import type { A2AError, Desk, Ms, Outcome, Task } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  /** A late word about this deploy, and how many milliseconds after the hand-over it comes. */
  late?: { after: Ms; say: string }
}

const POLL_EVERY_MS = 250
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']
const NOT_FOUND = -32001

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

/** Says it to the agent, once. A deploy that was refused is asked for anew, with what there is to say. */
async function passOn(desk: Desk<'deploy'>, taskId: string, text: string): Promise<Outcome> {
  const task = await desk.agents.deploy.getTask({ id: taskId }).catch(() => undefined)
  if (task?.status.state === 'TASK_STATE_REJECTED') {
    const before = task.history?.[0]?.parts[0]?.text ?? ''
    const sent = await desk.agents.deploy.sendMessage({
      message: {
        messageId: crypto.randomUUID(),
        role: 'ROLE_USER',
        contextId: task.contextId,
        parts: [{ text: `${before}. ${text}` }],
      },
      configuration: { returnImmediately: true },
    })
    return howItEnds(desk, (sent.task as Task).id)
  }
  return task && OVER.includes(task.status.state) ? outcomeOf(task) : howItEnds(desk, taskId)
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
