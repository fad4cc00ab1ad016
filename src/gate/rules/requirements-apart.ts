/** Each requirement stops a wrong planner of its own, and no two are the same one in other words. */
import type { Fault } from '../../catalogue/index.ts'
import { missed } from '../../judge/sheet.ts'
import type { Rule } from '../rule.ts'

export const requirementsApart: Rule = {
  name: 'requirements-apart',
  about: 'No two requirements fail for exactly the same wrong planners, and each is named by one.',
  async check(bench) {
    const { kata } = bench
    const wrong = kata.solutions?.wrong ?? []
    const stops = new Map<string, string[]>(kata.requirements.map(({ id }) => [id, []]))
    for (const { name, text } of wrong) {
      const [sheet] = await bench.sheets(text, [null])
      if (sheet) for (const id of missed(sheet)) stops.get(id)?.push(name)
    }
    const faults: Fault[] = []
    for (const { id, line } of kata.requirements) {
      if (!wrong.some((file) => file.stoppedBy === id)) {
        faults.push({
          file: kata.paths.test,
          line,
          what: `No wrong planner says that ${id} stops it.`,
          mend: `Write the wrong fix that only ${id} finds, or take the requirement out.`,
        })
      }
    }
    kata.requirements.forEach(({ id, line }, i) => {
      for (const other of kata.requirements.slice(i + 1)) {
        const [mine, theirs] = [stops.get(id) ?? [], stops.get(other.id) ?? []]
        const excused = kata.answer?.alike.some((line) => line.startsWith(`${id} and ${other.id}:`))
        if (mine.length === 0 || mine.join() !== theirs.join() || excused) continue
        faults.push({
          file: kata.paths.test,
          line,
          what: `${id} and ${other.id} stop exactly the same wrong planners: ${mine.join(', ')}.`,
          mend: `Make one requirement of them, add a wrong planner that only one of them stops, or say why in answer.md (\`alike\`).`,
        })
      }
    })
    return faults
  },
}
