/**
 * Words put into an agent's mouth are the words of a run. In a paragraph or row that links runs, every quotation (“…” or "…", code aside) is taken
 * for an agent's, and must be, word for word, a text of one of these runs; a quotation that is itself the link, of that run. The source
 * material's own paragraphs have their own test.
 */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import { plain } from '../../catalogue/markdown.ts'
import type { Rule } from '../rule.ts'
import { runOf, textsIn } from '../run-texts.ts'
import { runLink, sourceOf, textsOf } from '../texts.ts'

const QUOTATION = /“([^”]+)”|"([^"]+)"/g

export const quotationsInRuns: Rule = {
  name: 'quotations-in-runs',
  about: 'Every quotation of an agent is what the run says, word for word.',
  check(bench) {
    const faults: Fault[] = []
    const isSource = sourceOf(bench)
    const said = new Map<string, Set<string>>()
    const textsOfRun = (id: string): Set<string> => {
      const known = said.get(id)
      if (known) return known
      const run = runOf(bench, id)
      const texts = run ? textsIn(run).texts : new Set<string>()
      said.set(id, texts)
      return texts
    }
    for (const { file, blocks, links } of textsOf(bench)) {
      const report = reporter(faults, file)
      for (const block of blocks) {
        const runs = links
          .filter((link) => link.block === block)
          .flatMap(({ href, text, line }) => {
            const run = runLink(href)
            return run ? [{ id: run.id, text, line }] : []
          })
        if (block.kind === 'heading' || runs.length === 0 || isSource(block.text)) continue
        for (const quotation of quotationsOf(block.text)) {
          const own = runs.filter(({ text }) => quotationsOf(text).includes(quotation))
          const asked = own.length > 0 ? own : runs
          if (asked.some(({ id }) => holds(textsOfRun(id), quotation))) continue
          report(
            own[0]?.line ?? block.line,
            `Nobody says “${quotation}” in ${[...new Set(asked.map(({ id }) => id))].join(', ')}.`,
            'Quote the run word for word; what nobody said goes without quotation marks.',
          )
        }
      }
    }
    return faults
  },
}

const quotationsOf = (markdown: string): string[] =>
  [...plain(markdown.replace(/`[^`]*`/g, '')).matchAll(QUOTATION)].map(([, curly, straight]) => curly ?? straight ?? '')

/** A full stop or comma inside the marks may be the sentence's. */
const holds = (texts: Set<string>, quotation: string): boolean =>
  texts.has(quotation) || texts.has(quotation.replace(/[.,;:!?]$/, ''))
