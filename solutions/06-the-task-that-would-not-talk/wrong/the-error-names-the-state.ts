// Stopped by R1. “The error names the state of the task, so there is nothing left to read.”
// Each of these agents says in its refusal in which state the task is, by name or by number. That saves a call.
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
/** The numbers that the protocol gives to the four endings. */
const BY_NUMBER: Record<string, string> = {
  3: 'TASK_STATE_COMPLETED',
  4: 'TASK_STATE_FAILED',
  5: 'TASK_STATE_CANCELED',
  7: 'TASK_STATE_REJECTED',
}

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

/** Says it to the agent, once. Where it is turned away, the error says in which state the task is. */
async function passOn(desk: Desk<'deploy'>, taskId: string, text: string): Promise<Outcome> {
  try {
    await desk.agents.deploy.sendMessage({
      message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', taskId, parts: [{ text }] },
    })
  } catch (error) {
    if (!(error instanceof A2AError)) throw error
    if (error.code === NOT_FOUND) return { kind: 'unknown', why: 'the agent has cleared the task away' }
    const state = /TASK_STATE_\w+/.exec(error.message)?.[0] ?? BY_NUMBER[/\((\d)\)/.exec(error.message)?.[1] ?? '']
    const message = { messageId: '', role: 'ROLE_AGENT' as const, parts: [{ text: error.message }] }
    if (state !== undefined) return outcomeOf({ id: taskId, contextId: '', status: { state, message } })
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
