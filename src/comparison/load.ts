/** Reads every recorded run of the workbook, in order of language and name. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../replay/run.ts'

/** `root`: the workbook's folder. */
export function allRuns(root: string): Run[] {
  const folder = join(root, 'fixtures', 'runs')
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .flatMap((language) =>
      readdirSync(join(folder, language))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => JSON.parse(readFileSync(join(folder, language, name), 'utf8')) as Run),
    )
}
