/** Whether a run that has the right shape makes sense: what its fields say of each other. */
import { leafAt } from './pointer.ts'
import type { Run, Take } from './run.ts'

export interface RunProblem {
  at: string
  what: string
}

/** The first thing that is wrong, or nothing. `file` is compared with the run's id. */
export function runProblem(run: Run, file: string): RunProblem | undefined {
  return aboutNames(run, file) ?? first(run.takes, aboutTake) ?? aboutWords(run) ?? aboutMoments(run)
}

function aboutNames(run: Run, file: string): RunProblem | undefined {
  const name = /([^/\\]+)\.json$/.exec(file)?.[1]
  if (name !== undefined && name !== run.id) {
    return { at: 'id', what: `The id is "${run.id}", and the file is called "${name}". They must be the same.` }
  }
  if (run.tag !== 'recorded' && run.reason === undefined) {
    return { at: 'reason', what: `A run that is ${run.tag} must say why it is not recorded.` }
  }
  const ids = run.takes.map((take) => take.id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  return twice === undefined ? undefined : { at: 'takes', what: `Two takes are called "${twice}".` }
}

function aboutTake(take: Take): RunProblem | undefined {
  const at = `takes/${take.id}`
  if (take.after === 'stays' && take.why === undefined) {
    return { at: `${at}/why`, what: 'A take that stays as it is must say why that is known.' }
  }
  for (const [index, step] of take.steps.entries()) {
    const before = take.steps[index - 1]
    const place = `${at}/steps/${index}`
    if (before && step.at < before.at) return { at: place, what: 'The steps must stand in the order of their times.' }
    if (step.kind === 'act') continue
    const { reply } = step
    const times = reply.kind === 'stream' ? [...reply.events.map((event) => event.at), reply.end.at] : [reply.at]
    if (times.some((time, nth) => time < (times[nth - 1] ?? step.at))) {
      return {
        at: `${place}/reply`,
        what: 'A reply cannot come before its request, nor an event before the one before it.',
      }
    }
    if ((times.at(-1) ?? 0) > take.to)
      return { at: `${place}/reply`, what: `This came after the watching ended (to: ${take.to}).` }
  }
  return undefined
}

function aboutWords(run: Run): RunProblem | undefined {
  const counts = new Set(Object.values(run.words).map((word) => word.twins.length))
  if (counts.size > 1)
    return { at: 'words', what: 'Every word needs equally many twins, since the i-th of each belong together.' }
  for (const [name, word] of Object.entries(run.words)) {
    const other = word.twins.find((twin) => typeof twin !== typeof word.value)
    if (other !== undefined)
      return { at: `words/${name}`, what: `The twin ${JSON.stringify(other)} is of another kind than the word itself.` }
    const wrong = word.where.find((place) => leafAt(run, place) !== word.value)
    if (wrong) return { at: `words/${name}`, what: `${JSON.stringify(word.value)} does not stand at ${wrong}.` }
  }
  return undefined
}

function aboutMoments(run: Run): RunProblem | undefined {
  return first(Object.entries(run.moments), ([name, moment]) => {
    const take = run.takes.find((one) => one.id === moment.take)
    if (!take) return { at: `moments/${name}`, what: `There is no take "${moment.take}".` }
    return moment.at > take.to
      ? { at: `moments/${name}`, what: `It is after the watching ended (to: ${take.to}).` }
      : undefined
  })
}

function first<T>(list: T[], look: (item: T) => RunProblem | undefined): RunProblem | undefined {
  for (const item of list) {
    const problem = look(item)
    if (problem) return problem
  }
  return undefined
}
