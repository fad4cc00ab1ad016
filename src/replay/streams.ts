/** What streams showed: a segment's events, and whether a stream goes on after it told a state. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import { errorTemplate } from './error-template.ts'
import { CompileError, type ErrorTemplate, type KnownEvent, type Model, type StreamHabit } from './model.ts'
import type { Exchange } from './run.ts'
import { isObject, stateNameOf } from './shape.ts'
import { type CauseStory, isLeftOver, type TakeStory, type TaskStory } from './take-story.ts'
import { canonical, holesOf } from './template.ts'
import type { Templates } from './tokens.ts'

/** How long a silent stream must have been watched to count as staying open. */
const WATCHED_MS = 100

/** The updates of a segment in order. Every stream about a task shows the same ones, from when it was opened. */
export function eventsOf(story: TakeStory, task: TaskStory, cause: CauseStory, template: Templates): KnownEvent[] {
  const lists = streamsAbout(story, task).map(({ exchange, index }) => {
    if (exchange.reply.kind !== 'stream') return []
    const updates = exchange.reply.events.flatMap(({ at, data }, i): (KnownEvent & { text: string })[] => {
      // A stream opens with the whole task; told again in the middle, it is an event like the others.
      if (data.statusUpdate === undefined && data.artifactUpdate === undefined && (data.task === undefined || i === 0))
        return []
      if (at < cause.at || (cause.cut && at >= cause.to)) return []
      const body = template(data, index, `/reply/events/${i}/data`)
      const stamp =
        holesOf(body)
          .find((hole) => hole.startsWith('time:'))
          ?.split(':')[2] ?? null
      return [{ at: at - cause.at, state: stateOf(data), stamp, data: body, text: canonical(body) }]
    })
    return [...updates, ...endedBy(story, task, exchange, index, cause, template)]
  })
  lists.sort((a, b) => b.length - a.length)
  const merged = [...(lists[0] ?? [])]
  for (const list of lists.slice(1)) {
    const left = merged.map((event) => event.text)
    for (const event of list) {
      const found = left.indexOf(event.text)
      if (found >= 0) left.splice(found, 1)
      else merged.push(event)
    }
  }
  return merged.sort((a, b) => a.at - b.at).map(({ text: _text, ...event }) => event)
}

/** A stream that ended as every stream did that was open then: the agent broke it off with an error, or the cause itself closed it without a word. */
function endedBy(
  story: TakeStory,
  task: TaskStory,
  exchange: Exchange,
  index: number,
  cause: CauseStory,
  template: Templates,
): (KnownEvent & { text: string })[] {
  const { reply } = exchange
  if (reply.kind !== 'stream') return []
  const { at, how, error } = reply.end
  if (at < cause.at || (cause.cut && at >= cause.to) || isBroken(story, task, exchange, cause)) return []
  const ended = (end: 'closed' | ErrorTemplate): (KnownEvent & { text: string })[] => [
    { at: at - cause.at, state: null, stamp: null, data: {}, end, text: canonical(end as unknown as Json) },
  ]
  if (error)
    return ended(errorTemplate({ ...exchange, reply: { kind: 'error', at, error, http: reply.http } }, index, template))
  return how === 'closed' && isSilent(exchange, [cause]) ? ended('closed') : []
}

/** How a stream that was open when the cause came was broken off by it, while others about the same task went on. */
export function breakOf(
  story: TakeStory,
  task: TaskStory,
  cause: CauseStory,
  template: Templates,
): { at: Ms; error: ErrorTemplate } | undefined {
  for (const { exchange, index } of streamsAbout(story, task)) {
    const { reply } = exchange
    if (reply.kind !== 'stream' || reply.end.error === undefined || !isBroken(story, task, exchange, cause)) continue
    const { at, error } = reply.end
    const answer: Exchange = { ...exchange, reply: { kind: 'error', at, error, http: reply.http } }
    return { at: at - cause.at, error: errorTemplate(answer, index, template) }
  }
  return undefined
}

function isBroken(story: TakeStory, task: TaskStory, exchange: Exchange, cause: CauseStory): boolean {
  const { reply, at, method } = exchange
  if (method !== 'SendStreamingMessage' || reply.kind !== 'stream' || reply.end.error === undefined) return false
  const { at: end } = reply.end
  if (at >= cause.at || end < cause.at || end >= cause.to || (reply.events.at(-1)?.at ?? 0) >= cause.at) return false
  return streamsAbout(story, task).some(
    ({ exchange: other }) =>
      other.reply.kind === 'stream' && other.at < cause.at && (other.reply.events.at(-1)?.at ?? 0) >= cause.at,
  )
}

/** Whether one of these causes came between a stream's last event and its end. */
const isSilent = ({ reply }: Exchange, causes: CauseStory[]): boolean =>
  reply.kind === 'stream' && causes.some(({ at }) => at > (reply.events.at(-1)?.at ?? 0) && at <= reply.end.at)

function streamsAbout(story: TakeStory, task: TaskStory): { exchange: Exchange; index: number }[] {
  const seen = new Set<number>()
  return [
    ...task.streams,
    ...story.tasks.filter((other) => other.id === task.id).flatMap((other) => other.streams),
  ].filter(({ index }) => !seen.has(index) && seen.add(index))
}

/** The state that an event tells; `null` for an artifact. */
export function stateOf(data: JsonObject): string | null {
  const told = isObject(data.task) ? data.task : isObject(data.statusUpdate) ? data.statusUpdate : null
  if (told === null || !isObject(told.status)) return null
  return stateNameOf(told.status)
}

/**
 * What a habit is known by. Some SDKs close a stream when the task comes to wait, and leave one open that begins while it waits; and a
 * stream that begins when the agent was started again tells of a task at which nobody works.
 */
export const habitKey = (kind: 'stream' | 'subscribe', state: string, isFirst: boolean, isLeft: boolean): string =>
  `${kind} ${state}${isFirst ? ' first' : ''}${isLeft ? ' after a restart' : ''}`

/** What a stream does after it told a state: as one did that told it in the same place, or else in another. */
export const habitOf = (
  { habits }: Model,
  kind: 'stream' | 'subscribe',
  state: string,
  isFirst: boolean,
  isLeft: boolean,
): StreamHabit | undefined =>
  habits[habitKey(kind, state, isFirst, isLeft)] ?? habits[habitKey(kind, state, !isFirst, isLeft)]

/** Notes, over all takes, what followed on a stream after it told a state. */
export function habitsOf(story: TakeStory, model: Model): void {
  for (const step of story.take.steps) {
    if (step.kind !== 'exchange' || step.reply.kind !== 'stream') continue
    const kind = step.method === 'SubscribeToTask' ? 'subscribe' : 'stream'
    const { events, end } = step.reply
    const told = story.tasks.find(({ streams }) => streams.some(({ exchange }) => exchange === step))
    const left = kind === 'subscribe' && told !== undefined && isLeftOver(story.take, told, step.at)
    const isTold = (task: TaskStory): boolean => task.streams.some(({ exchange }) => exchange === step)
    const silent = isSilent(
      step,
      story.tasks.filter(isTold).flatMap((task) => task.causes.filter(({ exchange }) => exchange !== step)),
    )
    events.forEach((event, i) => {
      const state = event.data.message !== undefined ? 'MESSAGE' : stateOf(event.data)
      if (state === null) return
      const later = events.slice(i + 1)
      const nextState = later.find(({ data }) => stateOf(data) !== null)
      const last = (later.at(-1) ?? event).at
      const key = habitKey(kind, state, i === 0, left)
      // An agent that says the same twice (one that threw does) says nothing of what follows the state by it.
      if (nextState && stateOf(nextState.data) === state) return
      if (nextState) note(model, key, 'stays', 0)
      else if (end.how === 'closed' && !silent) note(model, key, 'closed', Math.max(0, end.at - last))
      // A cut is the agent's death, which is an act of its own; an error or a close by another cause is an event: the stream itself had stayed.
      else if (
        end.how === 'cut' ||
        end.how === 'error' ||
        silent ||
        (end.how === 'left-open' && end.at - last >= WATCHED_MS)
      )
        note(model, key, 'stays', 0)
    })
  }
}

function note(model: Model, key: string, how: 'stays' | 'closed', after: number): void {
  const known = model.habits[key]
  if (known === undefined) model.habits[key] = { how, after: Math.round(after) }
  else if (known.how !== how) {
    throw new CompileError(
      `Run ${model.run.id}: after ${key}, one stream went on and another closed. Give them runs of their own.`,
    )
  }
}
