/** What an answer says of a state, a method, an error code or an SDK is shown by a run: its paragraph or table row links one. */
import { type Fault, reporter } from '../../catalogue/fault.ts'
import { linksOf, plain } from '../../catalogue/markdown.ts'
import type { Rule } from '../rule.ts'
import { answerPath, markdownOf, runLink, sectionAt, sourceOf } from '../texts.ts'

/** What is evident only on the wire, and what a reader is told that it is. */
const CLAIMS: [what: string, pattern: RegExp][] = [
  ['a state', /\bTASK_STATE_[A-Z_]+\b/],
  ['a method', /\b(?:SendMessage|SendStreamingMessage|GetTask|ListTasks|CancelTask|SubscribeToTask)\b/i],
  ['an error code', /-32[06]\d\d\b/],
  [
    'an SDK',
    /\b(?:JavaScript|TypeScript|Python|Go|Java|\.NET)(?:['’]s)? SDK\b|@a2a-js\/sdk|\ba2a-(?:python|js|go|java)\b/,
  ],
]
/** A public report, as sources are named here. */
const REPORT = /\b[\w.-]+\/[\w.-]+#\d+\b/

export const evidenceLinked: Rule = {
  name: 'evidence-linked',
  about: 'Every paragraph or table row of an answer that names a state, a method, an error code or an SDK links a run.',
  check(bench) {
    const answer = markdownOf(bench, answerPath(bench))
    if (answer === null) return []
    const faults: Fault[] = []
    const report = reporter(faults, answer.file)
    const isSource = sourceOf(bench)
    for (const block of answer.blocks) {
      if (block.kind === 'heading' || isSource(block.text)) continue
      // The cells of a row stand side by side in its block: as they stand in the file they are apart.
      const text = plain(block.kind === 'row' ? (answer.text.split('\n')[block.line - 1] ?? '') : block.text)
      const claim = CLAIMS.map(([what, pattern]) => ({ what, name: pattern.exec(text)?.[0] })).find(
        ({ name }) => name !== undefined,
      )
      if (!claim || linksOf(block.text).some(({ href }) => runLink(href) !== null)) continue
      // What a report says is shown by the report.
      if (sectionAt(answer, block.line)?.title === 'Real reports' && REPORT.test(text)) continue
      report(
        block.line,
        `It names ${claim.what} (${claim.name}) and links no run that shows it.`,
        'Link one: [deploy-to-production](run:js/deploy-to-production).',
      )
    }
    return faults
  },
}
