/** Compiles a run's takes to timelines: causes merged over takes, each segment told by the take that watched it longest. */
import type { Json, Ms } from '../a2a/json.ts'
import { type CauseKey, CompileError, type Model, type Segment } from './model.ts'
import { addRefusal, cancelShape } from './refusals.ts'
import type { Exchange, Run, Take } from './run.ts'
import { fill, type Telling } from './segments.ts'
import { causeShape, partsOf, shapeOf } from './shape.ts'
import { habitsOf } from './streams.ts'
import { type CauseStory, placeAt, readTake, type TakeStory, type TaskStory } from './take-story.ts'
import { canonical } from './template.ts'
import { messageIdOf, stampsOf, templates } from './tokens.ts'

const models = new WeakMap<Run, Model>()

/** The model of a run; compiled once for each run object. */
export function compile(run: Run): Model {
  const known = models.get(run)
  if (known) return known
  const model: Model = { run, roots: [], segments: [], refusals: [], habits: {}, opens: {}, moments: {} }
  const tellings = new Map<Segment, Telling[]>()
  for (const take of run.takes) {
    const story = readTake(take)
    addTake(run, model, story, tellings)
  }
  for (const [segment, told] of tellings) fill(run, segment, told)
  for (const [name, moment] of Object.entries(run.moments)) model.moments[name] = momentOf(run, name, moment)
  models.set(run, model)
  return model
}

function addTake(run: Run, model: Model, story: TakeStory, tellings: Map<Segment, Telling[]>): void {
  const at = new Map<TaskStory, Segment>()
  const told = new Map<TaskStory, Omit<Telling, 'cause' | 'c'>>()
  const sent = new Set<string>()
  const counts = new Map<string, number>()
  const byId = new Map(story.tasks.flatMap((task) => (task.id === null ? [] : [[task.id, task] as const])))
  const describer =
    (time: Ms, target: TaskStory | null) =>
    (kind: 'context' | 'task', id: Json): string => {
      if (kind === 'task') {
        if (target && id === target.id) return 'task'
        const task = typeof id === 'string' ? byId.get(id) : undefined
        const segment = task && at.get(task)
        return segment ? `${segment.path} in ${placeAt(story.take, task, time) ?? 'none'}` : 'unknown'
      }
      if (target && id === target.contextId) return 'of the task'
      const inContext = story.tasks.filter((task) => task.contextId === id && at.has(task))
      const last = inContext.at(-1)
      return last ? `${at.get(last)?.path} in ${placeAt(story.take, last, time) ?? 'none'}` : 'own'
    }
  const prepared = (task: TaskStory): Omit<Telling, 'cause' | 'c'> => {
    const known = told.get(task)
    if (known) return known
    const stamps = stampsOf(task)
    const made = { story, task, stamps, template: templates(run, story, task, stamps) }
    told.set(task, made)
    return made
  }

  for (const step of timeline(story)) {
    if (step.kind === 'other') {
      addRefusal(model, story, step.other, describer(step.at, step.other.task), sent, prepared)
      continue
    }
    const { task, cause } = step
    const parent = at.get(task)
    const c = task.causes.indexOf(cause)
    const key = keyOf(run, story.take, task, cause, describer, sent, counts)
    const siblings = parent ? parent.next : model.roots
    let segment = siblings.find(
      (other) => canonical(other.key as unknown as Json) === canonical(key as unknown as Json),
    )
    if (!segment) {
      segment = emptySegment(key, parent)
      siblings.push(segment)
      model.segments.push(segment)
    }
    at.set(task, segment)
    tellings.set(segment, [...(tellings.get(segment) ?? []), { ...prepared(task), cause, c }])
  }
  habitsOf(story, model)
}

type Timed = { at: Ms; index: number } & (
  | { kind: 'cause'; task: TaskStory; cause: CauseStory }
  | { kind: 'other'; other: TakeStory['others'][number] }
)

function timeline(story: TakeStory): Timed[] {
  const causes: Timed[] = story.order.map(({ task, cause }) => ({
    kind: 'cause',
    at: cause.at,
    index: cause.index,
    task,
    cause,
  }))
  const others: Timed[] = story.others.map((other) => ({
    kind: 'other',
    at: other.exchange.at,
    index: other.index,
    other,
  }))
  return [...causes, ...others].sort((a, b) => a.index - b.index)
}

function keyOf(
  run: Run,
  take: Take,
  task: TaskStory,
  cause: CauseStory,
  describer: (time: Ms, target: TaskStory | null) => (kind: 'context' | 'task', id: Json) => string,
  sent: Set<string>,
  counts: Map<string, number>,
): CauseKey {
  const state = cause.cause === 'send' ? 'new' : (placeAt(take, task, cause.at) ?? 'none')
  if (cause.act) return { cause: 'act', state, shape: '', act: cause.act.what, occurrence: 1 }
  const exchange = cause.exchange as Exchange
  if (cause.cause === 'cancel') return { cause: 'cancel', state, shape: cancelShape(exchange.request), occurrence: 1 }
  const id = messageIdOf(exchange.request)
  const describe = describer(cause.at, cause.cause === 'answer' ? task : null)
  const shape = causeShape(run, exchange.method, shapeOf(exchange.request, describe, id !== undefined && sent.has(id)))
  if (id !== undefined) sent.add(id)
  const parts = { recorded: partsOf(exchange.request), match: exchange.match?.text ?? ('exact' as const) }
  const family = canonical({ state, shape, parts: parts as unknown as Json })
  const occurrence = cause.cause === 'send' ? (counts.get(family) ?? 0) + 1 : 1
  counts.set(family, occurrence)
  return { cause: cause.cause, state, shape, parts, occurrence }
}

function emptySegment(key: CauseKey, parent: Segment | undefined): Segment {
  const name = `${key.cause} ${key.parts ? canonical(key.parts as unknown as Json) : (key.act ?? '')} ${key.state} ${key.shape} ${key.occurrence}`
  return {
    path: parent ? `${parent.path} > ${name}` : name,
    key,
    owner: '',
    makesTask: true,
    states: [],
    events: [],
    replies: {},
    downs: [],
    stamps: {},
    knownTo: 0,
    after: 'unknown',
    next: [],
  }
}

function momentOf(run: Run, name: string, moment: { take: string; at: Ms }): Ms {
  const take = run.takes.find((other) => other.id === moment.take)
  if (!take) throw new CompileError(`Run ${run.id}: moment ${name} names take ${moment.take}, which is not there.`)
  const causes = readTake(take).order.map(({ cause }) => cause.at)
  return moment.at - (causes.filter((at) => at <= moment.at).at(-1) ?? 0)
}
