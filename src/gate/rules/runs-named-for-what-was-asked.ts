/** Runs are named for what was asked, never for how it ended: a name is read before the answer. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import type { Rule } from '../rule.ts'
import { runOf } from '../run-texts.ts'
import { runLink, textsOf } from '../texts.ts'
import { wordsOf } from '../words.ts'

/** Words of endings. `cancel` is what one asks for; `canceled` is how it ended. */
const ENDINGS =
  /^(?:reject(?:s|ed|ion)?|refus(?:e|es|ed|al)|fail(?:s|ed|ure|ing)?|complete[sd]?|completion|cancell?ed|den(?:y|ied|ies)|errors?|crash(?:es|ed)?|time[sd]?out|timeout|hangs?|hung|succe(?:ed|eds|eded|ss|ssful)|abort(?:ed|s)?|passed|broken|killed|died|unspecified|interrupted|terminal|approved|approval|green|red|purged|unknown)$/

export const runsNamedForWhatWasAsked: Rule = {
  name: 'runs-named-for-what-was-asked',
  about: 'No name or title of a run says how it ended.',
  check(bench) {
    const faults: Fault[] = []
    const ids = new Set(bench.runs.keys())
    for (const { links } of textsOf(bench)) for (const { href } of links) ids.add(runLink(href)?.id ?? '')
    for (const id of ids) {
      const run = runOf(bench, id)
      if (!run) continue
      const report = reporter(faults, `fixtures/runs/${id}.json`)
      for (const [what, text] of [
        ['name', id],
        ['title', run.title],
      ] as const) {
        const word = wordsOf(text).find((one) => ENDINGS.test(one))
        if (word !== undefined)
          report(
            undefined,
            `The run's ${what} says “${word}”, which is how it ended.`,
            'Name it in its scenario for what was asked of whom, and record it again.',
          )
      }
    }
    return faults
  },
}
