/** A process that judges: one job after another, by messages of its parent. */
import type { Json } from '../a2a/json.ts'
import type { PlayRecord } from '../host/host.ts'
import { host } from '../host/node.ts'
import { judge } from './judge.ts'
import type { Judged, JudgeJob, Order, Report, SheetJob } from './pool.ts'
import { missed, type Sheet, sheetOf } from './sheet.ts'

process.on('message', (order: Order) => void work(order))
process.on(
  'disconnect',
  () =>
    void host()
      .close()
      .then(() => process.exit(0)),
)

async function work(order: Order): Promise<void> {
  const { id } = order
  try {
    const done = 'judge' in order ? await judgeOne(order.judge) : await judgeMany(order.sheets)
    process.send?.({ id, done } satisfies Report)
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) } satisfies Report)
  }
}

async function judgeOne({ keepPlays = false, ...options }: JudgeJob & { bail?: boolean }): Promise<Judged> {
  const plays: Judged['plays'] = []
  const onPlay = (requirement: string, nth: number, record: PlayRecord, request: Json): void => {
    plays.push({ requirement, nth, record, request })
  }
  const verdict = await judge(keepPlays ? { ...options, onPlay } : options)
  return { verdict, plays }
}

async function judgeMany({ seeds, ...job }: SheetJob): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const seed of seeds) {
    const { verdict, plays } = await judgeOne({ ...job, seed, keepPlays: true })
    sheets.push(sheetOf(verdict, plays))
    if (job.bail && missed(sheets.at(-1) as Sheet).length > 0) break
  }
  return sheets
}
