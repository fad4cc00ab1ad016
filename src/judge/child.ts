/** A process that judges: one job after another, by messages of its parent. */
import { host } from '../host/node.ts'
import type { PlayRecord } from '../host/host.ts'
import { judge } from './judge.ts'
import type { Judged, JudgeJob } from './pool.ts'

process.on('message', (message: { id: number; job: JudgeJob }) => void work(message))
process.on('disconnect', () => void host().close().then(() => process.exit(0)))

async function work({ id, job }: { id: number; job: JudgeJob }): Promise<void> {
  const plays: Judged['plays'] = []
  const onPlay = (requirement: string, nth: number, record: PlayRecord): void => {
    plays.push({ requirement, nth, record })
  }
  const { keepPlays, ...options } = job
  try {
    const verdict = await judge(keepPlays ? { ...options, onPlay } : options)
    process.send?.({ id, judged: { verdict, plays } satisfies Judged })
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) })
  }
}
