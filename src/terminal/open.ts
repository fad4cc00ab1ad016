/** Opens the workbook: watched in a terminal, or printed once where there is none. */
import type { Catalogue, Kata } from '../catalogue/index.ts'
import { FriendlyError } from '../commands/friendly.ts'
import { findKata, openWorkbook } from '../commands/workbook.ts'
import { passed } from '../judge/verdict.ts'
import { emptyState, judgeKata } from './judging.ts'
import { screen } from './screen.ts'
import { styles, wantsColour } from './styles.ts'
import { typeErrors } from './type-errors.ts'

/** Gives the exit code: red is no error here. */
export async function openTerminal({ id, plain }: { id: string | undefined; plain: boolean }): Promise<number> {
  const catalogue = openWorkbook()
  const kata = id === undefined ? await firstUndone(catalogue) : findKata(catalogue, id)
  const { stdin, stdout, env } = process
  if (!plain && stdin.isTTY && stdout.isTTY && env.TERM !== 'dumb') {
    const { watchKata } = await import('./watch-kata.ts')
    await watchKata(catalogue, kata, wantsColour(env, true))
    return 0
  }
  const { lines } = await printed(catalogue, kata)
  console.log(lines.join('\n'))
  return 0
}

/** The kata as plain lines, judged once. Throws a friendly error where it cannot be judged. */
export async function printed(catalogue: Catalogue, kata: Kata) {
  const { root } = await import('../commands/workbook.ts')
  const [judged, types] = await Promise.all([judgeKata(kata), typeErrors(root, kata.folder)])
  if (judged.verdict === null) throw new FriendlyError(judged.trouble ?? 'The kata could not be judged.')
  const state = { ...emptyState(catalogue, kata), ...judged, judging: false, types }
  const columns = Math.min(Math.max(process.stdout.columns || 80, 60), 120)
  const colour = wantsColour(process.env, process.stdout.isTTY === true)
  return { verdict: judged.verdict, lines: screen(state, { columns, rows: null, style: styles(colour) }) }
}

/** Where to go on: the first kata whose requirements are not all met; the last one where all are. */
async function firstUndone(catalogue: Catalogue): Promise<Kata> {
  const ready = catalogue.katas.filter((kata) => kata.question.front.status === 'ready')
  const katas = ready.length > 0 ? ready : catalogue.katas
  // The last one needs no verdict to be chosen.
  for (const kata of katas.slice(0, -1)) {
    const { verdict } = await judgeKata(kata)
    if (!verdict || !passed(verdict)) return kata
  }
  return katas.at(-1) as Kata
}
