/** A process that judges: one job after another, by messages of its parent. */
import type { Json } from '../a2a/json.ts'
import type { PlayRecord } from '../host/host.ts'
import { host } from '../host/node.ts'
import { judge } from './judge.ts'
import { makePiece } from './piece.ts'
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

/** Nobody may be there to hear it any more. */
const tell = (report: Report): void => void process.send?.(report, undefined, undefined, () => undefined)

async function work(order: Order): Promise<void> {
  const { id } = order
  try {
    const done = await doneOf(order)
    tell({ id, done })
  } catch (error) {
    tell({ id, error: error instanceof Error ? error.message : String(error) })
  }
}

function doneOf(order: Order): Promise<Extract<Report, { done: unknown }>['done']> {
  if ('judge' in order) return judgeOne(order.judge)
  return 'piece' in order ? makePiece(order.piece) : judgeMany(order.sheets)
}

async function judgeOne({
  keepPlays = false,
  ...options
}: JudgeJob & Pick<SheetJob, 'bail' | 'only'> & { brief?: boolean }): Promise<Judged> {
  const plays: Judged['plays'] = []
  const onPlay = (requirement: string, nth: number, record: PlayRecord, request: Json): void => {
    plays.push({ requirement, nth, record, request })
  }
  const verdict = await judge(keepPlays ? { ...options, onPlay } : options)
  return { verdict, plays }
}

async function judgeMany({ seeds, digests = false, ...job }: SheetJob): Promise<Sheet[]> {
  const sheets: Sheet[] = []
  for (const seed of seeds) {
    const { verdict, plays } = await judgeOne({ ...job, seed, keepPlays: true, brief: true })
    const sheet = sheetOf(verdict, plays, digests)
    if (job.only !== undefined) sheet.requirements = sheet.requirements.filter(({ id }) => id === job.only)
    sheets.push(sheet)
    if (job.bail && missed(sheets.at(-1) as Sheet).length > 0) break
  }
  return sheets
}
