/** The shipped text of a kata's files, out of the seal: what tests of ours judge, whatever a learner made of `planner.ts`. */
import { fileURLToPath } from 'node:url'
import { FriendlyError } from '../commands/friendly.ts'
import { readSeal, type SealedKata } from './seal.ts'

const home = fileURLToPath(new URL('../..', import.meta.url))

/** The kata with this frozen id, as it was shipped. */
export function shipped(id: string, root = home): SealedKata {
  const kata = readSeal(root).katas[id]
  if (!kata) throw new FriendlyError(`The kata \`${id}\` is not sealed yet. Seal it with: npx kata seal`)
  return kata
}
