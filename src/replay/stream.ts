/** The streams that a planner has open with one agent: each follows its task's events, and ends as recorded streams ended. */
import type { JsonObject, Ms } from '../a2a/json.ts'
import type { WireError } from '../host/messages.ts'
import type { Ground } from './agent.ts'
import type { ErrorTemplate, KnownEvent, Model, Segment } from './model.ts'
import { habitOf } from './streams.ts'
import { current, fillOf, type PlayTask, stampTime, stretched } from './task.ts'
import { render } from './template.ts'
import { recordingEnds } from './words.ts'

export interface Streams {
  /**
   * Delivers `first` now, then what follows. `state`: what it tells, by the name that the recording has for it, since a twin may have another
   * (`null`: no state). `isLeft`: the agent was started again since anything moved the task. `skip`: events of the segment that came before; without it, those up to now.
   */
  open(
    id: number,
    kind: 'stream' | 'subscribe',
    task: PlayTask,
    first: JsonObject,
    state: string | null,
    isLeft: boolean,
    skip?: number,
  ): void
  /** A cause began a new segment of the task. */
  moved(task: PlayTask): void
  leave(id: number): void
  /** The agent's process died: every open stream breaks. */
  cut(error: WireError): void
}

interface Open {
  id: number
  kind: 'stream' | 'subscribe'
  task: PlayTask
  /** The next event of the task's current segment. */
  next: number
  isLeft: boolean
  /** Grows when what was planned no longer holds. */
  plan: number
}

export function openStreams(
  agent: string,
  model: Model,
  ground: Ground,
  told: (error: ErrorTemplate, task: PlayTask) => WireError,
): Streams {
  const { twin } = ground
  const open = new Map<number, Open>()

  const eventTime = (stream: Open): Ms | null => {
    const link = current(stream.task)
    const event = link.segment.events[stream.next]
    return event ? link.at + stretched(twin, event.at) : null
  }

  function follow(stream: Open): void {
    const plan = ++stream.plan
    const still = (act: () => void) => () => {
      if (open.get(stream.id) === stream && stream.plan === plan) act()
    }
    const at = eventTime(stream)
    const link = current(stream.task)
    if (at !== null) {
      ground.later(
        Math.max(at, ground.now()),
        still(() => {
          const event = link.segment.events[stream.next]
          stream.next += 1
          if (event?.end) {
            open.delete(stream.id)
            if (event.end === 'closed') ground.end(stream.id, 'closed')
            else ground.end(stream.id, 'error', told(event.end, stream.task))
          } else if (event)
            tell(stream, render(event.data, fillOf(stream.task, twin)) as JsonObject, event.state, false)
        }),
      )
    } else if (link.segment.after === 'unknown') {
      ground.later(
        Math.max(link.at + stretched(twin, link.segment.knownTo), ground.now()),
        still(() => ground.stop(recordingEnds(agent, model.run.id), stream.id)),
      )
    }
  }

  function breakOff(stream: Open, { at, error }: NonNullable<Segment['breaks']>): void {
    const plan = ++stream.plan
    ground.later(Math.max(current(stream.task).at + stretched(twin, at), ground.now()), () => {
      if (open.get(stream.id) !== stream || stream.plan !== plan) return
      open.delete(stream.id)
      ground.end(stream.id, 'error', told(error, stream.task))
    })
  }

  function tell(stream: Open, data: JsonObject, told: string | null, isFirst: boolean): void {
    ground.event(stream.id, data)
    const state = data.message !== undefined ? 'MESSAGE' : told
    if (state === null) return follow(stream)
    const habit = habitOf(model, stream.kind, state, isFirst, stream.isLeft)
    if (habit === undefined) return ground.stop(recordingEnds(agent, model.run.id), stream.id)
    const ahead = current(stream.task).segment.events[stream.next]
    if (habit.how === 'stays' || ahead?.state === state) return follow(stream)
    const plan = ++stream.plan
    ground.later(ground.now() + Math.max(1, habit.after), () => {
      if (open.get(stream.id) !== stream || stream.plan !== plan) return
      open.delete(stream.id)
      ground.end(stream.id, 'closed')
    })
  }

  return {
    open(id, kind, task, first, state, isLeft, skip) {
      const stream: Open = { id, kind, task, next: skip ?? 0, isLeft, plan: 0 }
      if (skip === undefined) {
        const link = current(task)
        // A state holds from its stamp, its event comes a moment later: what the snapshot tells is not told twice.
        const before = ({ stamp, at }: KnownEvent): boolean => {
          const set = stamp === null ? undefined : link.segment.stamps[stamp]
          return link.at + (set === undefined ? stretched(twin, at) : stampTime(twin, set)) <= ground.now()
        }
        for (
          let event = link.segment.events[stream.next];
          event && before(event);
          event = link.segment.events[stream.next]
        )
          stream.next += 1
      }
      open.set(id, stream)
      tell(stream, first, state, true)
    },
    moved(task) {
      for (const stream of open.values()) {
        if (stream.task !== task) continue
        stream.next = 0
        stream.isLeft = false
        const { breaks } = current(task).segment
        if (breaks && stream.kind === 'stream') breakOff(stream, breaks)
        else follow(stream)
      }
    },
    leave: (id) => void open.delete(id),
    cut(error) {
      for (const id of [...open.keys()]) {
        open.delete(id)
        ground.end(id, 'cut', error)
      }
    },
  }
}
