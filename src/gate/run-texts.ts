/** Runs as rules read them: by id, with their ids, their words and every text that stands in them. */
import type { Run } from '../replay/run.ts'
import type { Bench } from './bench.ts'

/** The run of this id (`js/deploy-to-production`); `null` where there is none, or none that can be read. */
export function runOf(bench: Bench, id: string): Run | null {
  const known = bench.runs.get(id)
  if (known) return known
  if (!/^[\w-]+\/[\w-]+$/.test(id)) return null
  try {
    return JSON.parse(bench.text(`fixtures/runs/${id}.json`)) as Run
  } catch {
    return null
  }
}

const ID_KEYS = new Set(['id', 'taskId', 'contextId', 'messageId', 'artifactId'])

/** Every text of the run's exchanges, and which of them are ids. */
export function textsIn(run: Run): { texts: Set<string>; ids: Set<string> } {
  const found = { texts: new Set<string>(), ids: new Set<string>() }
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      found.texts.add(value)
      // Short ones are names that an author chose, such as `summary`.
      if (ID_KEYS.has(key) && value.length >= 12) found.ids.add(value)
    } else if (Array.isArray(value)) for (const one of value) walk(one, key)
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) walk(one, name)
  }
  for (const take of run.takes) {
    for (const step of take.steps) {
      if (step.kind === 'exchange') walk([step.request, step.reply], '')
    }
  }
  return found
}
