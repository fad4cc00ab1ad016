/** `kata seal`: writes what is generated from the katas (`sealed.json`, each `expected.json`), or says whether it is up to date. For authors. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { Kata } from '../catalogue/index.ts'
import { FriendlyError } from './friendly.ts'

export const seal = (done: (code: number) => void): Command =>
  new Command('seal')
    .description("keep the katas' shipped texts and expected conversations (for authors)")
    .option('--check', 'write nothing; exit 1 where something is not up to date')
    .addHelpText('after', '\nExample:\n  $ npx kata seal --check')
    .action(async (options: { check?: boolean }) => {
      const { openWorkbook, root } = await import('./workbook.ts')
      const { katas } = openWorkbook()
      const stale: string[] = []
      for await (const [path, text] of generated(root, katas)) {
        const file = join(root, path)
        const before = existsSync(file) ? readFileSync(file, 'utf8') : null
        if (before === text) continue
        stale.push(path)
        if (!options.check) writeFileSync(file, text)
      }
      if (stale.length === 0) console.log('Every seal is up to date.')
      else if (!options.check) for (const path of stale) console.log(`Wrote ${path}`)
      else
        console.error(
          `Not up to date: ${stale.join(', ')}\n${await whatChanged(root, katas)}Write them with: npx kata seal`,
        )
      done(options.check && stale.length > 0 ? 1 : 0)
    })

const sealing = () => import('../seal/seal.ts')

/** Each file and its text, in the order in which they must be written: a finding stands beside what is expected. */
async function* generated(root: string, katas: Kata[]): AsyncGenerator<[string, string]> {
  const { makeSeal, sealText, SEAL_PATH } = await sealing()
  const { sealExpected } = await import('../judge/expected.ts')
  const { sealFindings } = await import('../judge/findings.ts')
  const { allRuns } = await import('../comparison/load.ts')
  const { compare } = await import('../comparison/compare.ts')
  yield [SEAL_PATH, sealText(makeSeal(root, katas))]
  yield ['site/comparison.json', `${JSON.stringify(compare(allRuns(root)), null, 1)}\n`]
  for (const kata of katas) {
    // A candidate's pack has no solutions, and nothing to seal from.
    if (kata.solutions === null) continue
    try {
      yield [kata.paths.expected, await sealExpected(kata)]
    } catch (error) {
      // A right planner that misses a requirement: the author's to mend, and said in words.
      if (error instanceof Error && error.message.startsWith('solutions/')) throw new FriendlyError(error.message, 1)
      throw error
    }
    yield [`${kata.solutions.folder}/findings.json`, await sealFindings(kata)]
  }
}

async function whatChanged(root: string, katas: Kata[]): Promise<string> {
  const { makeSeal, readSeal, sealDifferences, SEAL_PATH } = await sealing()
  if (!existsSync(join(root, SEAL_PATH))) return ''
  return sealDifferences(readSeal(root), makeSeal(root, katas))
    .map((line) => `  ${line}\n`)
    .join('')
}
