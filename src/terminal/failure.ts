/** Why the requirement in red is not met, as lines: the runs that answered, the conversation, the learner's line, what stopped it. */
import type { Failure } from '../kit/test/failure.ts'
import { assertionWords } from '../kit/test/failure-text.ts'
import { conversation } from './conversation.ts'
import type { Canvas } from './state.ts'
import { clean, cut, wrap } from './text.ts'

/** At most `most` lines. The conversation takes what the rest leaves, and never less than its first difference. */
export function failureLines(failure: Failure, source: readonly string[], canvas: Canvas, most: number): string[] {
  const { columns, style } = canvas
  // A planner that cannot be loaded has said nothing: there is no conversation to show.
  const play = failure.stop?.kind === 'load' ? undefined : failure.play
  const above =
    play && most > 9 && Object.keys(play.runs).length > 0 ? [` ${style.dim(cut(runsOf(play), columns - 2))}`] : []
  const below = [...whyLines(failure, canvas), ...codeLine(failure, source, canvas)]
  const logged = play ? logLines(play.logged, canvas) : []
  const left = most - above.length - below.length
  if (!play || play.rows.length === 0) return [...above, ...below, ...logged.slice(0, Math.max(0, left))]
  const talk = conversation(play.rows, canvas, Math.max(2, left))
  return [...above, ...talk, ...below, ...logged.slice(0, Math.max(0, left - talk.length))]
}

/** Which runs answered, and where they come from: said once where it is the same for all. */
function runsOf({ runs }: NonNullable<Failure['play']>): string {
  const all = Object.values(runs)
  const from = [...new Set(all.map(({ tag, sdk }) => `${tag}, ${sdk}`))]
  if (from.length > 1) return all.map(({ run, tag, sdk }) => `${run} (${tag}, ${sdk})`).join('; ')
  const names = all.map(({ run }) => run).join(', ')
  return all[0]?.tag === 'recorded' ? `Recorded on ${all[0].sdk}: ${names}` : `${names} (${from[0] ?? ''})`
}

/** What ended it, or what was expected instead: in words. */
function whyLines({ stop, threw, assertion, play }: Failure, { columns, style }: Canvas): string[] {
  const said = play?.rows.some((row) => row.first) ?? false
  const words = stop
    ? stop.words
    : threw
      ? `Your planner threw ${threw.name}: ${threw.message}`
      : assertion && !said
        ? assertionWords(assertion)
        : undefined
  return words === undefined ? [] : wrap(clean(words), columns - 2, 3).map((line) => ` ${style.red(line)}`)
}

/** `planner.ts:14  the learner's own line` */
function codeLine({ file, line, stop }: Failure, source: readonly string[], { columns, style }: Canvas): string[] {
  const at = line ?? stop?.line
  if (at === undefined) return []
  const code = clean(source[at - 1] ?? '').trim()
  const place = `${file}:${at}`
  return [` ${style.bold(place)}  ${cut(code, Math.max(8, columns - place.length - 5))}`]
}

/** The planner's own words, marked as such; the last ones. */
function logLines(logged: readonly { line: string }[], { columns, style }: Canvas): string[] {
  const last = logged.slice(-3)
  if (last.length === 0) return []
  const more = logged.length > last.length ? ` (the last ${last.length} of ${logged.length})` : ''
  return [` Your planner logged${more}:`, ...last.map(({ line }) => `   ${style.dim(cut(clean(line), columns - 5))}`)]
}
