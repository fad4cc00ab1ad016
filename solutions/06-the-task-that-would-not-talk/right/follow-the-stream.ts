/** Says everything in streams. With a late word it hangs up as soon as it knows the task's id; a stream that is refused is followed by a read. */
import { A2AError, type Agent, type Desk, type Message, type Outcome, type TaskStatus } from '#kit'

export interface DeployRequest {
  build: number
  target: string
  late?: { after: number; say: string }
}

const OVER = new Set(['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED'])

export async function plan(desk: Desk<'deploy'>, { build, target, late }: DeployRequest): Promise<Outcome> {
  const { deploy } = desk.agents
  const order = message(`deploy build ${build} to ${target}`)
  if (!late) return (await follow(deploy, order)) ?? { kind: 'unknown', why: 'the stream ended before the deploy did' }
  let taskId = ''
  for await (const { task } of deploy.sendStreamingMessage({ message: order })) {
    taskId = task?.id ?? ''
    break
  }
  await desk.clock.sleep(late.after)
  try {
    const followed = await follow(deploy, { ...message(late.say), taskId })
    if (followed) return followed
  } catch (error) {
    if (!(error instanceof A2AError)) throw error
    desk.log(`the word was turned away: ${error.message}`)
  }
  try {
    const { status } = await deploy.getTask({ id: taskId })
    return over(status) ?? { kind: 'unknown', why: `the deploy stands at ${status.state}` }
  } catch (error) {
    if (!(error instanceof A2AError) || error.code !== -32001) throw error
    return { kind: 'unknown', why: 'nothing is kept of it' }
  }
}

const message = (text: string): Message => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] })

async function follow(agent: Agent, said: Message): Promise<Outcome | undefined> {
  for await (const { task, statusUpdate } of agent.sendStreamingMessage({ message: said })) {
    const status = task?.status ?? statusUpdate?.status
    const outcome = status && over(status)
    if (outcome) return outcome
  }
  return undefined
}

function over({ state, message: said }: TaskStatus): Outcome | undefined {
  if (!OVER.has(state)) return undefined
  const words = said?.parts.map((part) => part.text ?? '').join('') ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  return state === 'TASK_STATE_CANCELED' ? { kind: 'canceled', words } : { kind: 'failed', words }
}
