/** Lets each agent hold its answer until the work has ended, and tells by a name what the answer must contain. */
import type { Agent, Desk, Json, Outcome, Task } from '#kit'

export interface ReleaseRequest {
  build: number
  target: string
}

export async function plan(desk: Desk<'tests' | 'deploy'>, { build, target }: ReleaseRequest): Promise<Outcome> {
  const tests = await ask(desk.agents.tests, `run the tests of build ${build}`)
  const ran = outcomeOf(tests)
  if (ran.kind !== 'done') return ran
  try {
    const failed = theNumber('failed', theData('summary.json', tests))
    if (failed !== 0) return { kind: 'failed', words: `There are ${failed} failed tests.` }
  } catch (error) {
    if (error instanceof Missing) return { kind: 'no-verdict', why: error.message }
    throw error
  }
  return outcomeOf(await ask(desk.agents.deploy, `deploy build ${build} to ${target}`))
}

class Missing extends Error {}

function theData(name: string, { artifacts = [] }: Task): Json {
  const named = artifacts.filter((artifact) => artifact.name === name)
  if (named.length !== 1) throw new Missing(`${named.length} artifacts are named ${name}, and it takes one`)
  const data = named[0]?.parts.find((part) => 'data' in part)?.data
  if (data === undefined) throw new Missing(`${name} holds no data`)
  return data
}

function theNumber(key: string, data: Json): number {
  const value = typeof data === 'object' && data !== null && !Array.isArray(data) ? data[key] : undefined
  if (typeof value !== 'number')
    throw new Missing(`“${key}” is ${JSON.stringify(value) ?? 'missing'} in ${JSON.stringify(data)}`)
  return value
}

async function ask(agent: Agent, text: string): Promise<Task> {
  const { task } = await agent.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
  })
  if (!task) throw new Error('the agent made no task')
  return task
}

function outcomeOf({ status: { state, message } }: Task): Outcome {
  const words = message?.parts.map((part) => part.text).join('') ?? ''
  if (state === 'TASK_STATE_COMPLETED') return { kind: 'done' }
  if (state === 'TASK_STATE_REJECTED') return { kind: 'refused', words }
  if (state === 'TASK_STATE_CANCELED') return { kind: 'canceled', words }
  return { kind: 'failed', words }
}
