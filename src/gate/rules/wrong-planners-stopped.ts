/** Every wrong planner is stopped by the requirement that it names, under every twin, having ended by itself or been stopped in words. */
import type { Fault, WrongFile } from '../../catalogue/index.ts'
import { missed, type PlayInShort } from '../../judge/sheet.ts'
import type { Bench } from '../bench.ts'
import type { Rule } from '../rule.ts'

const TWINS = 5

export const wrongPlannersStopped: Rule = {
  name: 'wrong-planners-stopped',
  about: 'Every wrong planner fails at the requirement that it names.',
  async check(bench) {
    const wrong = bench.kata.solutions?.wrong ?? []
    if (wrong.length === 0)
      return [
        {
          file: `${bench.kata.solutions?.folder ?? `solutions/${bench.kata.folder}`}/wrong`,
          what: 'There are no wrong planners.',
          mend: 'Write each wrong fix that a good engineer might ship.',
        },
      ]
    return (await Promise.all(wrong.map((file) => checkOne(bench, file)))).flat()
  },
}

async function checkOne(bench: Bench, { path, text, stoppedBy }: WrongFile): Promise<Fault[]> {
  const published = await bench.sheets(text, [null])
  // As a twin it must miss what it names; its other requirements are free there.
  const twins = await bench.sheets(text, bench.seeds(TWINS), { only: stoppedBy })
  for (const sheet of [...published, ...twins]) {
    const under = sheet.seed === null ? 'on the published runs' : `under ${sheet.seed}`
    const misses = missed(sheet)
    if (misses.length === 0 && sheet.seed !== null)
      return [
        {
          file: path,
          what: `It says that ${stoppedBy} stops it, and ${under} it does not.`,
          mend: 'Name the requirement that stops it everywhere, or make that requirement tell.',
        },
      ]
    if (misses.length === 0)
      return [
        {
          file: path,
          what: `A wrong planner passes ${under}.`,
          mend: 'Ask for what it gets wrong, in a requirement with a run that shows it.',
        },
      ]
    if (!misses.includes(stoppedBy)) {
      return [
        {
          file: path,
          line: 1,
          what: `It says that ${stoppedBy} stops it, and ${under} it misses ${misses.join(', ')} alone.`,
          mend: 'Name the requirement that stops it everywhere, or make that requirement tell.',
        },
      ]
    }
    const bad = sheet.plays.find(unsaid)
    if (bad)
      return [
        {
          file: path,
          what: `${WHY[bad.stop?.kind ?? '']} (${bad.requirement}, ${under}): ${bad.stop?.words ?? ''}`,
          mend: bad.stop?.kind === 'unrecorded' ? 'Record it, or let the planner not do it.' : 'Let it end by itself.',
        },
      ]
  }
  return []
}

const WHY: Record<string, string> = {
  unrecorded: 'A wrong planner did what nobody recorded',
  wall: 'Our side failed on a wrong planner',
  load: 'A wrong planner cannot be loaded',
}
const unsaid = ({ stop }: PlayInShort): boolean => stop !== undefined && stop.kind in WHY
