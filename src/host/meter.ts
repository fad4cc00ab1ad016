/**
 * What a play may use, in ticks: the same on every machine, so that they decide verdicts. A tick is one interrupt of QuickJS (10,000 branches or
 * calls), 150 promise jobs, or 32 messages. It takes a third of a millisecond or so.
 */
import type { Stop } from '../replay/transcript.ts'
import { computedTooMuch, computing } from '../replay/words.ts'
import { TOO_SLOW } from './module.ts'

export const JOBS_A_TICK = 150
const MESSAGES_A_TICK = 32
/** A message counts once more for each so many characters. */
const CHARS_A_MESSAGE = 500
/** Between two deliveries. */
const TURN_TICKS = 500
/** Of a play. Messages do not count here: the session counts calls and turns. */
const PLAY_TICKS = 6_000
/** Milliseconds that a play may compute, and that it may between two deliveries. Behind the ticks, which stop nearly everything first: a tick of slow native calls may take a second. */
const PLAY_MS = 6_000
const TURN_MS = 2_500
/** What one tick may add to that: a machine that slept, or a process that was halted, has not computed. */
const TICK_MS = 1_500

const chattering: Stop = {
  kind: 'endless',
  words:
    'Your planner made thousands of calls, timers or log lines in one go, without waiting for anything. It was stopped. Look for a loop that does not wait.',
}

export interface Meter {
  /** The engine computed for a tick. */
  tick(): void
  message(chars: number): void
  /** The engine is entered, and left. */
  enter(): void
  leave(): void
  /** Why the play has to end. The first reason holds. */
  readonly overrun: Stop | null
  end(stop: Stop): void
  /** Of the play so far. */
  readonly ticks: number
}

export function makeMeter(): Meter {
  let overrun: Stop | null = null
  let played = 0
  let turn = 0
  let messages = 0
  let ms = 0
  let since = 0
  let before = 0
  const computed = (): number => {
    const passed = performance.now() - before
    before += passed
    since += Math.max(0, passed - TICK_MS)
    return before - since
  }
  return {
    tick() {
      turn += 1
      played += 1
      if (turn > TURN_TICKS) overrun ??= { kind: 'interrupted', words: computing }
      else if (played > PLAY_TICKS) overrun ??= { kind: 'interrupted', words: computedTooMuch }
      else {
        const now = computed()
        if (now > TURN_MS || ms + now > PLAY_MS) overrun ??= TOO_SLOW
      }
    },
    message(chars) {
      messages += 1 + chars / CHARS_A_MESSAGE
      if (messages > TURN_TICKS * MESSAGES_A_TICK) overrun ??= chattering
    },
    enter() {
      turn = 0
      messages = 0
      since = performance.now()
      before = since
    },
    leave() {
      ms += computed()
    },
    get overrun() {
      return overrun
    },
    end(stop) {
      overrun ??= stop
    },
    get ticks() {
      return played
    },
  }
}
