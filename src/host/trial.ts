/** For the tests of this folder: planners as text, played against real runs, with how they ended in a few words. */
import { readFileSync } from 'node:fs'
import type { Run } from '../replay/run.ts'
import type { Answers, Host, PlayJob, PlayRecord } from './host.ts'

export function run(name: string): Run {
  return JSON.parse(readFileSync(new URL(`../../fixtures/runs/js/${name}.json`, import.meta.url), 'utf8')) as Run
}

const counter = run('count-to-three')

/** A planner with this body; its first line is line 2. */
export const plan = (body: string): string => `export async function plan(desk, request) {\n${body}\n}\n`

/** Starts the count: the body that follows finds `task`. */
export const COUNTING = `const { task } = await desk.agents.counter.sendMessage({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'count to three' }] }, configuration: { returnImmediately: true } });`

/** A planner that is all right. */
export const GOOD = plan(`${COUNTING}
let state = task.status.state
while (state !== 'TASK_STATE_COMPLETED') {
  await desk.clock.sleep(200)
  state = (await desk.agents.counter.getTask({ id: task.id })).status.state
}
return { kind: 'done' }`)

export interface Trial {
  parts?: PlayJob['parts']
  answers?: Partial<Answers>
  crashes?: boolean
  seed?: string | null
  request?: PlayJob['request']
}

export async function attempt(host: Host, text: string, trial: Trial = {}): Promise<PlayRecord> {
  const { parts = [], answers = {}, crashes = false, seed = null, request = null } = trial
  return host.play(
    { planner: { text, file: 'planner.ts' }, request, agents: { counter }, parts, seed, crashes },
    { ask: () => null, crash: () => null, ...answers },
  )
}

/** `outcome {"kind":"done"}`, `stopped: memory`, `threw TypeError: why (line 2)` */
export function ending({ ended }: PlayRecord): string {
  if (ended.how === 'outcome') return `outcome ${JSON.stringify(ended.outcome)}`
  if (ended.how === 'threw')
    return `threw ${ended.name}: ${ended.message}${ended.line === undefined ? '' : ` (line ${ended.line})`}`
  return `stopped: ${ended.stop.kind}`
}

/** The sentence, and where. */
export function words(record: PlayRecord): string {
  const { ended } = record
  return ended.how === 'stopped'
    ? `${ended.stop.words}${ended.stop.line === undefined ? '' : ` (line ${ended.stop.line})`}`
    : ending(record)
}
