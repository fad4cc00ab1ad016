/** No generic cheat passes: a constant, the last state, a throw, swallowed errors, the outcomes of the published runs. */
import type { Fault } from '../../catalogue/index.ts'
import { missed } from '../../judge/sheet.ts'
import type { Bench } from '../bench.ts'
import { type Cheat, cheats } from '../cheats.ts'
import type { Rule } from '../rule.ts'

const TWINS = 2

export const cheatsStopped: Rule = {
  name: 'cheats-stopped',
  about: 'No generic cheat passes.',
  async check(bench) {
    const all = await cheatsOf(bench)
    return (await Promise.all(all.map((cheat) => checkOne(bench, cheat)))).flat()
  },
}

/** The cheats for the kata on the bench. */
export async function cheatsOf(bench: Bench): Promise<Cheat[]> {
  const { kata } = bench
  const [published] = await bench.sheets(kata.solutions?.reference?.text ?? '', [null])
  return published ? cheats(kata, bench.text(kata.paths.planner), published) : []
}

async function checkOne(bench: Bench, { does, text }: Cheat): Promise<Fault[]> {
  const sheets = await bench.sheets(text, [null, ...bench.seeds(TWINS)])
  if (sheets.some((sheet) => missed(sheet).length > 0)) return []
  return [
    {
      file: bench.kata.paths.test,
      what: `A planner that ${does} passes.`,
      mend: 'Ask for what it does not do, with a run that shows it.',
    },
  ]
}
