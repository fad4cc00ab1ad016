/** What a seed changes: ids, epoch, latencies, one stretch factor, and words where the run lists alternatives. */
import type { Ms } from '../a2a/json.ts'
import { random } from './random.ts'
import type { Run } from './run.ts'

export interface Twin {
  /** `null`: the published run. */
  seed: string | null
  /** Epoch milliseconds of the play's start. */
  epoch: number
  /** Every recorded time is multiplied by it. */
  stretch: number
  /** How long the next read takes: 1 to 5 ms. */
  latency(): Ms
  /** The id that this play gives to a thing of a run, always the same for the same name. */
  id(run: Run, name: string): string
  word(run: Run, name: string): string | number
}

const DAY = 86_400_000

export function twinOf(seed: string | null, runs: Run[]): Twin {
  const base = seed === null ? 'published' : `twin ${seed}`
  const dice = random(base)
  const published = Date.parse(runs[0]?.takes[0].epoch ?? '2026-01-01T00:00:00.000Z')
  const epoch = seed === null ? published : published + dice.between(-200, 200) * DAY + dice.between(0, DAY - 1)
  const stretch = seed === null ? 1 : dice.between(60, 180) / 100
  const latencies = random(`${base} latency`)
  const ids = new Map<string, string>()
  return {
    seed,
    epoch,
    stretch,
    latency: () => latencies.between(1, 5),
    id(run, name) {
      const key = `${base} ${run.sdk.language} ${run.id} ${name}`
      const known = ids.get(key) ?? random(key).uuid()
      ids.set(key, known)
      return known
    },
    word: (run, name) => {
      const word = run.words[name]
      if (!word)
        throw new Error(
          `Run ${run.id} names no word "${name}". It names: ${Object.keys(run.words).join(', ') || 'none'}.`,
        )
      if (seed === null || word.twins.length === 0) return word.value
      return word.twins[random(`${base} ${run.id} words`).between(0, word.twins.length - 1)] as string | number
    },
  }
}
