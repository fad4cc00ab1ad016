/** Sends and follows: keeps what the stream says of the task, artifacts included, and reads the task only if the stream ends too early. */
import type { Agent, Artifact, Desk, Outcome, TaskStatus } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

interface Followed {
  status: TaskStatus
  artifacts: Artifact[]
}

const OVER = new Set(['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED'])

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await follow(desk, desk.agents.tests, `run the tests of build ${build}`)
  if (tests.status.state !== 'TASK_STATE_COMPLETED') return unfinished(tests.status)
  const failed = failures(tests.artifacts)
  if (failed === null) return { kind: 'no-verdict', why: 'summary.json is missing or counts nothing' }
  if (failed > 0) return { kind: 'failed', words: `${failed} failed` }
  const deploy = await follow(desk, desk.agents.deploy, `deploy build ${build} to ${target}`)
  return deploy.status.state === 'TASK_STATE_COMPLETED' ? { kind: 'done' } : unfinished(deploy.status)
}

async function follow(desk: Desk, agent: Agent, text: string): Promise<Followed> {
  let id = ''
  let status: TaskStatus | undefined
  const artifacts = new Map<string, Artifact>()
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text }] }
  for await (const event of agent.sendStreamingMessage({ message })) {
    if (event.task) {
      id = event.task.id
      status = event.task.status
      for (const artifact of event.task.artifacts ?? []) artifacts.set(artifact.artifactId, artifact)
    }
    if (event.artifactUpdate) {
      const { artifact, append } = event.artifactUpdate
      const before = append === true ? (artifacts.get(artifact.artifactId)?.parts ?? []) : []
      artifacts.set(artifact.artifactId, { ...artifact, parts: [...before, ...artifact.parts] })
    }
    if (event.statusUpdate) status = event.statusUpdate.status
    if (status && OVER.has(status.state)) return { status, artifacts: [...artifacts.values()] }
  }
  // The stream closed on a task that may still move.
  for (;;) {
    const task = await agent.getTask({ id })
    if (OVER.has(task.status.state)) return { status: task.status, artifacts: task.artifacts ?? [] }
    await desk.clock.sleep(1_000)
  }
}

function failures(artifacts: Artifact[]): number | null {
  for (const { name, parts } of artifacts) {
    if (name !== 'summary.json') continue
    for (const { data } of parts) {
      if (data && typeof data === 'object' && 'failed' in data && typeof data.failed === 'number') return data.failed
    }
  }
  return null
}

function unfinished({ state, message }: TaskStatus): Outcome {
  const words = message?.parts.map((part) => part.text ?? '').join('') ?? ''
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  return { kind: 'failed', words }
}
