/** The candidate's screen: a state in, lines out. One thing in red; the sentence, the conversation, the line, the next step, in that order. */
import { passed, type RequirementVerdict, type Verdict } from '../judge/verdict.ts'
import { failureLines } from './failure.ts'
import { current, longList, shortList } from './requirements.ts'
import type { Canvas, ScreenState } from './state.ts'
import { clean, cut, width, wrap } from './text.ts'

/** A key that works now, and what it does. */
export interface Key {
  key: string
  does: string
}

/** The screen without its line of keys, which is the last one of a terminal. */
export function screen(state: ScreenState, canvas: Canvas): string[] {
  const head = headLines(state, canvas)
  if (state.trouble !== null) return [...head, '', ...troubleLines(state.trouble, canvas)]
  if (!state.verdict) return [...head, '', ` ${canvas.style.dim('Judging for the first time. …')}`]
  const body = passed(state.verdict) ? doneLines : redLines
  return [...head, ...body(state.verdict, state, canvas, canvas.rows === null ? null : canvas.rows - head.length)]
}

/** The line of keys: only those that work now; and on the right what is going on. */
export function keyLine(keys: readonly Key[], status: string, { columns, style }: Canvas): string {
  const plain = ` ${keys.map(({ key, does }) => `${key} ${does}`).join('   ')}`
  const room = columns - width(plain) - width(status) - 1
  if (room < 1) return cut(plain, columns)
  const keyed = keys.map(({ key, does }) => `${style.bold(key)} ${style.dim(does)}`).join('   ')
  return ` ${keyed}${' '.repeat(room)}${style.dim(status)}`
}

function headLines({ kata }: ScreenState, { columns, rows, style }: Canvas): string[] {
  // A small window keeps what is in red; where it stands is known by then.
  if (rows !== null && rows < 20) return [` ${style.bold(cut(`${kata.number} ${kata.title}`, columns - 2))}`]
  const facts = [kata.level, kata.kind, `${kata.minutes} minutes`, kata.chapter, kata.position].join(' · ')
  return [
    ` ${style.bold(cut(`${kata.number} ${kata.title}`, columns - 2))}`,
    ` ${style.dim(cut(facts, columns - 2))}`,
    ` ${style.dim(cut(kata.folder, columns - 2))}`,
  ]
}

function redLines(verdict: Verdict, state: ScreenState, canvas: Canvas, rows: number | null): string[] {
  const { style } = canvas
  const red = current(verdict)
  const hello = state.untouched
    ? ['', ` ${style.cyan('Red is where every kata starts.')} Read question.md, then change planner.ts.`]
    : []
  const foot = ['', ...typeLines(state, canvas), ...nextLines(red, state, canvas)]
  const draw = (list: string[], most: number) => [
    ...hello,
    '',
    ...list,
    '',
    ...(red?.failure ? failureLines(red.failure, state.source, canvas, most) : []),
    ...foot,
  ]
  const long = longList(verdict, canvas)
  if (rows === null) return draw(long, Number.POSITIVE_INFINITY)
  const frame = hello.length + 2 + foot.length
  const wanted = red?.failure ? failureLines(red.failure, state.source, canvas, Number.POSITIVE_INFINITY).length : 0
  const list = long.length + frame + Math.min(wanted, 14) <= rows ? long : shortList(verdict, canvas)
  return draw(list, rows - frame - list.length)
}

function doneLines(verdict: Verdict, state: ScreenState, canvas: Canvas, rows: number | null): string[] {
  const { columns, style } = canvas
  const { kata, next } = state
  const long = longList(verdict, canvas)
  const tail = [
    '',
    ` ${style.green(style.bold('Every requirement is met.'))}`,
    ...wrap(
      'The fix is one half; the other half is to explain it. Read the question in question.md once more, and answer it: aloud, or on paper.',
      columns - 2,
    ).map((line) => ` ${line}`),
    ...(kata.answer
      ? [' Then compare with answer.md in', ` ${rows === null ? kata.answer : cut(kata.answer, columns - 2)}`]
      : []),
    ...typeLines(state, canvas),
    ...(next ? ['', ` ${style.dim(cut(`Next: ${next.number} ${next.title}`, columns - 2))}`] : []),
  ]
  return ['', ...(rows === null || long.length + tail.length + 1 <= rows ? long : shortList(verdict, canvas)), ...tail]
}

/** The count, and the first: types never hide what the planner does. */
function typeLines({ types }: ScreenState, { columns, style }: Canvas): string[] {
  if (!types || types.count === 0) return []
  const where = types.first ? ` planner.ts:${types.first.line} ${clean(types.first.message)}` : ''
  return [
    ` ${style.yellow(cut(`${types.count} type error${types.count === 1 ? '' : 's'}, beside that:${where}`, columns - 2))}`,
  ]
}

function nextLines(red: RequirementVerdict | undefined, state: ScreenState, { columns, rows }: Canvas): string[] {
  const { kata, untouched } = state
  const stuck = `Stuck? question.md has hints for ${red?.id}.`
  if (red?.status === 'unknown') return [cut(' Next: run it again. This was not your planner.', columns)]
  const loaded = red?.failure?.stop?.kind !== 'load'
  // Plain lines are printed once: paths are whole, and the command works as printed.
  if (rows === null)
    return [
      ` Next: edit ${kata.folder}/planner.ts`,
      ` Then: npx kata test ${Number(kata.number)}`,
      ...(loaded ? [` ${stuck}`] : []),
    ]
  if (!loaded) return [cut(' Next: mend that line and save. Nothing else can be judged until it loads.', columns)]
  if (untouched) return [cut(' Next: open planner.ts. It is judged at each save. Hints are in question.md.', columns)]
  return [cut(` Next: change planner.ts and save it. ${stuck}`, columns)]
}

const troubleLines = (trouble: string, { columns, style }: Canvas): string[] =>
  trouble.split('\n').flatMap((line) => wrap(clean(line), columns - 2).map((part) => ` ${style.yellow(part)}`))
