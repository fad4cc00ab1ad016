/** A verdict in short, small enough to be kept by the thousand: what was met, and how each play ended. */
import { createHash } from 'node:crypto'
import type { Json } from '../a2a/json.ts'
import type { PlayRecord } from '../host/host.ts'
import type { StopKind } from '../replay/transcript.ts'
import type { Verdict } from './verdict.ts'

export interface Sheet {
  /** `null`: the published runs. */
  seed: string | null
  requirements: {
    id: string
    status: 'met' | 'unmet' | 'unknown'
    /** Of an unmet one: which runs answered in the play that showed it. */
    runs?: string[]
  }[]
  plays: PlayInShort[]
}

export interface PlayInShort {
  requirement: string
  /** From 1, within the requirement. */
  nth: number
  how: 'outcome' | 'threw' | 'stopped'
  stop?: { kind: StopKind; words: string }
  /** The desk operations that it used, sorted: `deploy GetTask`. */
  operations: string[]
  /** The outcome, where it ended in one. */
  outcome?: Json
  /** What `plan` was asked for. */
  request: Json
  /** Of the transcript and the end, lines aside: equal plays have equal digests, whichever host played them. Only where it is asked for: it takes as long as the play. */
  digest?: string
}

export function sheetOf(
  verdict: Verdict,
  plays: { requirement: string; nth: number; record: PlayRecord; request: Json }[],
  digests = false,
): Sheet {
  return {
    seed: verdict.seed,
    requirements: verdict.requirements.map(({ id, status, failure }) => ({
      id,
      status,
      ...(failure?.play ? { runs: Object.values(failure.play.runs).map(({ run }) => run) } : {}),
    })),
    plays: plays.map((play) => ({ ...inShort(play), ...(digests ? { digest: digestOf(play.record) } : {}) })),
  }
}

function inShort({
  requirement,
  nth,
  record,
  request,
}: {
  requirement: string
  nth: number
  record: PlayRecord
  request: Json
}): PlayInShort {
  const { ended, transcript } = record
  return {
    requirement,
    nth,
    how: ended.how,
    ...(ended.how === 'stopped' ? { stop: { kind: ended.stop.kind, words: ended.stop.words } } : {}),
    ...(ended.how === 'outcome' ? { outcome: ended.outcome } : {}),
    operations: [...new Set(transcript.map(({ who, method }) => `${who} ${method}`))].sort(),
    request,
  }
}

const digestOf = ({ transcript, ended }: PlayRecord): string =>
  createHash('sha256')
    .update(JSON.stringify([transcript, ended], (key, value: unknown) => (key === 'line' ? undefined : value)))
    .digest('base64')
    .slice(0, 16)

/** The requirements that a sheet says are unmet. */
export const missed = (sheet: Sheet): string[] =>
  sheet.requirements.flatMap(({ id, status }) => (status === 'met' ? [] : [id]))
