/** A task of a play: the segments it went through, when each began, and how it reads at a time. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { ErrorTemplate, KnownState, Segment } from './model.ts'
import type { Run } from './run.ts'
import { partsOf } from './shape.ts'
import { type Fill, render, type Template } from './template.ts'
import { messageIdOf } from './tokens.ts'
import type { Twin } from './twin.ts'

export interface PlayTask {
  run: Run
  /** From 1, in the order of the run's tasks. */
  nth: number
  id: string
  contextId: string
  /** The tasks that its first message refers to. */
  references: string[]
  chain: Link[]
}

interface Link {
  segment: Segment
  /** Since the play began. */
  at: Ms
  /** The planner's request, where the cause was one. */
  request: JsonObject | null
  /** How each state reads, rendered once: polls ask for the same one again and again. */
  told: Map<KnownState, { task: JsonObject; text: string }>
}

/** How a task reads at a time. `ended`: nothing recorded says what it was then. */
export type Reading =
  | { kind: 'none' }
  | { kind: 'ended' }
  | { kind: 'task'; state: string; task: JsonObject; text: string; settled: boolean }
  | { kind: 'gone'; error: ErrorTemplate; settled: boolean }

export const current = (task: PlayTask): Link => task.chain.at(-1) as Link

/** A recorded time after a cause, in this play. Stamps round down and everything else up, so that nothing is told before it was set. */
export const stretched = (twin: Twin, ms: Ms): Ms => Math.ceil(ms * twin.stretch)
export const stampTime = (twin: Twin, ms: Ms): Ms => Math.floor(ms * twin.stretch)

/** Fills a template of the task. */
export function fillOf(task: PlayTask, twin: Twin, asked?: string): Fill {
  return (hole) => {
    if (hole === 'task') return task.id
    if (hole === 'ctx') return task.contextId
    if (hole === 'asked') return asked ?? ''
    if (hole.startsWith('word:')) return twin.word(task.run, hole.slice(5))
    if (hole.startsWith('ref')) return task.references[Number(hole.slice(3))] ?? ''
    if (hole.startsWith('parts:u')) return partsOf(task.chain[Number(hole.slice(7))]?.request ?? {})
    if (/^u\d+$/.test(hole)) return messageIdOf(task.chain[Number(hole.slice(1))]?.request ?? {}) ?? ''
    if (hole.startsWith('time:')) return timeOf(task, twin, hole)
    return twin.id(task.run, `${task.nth} ${hole}`)
  }
}

function timeOf(task: PlayTask, twin: Twin, hole: string): string {
  const [, c, name, digits] = hole.split(':') as [string, string, string, string]
  const link = task.chain[Number(c)]
  const stamp = link?.segment.stamps[name]
  if (!link || stamp === undefined)
    throw new Error(`Run ${task.run.id}: no take tells when ${name} was set after cause ${c}.`)
  return stampText(twin.epoch + link.at + stampTime(twin, stamp), Number(digits))
}

/** An epoch time as a wire timestamp with so many digits of a second's fraction. */
export function stampText(time: number, count: number): string {
  const iso = new Date(time).toISOString()
  if (count === 0) return iso.replace(/\.\d+/, '')
  return count <= 3
    ? iso.replace(/\.(\d+)/, (_, fraction: string) => `.${fraction.slice(0, count)}`)
    : iso.replace(/\.(\d+)/, (_, fraction: string) => `.${fraction.padEnd(count, '0')}`)
}

export function read(task: PlayTask, twin: Twin, at: Ms): Reading {
  for (let c = task.chain.length - 1; c >= 0; c--) {
    const link = task.chain[c] as Link
    const until = c === task.chain.length - 1 ? at : Math.min(at, (task.chain[c + 1] as Link).at)
    const state = lastState(link, twin, until)
    const last = c === task.chain.length - 1 && (state === undefined || state === link.segment.states.at(-1))
    if (last && until > link.at + stretched(twin, link.segment.knownTo) && link.segment.after === 'unknown')
      return { kind: 'ended' }
    if (state === undefined) continue
    const settled = last && c === task.chain.length - 1 && link.segment.after !== 'unknown'
    if (state.state === null) return { kind: 'gone', error: state.error, settled }
    return { kind: 'task', state: state.state, ...tell(task, twin, link, state, state.task), settled }
  }
  return { kind: 'none' }
}

/** A state as the task read it. Whoever is told must not change it: the next one is told the same object. */
function tell(
  task: PlayTask,
  twin: Twin,
  link: Link,
  state: KnownState,
  template: Template,
): { task: JsonObject; text: string } {
  const known = link.told.get(state)
  if (known) return known
  const body = render(template, fillOf(task, twin)) as JsonObject
  const told = { task: body, text: JSON.stringify(body) }
  link.told.set(state, told)
  return told
}

/** The state's name alone; cheaper than a read. */
export function stateOfTask(task: PlayTask, twin: Twin, at: Ms): string {
  for (let c = task.chain.length - 1; c >= 0; c--) {
    const link = task.chain[c] as Link
    const until = c === task.chain.length - 1 ? at : Math.min(at, (task.chain[c + 1] as Link).at)
    const state = lastState(link, twin, until)
    if (state !== undefined) return state.state ?? 'gone'
  }
  return 'none'
}

function lastState(link: Link, twin: Twin, at: Ms): KnownState | undefined {
  let found: KnownState | undefined
  for (const state of link.segment.states) if (link.at + stampTime(twin, state.at) <= at) found = state
  return found
}

export function renderError(
  error: ErrorTemplate,
  fill: Fill,
): { code: number; message: string; data?: Json; http: ErrorTemplate['http'] } {
  return {
    code: error.code,
    message: render(error.message as Template, fill) as string,
    ...(error.data === undefined ? {} : { data: render(error.data, fill) }),
    http: error.http,
  }
}
