/** What a seal is made of: one planner judged on the published runs, as conversations (of a right one) or as a finding (of a wrong one). */
import type { Json } from '../a2a/json.ts'
import { conversation } from '../kit/test/conversation.ts'
import { type Kept, keep } from '../kit/test/expected.ts'
import type { Row } from '../kit/test/failure.ts'
import { judge } from './judge.ts'
import { sheetOf } from './sheet.ts'

export interface PieceJob {
  kata: string
  /** The kata's folder: an absolute path. */
  folder: string
  planner: string
  /** Text in place of the folder's `planner.test.ts`. */
  test?: string
  /** Of a wrong planner: the requirement that its author names. `null`: a right one. */
  stoppedBy: string | null
}

export interface Piece {
  misses: string[]
  /** Of a right planner: each play as a conversation. */
  conversations: { requirement: string; nth: number; cells: Kept[] }[]
  /** Of a wrong planner. */
  finding: Finding | null
}

export interface Finding {
  /** The requirement that its author names, and every one that it misses. */
  stoppedBy: string
  misses: string[]
  /** The play that shows the named requirement: which run answered for which agent, and the conversation beside the nearest right one. */
  runs: Record<string, string>
  rows: Row[]
  line?: number
  /** Of each play, in order: what was asked for, and a digest of transcript and outcome. A learner's planner with the same digests behaves like it. */
  plays: { requirement: string; nth: number; request: Json; digest: string }[]
}

/** Makes pieces: in this process, or by a pool that keeps them. */
export type PieceOf = (job: PieceJob) => Promise<Piece>

export const makePiece: PieceOf = async ({ stoppedBy, ...job }) => {
  const plays: Parameters<typeof sheetOf>[1] = []
  const verdict = await judge({
    ...job,
    onPlay: (requirement, nth, record, request) => void plays.push({ requirement, nth, record, request }),
  })
  const misses = verdict.requirements.flatMap(({ id, status }) => (status === 'met' ? [] : [id]))
  if (stoppedBy === null) {
    const conversations = plays.map(({ requirement, nth, record }) => ({
      requirement,
      nth,
      cells: keep(conversation(record.transcript, record.ended)),
    }))
    return { misses, conversations, finding: null }
  }
  const failure = verdict.requirements.find(({ id }) => id === stoppedBy)?.failure
  const finding: Finding = {
    stoppedBy,
    misses,
    runs: Object.fromEntries(Object.entries(failure?.play?.runs ?? {}).map(([agent, { run }]) => [agent, run])),
    rows: failure?.play?.rows ?? [],
    ...(failure?.line === undefined ? {} : { line: failure.line }),
    plays: sheetOf(verdict, plays, true).plays.map(({ requirement, nth, request, digest = '' }) => ({
      requirement,
      nth,
      request,
      digest,
    })),
  }
  return { misses, conversations: [], finding }
}
