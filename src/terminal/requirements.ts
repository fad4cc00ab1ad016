/** The requirements of a kata as lines: one in red, the others met or waiting. */
import type { RequirementVerdict, Verdict } from '../judge/verdict.ts'
import type { Canvas } from './state.ts'
import { MARKS } from './styles.ts'
import { clean, cut, wrap } from './text.ts'

/** The one to work on: the first that is not met. */
export const current = (verdict: Verdict): RequirementVerdict | undefined =>
  verdict.requirements.find((requirement) => requirement.status !== 'met')

/** Each requirement on a line of its own; the one in red whole, and all of them where lines are printed and there is no end to them. */
export function longList(verdict: Verdict, { columns, rows, style }: Canvas): string[] {
  const red = current(verdict)
  return verdict.requirements.flatMap((requirement) => {
    if (requirement === red) return redLines(requirement, columns, style)
    const met = requirement.status === 'met'
    const [first = '', ...more] = wrap(clean(requirement.sentence), columns - 8, rows === null ? 3 : 1)
    const lines = [
      `${met ? MARKS.met : MARKS.waiting} ${requirement.id}  ${first}`,
      ...more.map((line) => `      ${line}`),
    ]
    return lines.map((line) => ` ${met ? style.green(line) : style.dim(line)}`)
  })
}

/** The same in few lines: those that are met or waiting by their numbers alone. */
export function shortList(verdict: Verdict, { columns, style }: Canvas): string[] {
  const red = current(verdict)
  const ids = (list: RequirementVerdict[]) => list.map((requirement) => requirement.id).join(' ')
  const met = verdict.requirements.filter((requirement) => requirement.status === 'met')
  const waiting = verdict.requirements.filter((requirement) => requirement.status !== 'met' && requirement !== red)
  return [
    ...(met.length > 0 ? [` ${style.green(cut(`${MARKS.met} ${ids(met)}  met`, columns - 2))}`] : []),
    ...(red ? redLines(red, columns, style) : []),
    ...(waiting.length > 0 ? [` ${style.dim(cut(`${MARKS.waiting} ${ids(waiting)}  later`, columns - 2))}`] : []),
  ]
}

function redLines({ id, sentence, status }: RequirementVerdict, columns: number, style: Canvas['style']): string[] {
  const mark = status === 'unknown' ? MARKS.unknown : MARKS.unmet
  const paint = status === 'unknown' ? style.yellow : style.red
  const [first = '', ...more] = wrap(clean(sentence), columns - 8, 3)
  return [
    ` ${paint(style.bold(`${mark} ${id}  ${first}`))}`,
    ...more.map((line) => `${' '.repeat(5 + id.length)}${paint(style.bold(line))}`),
  ]
}
