/** What is generated from the kata is what would be generated now. */
import { sealExpected } from '../../judge/expected.ts'
import { sealFindings } from '../../judge/findings.ts'
import { makeSeal, readSeal } from '../../seal/seal.ts'
import type { Rule } from '../rule.ts'

export const sealsFresh: Rule = {
  name: 'seals-fresh',
  about: 'sealed.json, expected.json and findings.json are what `kata seal` would write.',
  async check({ root, kata, text, piece }) {
    const mend = 'Write it with: npx kata seal'
    const stale = (file: string) => ({ file, what: 'It is not what the kata would be sealed as now.', mend })
    const faults = []
    const [stored, now] = [readSeal(root).katas[kata.id], makeSeal(root, [kata]).katas[kata.id]]
    if (JSON.stringify(stored) !== JSON.stringify(now)) faults.push(stale('katas/sealed.json'))
    if (kata.solutions === null) return faults
    try {
      if (text(kata.paths.expected) !== (await sealExpected(kata, piece, root))) faults.push(stale(kata.paths.expected))
      const findings = `${kata.solutions.folder}/findings.json`
      if (text(findings) !== (await sealFindings(kata, piece, root))) faults.push(stale(findings))
    } catch (error) {
      faults.push({
        file: kata.paths.expected,
        what: `It cannot be sealed: ${(error as Error).message}`,
        mend: 'Mend that first.',
      })
    }
    return faults
  },
}
