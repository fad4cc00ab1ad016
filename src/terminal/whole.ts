/** Whether the files that a verdict rests on are whole: the kata's test, and the recorded runs that it names. Said in words where they are not. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOf, readSeal, type Seal } from '../seal/seal.ts'

/** What is wrong, in words for a person; `null`: nothing. `test`: the path of the kata's test from the root. */
export async function brokenFile(root: string, test: string): Promise<string | null> {
  if (!existsSync(join(root, test))) return `${test} is gone. Take it back with: git checkout ${test}`
  const text = readFileSync(join(root, test), 'utf8')
  const seal = sealOf(root)
  for (const [, name] of text.matchAll(/'#runs\/([^'\s]+\.json)'/g)) {
    const path = `fixtures/runs/${name}`
    if (!existsSync(join(root, path))) return `${path} is missing, and ${test} asks for it.`
    const content = readFileSync(join(root, path), 'utf8')
    // A run as it was shipped is known to be whole: the strict reading costs too much to do it at each save.
    if (seal?.fixtures[path] === hashOf(content)) continue
    const { parseRun } = await import('../replay/run-schema.ts')
    try {
      parseRun(content, path)
    } catch (error) {
      return (error as Error).message
    }
  }
  return null
}

const sealOf = (root: string): Seal | null => {
  try {
    return readSeal(root)
  } catch {
    return null
  }
}
