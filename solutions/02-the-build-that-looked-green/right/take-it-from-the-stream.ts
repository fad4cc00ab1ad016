/** Follows the tests by their stream and keeps what is handed over on the way; lets the deploy agent hold its answer. */
import type { Artifact, Desk, Outcome, TaskStatus } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

type ReleaseDesk = Desk<'tests' | 'deploy'>

const message = (text: string) => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text }] })

export async function plan({ agents }: ReleaseDesk, { build, target }: ReleaseRequest): Promise<Outcome> {
  const handedOver = new Map<string, Artifact>()
  let status: TaskStatus | undefined
  for await (const event of agents.tests.sendStreamingMessage({
    message: message(`run the tests of build ${build}`),
  })) {
    status = event.statusUpdate?.status ?? event.task?.status ?? status
    for (const artifact of event.task?.artifacts ?? []) handedOver.set(artifact.artifactId, artifact)
    // This runner hands each thing over in one piece.
    if (event.artifactUpdate) handedOver.set(event.artifactUpdate.artifact.artifactId, event.artifactUpdate.artifact)
  }
  if (status === undefined) return { kind: 'unknown', why: 'the tests agent told nothing' }
  if (status.state !== 'TASK_STATE_COMPLETED') return ended(status)

  const [count, ...others] = [...handedOver.values()].filter((one) => one.name === 'summary.json').map(countIn)
  if (count === undefined) return { kind: 'no-verdict', why: 'no count of failed tests was handed over' }
  if (others.length > 0) return { kind: 'no-verdict', why: 'several counts were handed over as summary.json' }
  if (count === null) return { kind: 'no-verdict', why: 'the count of failed tests is not a number' }
  if (count > 0) return { kind: 'failed' }

  const { task } = await agents.deploy.sendMessage({ message: message(`deploy build ${build} to ${target}`) })
  return task ? ended(task.status) : { kind: 'unknown', why: 'the deploy agent made no task' }
}

/** `null`: there is no number. */
function countIn({ parts }: Artifact): number | null {
  for (const { data } of parts) {
    if (data instanceof Object && 'failed' in data && typeof data.failed === 'number') return data.failed
  }
  return null
}

const KINDS: Record<string, 'refused' | 'canceled'> = {
  TASK_STATE_REJECTED: 'refused',
  TASK_STATE_CANCELED: 'canceled',
}

function ended({ state, message: said }: TaskStatus): Outcome {
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  return { kind: KINDS[state] ?? 'failed', words: said?.parts.map(({ text }) => text).join('') ?? '' }
}
