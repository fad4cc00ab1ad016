/** The wall as a host in Node: a worker that plays, and a spare one as soon as there is trouble. */
import { createHash } from 'node:crypto'
import type { Stop } from '../replay/transcript.ts'
import { type Hand, hire, work } from './hand.ts'
import type { Answers, Host, PlayJob, PlayRecord } from './host.ts'
import { ours, TOO_SLOW } from './module.ts'

const LOST: Stop = {
  kind: 'interrupted',
  words:
    'Your planner computed for 3 seconds in one piece, where nothing could stop it but ending its worker. Look for a search, a sort or a regular expression over something very large.',
}
const UNREADABLE: Stop = {
  kind: 'load',
  words: 'Its text could not be read within 3 seconds. Look for very many brackets, one inside the other.',
}

/** One wall for a process. Plays follow one another; each is a job for the worker. */
export function wallHost(): Host {
  let hand: Hand | null = null
  let spare: Hand | null = null
  let queue: Promise<unknown> = Promise.resolve()
  /** Planners that a clock has stopped, by their text: they are stopped at once from then on, or a test of many plays would take minutes. */
  const lost = new Map<string, Stop>()

  async function play(job: PlayJob, answers: Answers): Promise<PlayRecord> {
    const key = createHash('sha256').update(job.planner.text).digest('base64')
    const before = lost.get(key)
    if (before) return stopped(before)
    const mine = hand ?? spare ?? hire()
    if (mine === spare) spare = null
    hand = mine
    try {
      mine.worker.ref()
      await mine.ready
      const done = await work(mine, job, answers, () => {
        spare ??= hire()
      })
      if ('record' in done) {
        const { ended } = done.record
        if (ended.how === 'stopped' && ended.stop.words === TOO_SLOW.words) lost.set(key, ended.stop)
        return done.record
      }
      if ('failed' in done) return stopped(ours(done.failed))
      drop(mine)
      if ('gone' in done) return stopped({ kind: 'memory', words: `The worker behind the wall ended: ${done.gone}` })
      const stop = done.silent === 'reading' ? UNREADABLE : LOST
      lost.set(key, stop)
      return stopped(stop)
    } catch (error) {
      drop(mine)
      throw error
    } finally {
      mine.worker.unref()
    }
  }

  /** Whatever happened, this worker is in an unknown state. */
  function drop(mine: Hand): void {
    void mine.worker.terminate()
    hand = null
    spare ??= hire()
  }

  return {
    name: 'wall',
    play(job, answers) {
      const next = queue.then(() => play(job, answers))
      queue = next.catch(() => undefined)
      return next
    },
    async close() {
      await Promise.all([hand, spare].map((other) => other?.worker.terminate()))
      hand = null
      spare = null
    },
  }
}

/** The record of a play of which nothing else is known. */
const stopped = (stop: Stop): PlayRecord => ({
  ended: { how: 'stopped', at: 0, stop },
  transcript: [],
  logged: [],
  elapsed: 0,
  names: {},
  ticks: 0,
  memory: 0,
})
