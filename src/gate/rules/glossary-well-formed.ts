/** The glossary that `term:` links lead to: each entry once, in order of the alphabet, in one or two sentences, with links that land. Said once, with the first kata. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import { linksOf, plain } from '../../catalogue/markdown.ts'
import { GLOSSARY_PATH, termsOf } from '../glossary.ts'
import type { Rule } from '../rule.ts'
import { sentencesOf } from '../words.ts'

const LONG = 300

export const glossaryWellFormed: Rule = {
  name: 'glossary-well-formed',
  about: 'Each entry of the glossary is one or two sentences, once, in order.',
  check(bench) {
    const faults: Fault[] = []
    if (bench.catalogue.katas[0] !== bench.kata) return faults
    const report = reporter(faults, GLOSSARY_PATH)
    const terms = termsOf(bench)
    if (terms.length === 0)
      report(undefined, 'There is no glossary.', 'Write `## term`, and one or two sentences below.')
    terms.forEach(({ id, name, text, line }, i) => {
      const before = terms[i - 1]
      const sentences = sentencesOf(plain(text)).length
      if (terms.findIndex((other) => other.id === id) !== i) report(line, `“${name}” stands twice.`, 'Keep one.')
      else if (before && before.id.localeCompare(id) > 0)
        report(line, `“${name}” comes after “${before.name}”.`, 'Keep the terms in the order of the alphabet.')
      if (text.includes('\n\n') || sentences < 1 || sentences > 3 || text.length > LONG)
        report(line, `“${name}” is not told in a sentence or two.`, `Write one paragraph of at most ${LONG} letters.`)
      if (!/[.?!]$/.test(text.trim())) report(line, `“${name}” does not end in a full stop.`, 'Write whole sentences.')
      for (const { href } of linksOf(text)) {
        if (!terms.some((term) => href === `term:${term.id}`))
          report(
            line,
            `The link \`${href}\` leads nowhere.`,
            'The glossary stands where candidates read: it links its own terms alone, as `term:name`.',
          )
      }
    })
    return faults
  },
}
