/**
 * The judge: a kata's own test file, without Vitest. Planner text in, verdict as data out. One judgement at a time in a process, since test
 * runner and judgement are the process's own; several processes or workers judge side by side.
 */
import { basename } from 'node:path'
import type { Json } from '../a2a/json.ts'
import type { PlayRecord } from '../host/host.ts'
import type { Failure } from '../kit/test/failure.ts'
import { judgeBy } from '../kit/test/judgement.ts'
import { runTests } from '../kit/test/runner.ts'
import { testFile } from './test-file.ts'
import type { RequirementVerdict, Verdict } from './verdict.ts'

export { passed, type RequirementVerdict, type Verdict } from './verdict.ts'

export interface JudgeOptions {
  /** The kata's frozen id, for the verdict; else the folder's name. */
  kata?: string
  /** The kata's folder: an absolute path. */
  folder: string
  /** The planner's text. */
  planner: string
  /** Text in place of the folder's `planner.test.ts`. */
  test?: string
  /** `null`: the published runs. */
  seed?: string | null
  /** Stop at the first unmet requirement: those after it are unmet without a failure, and were not played. */
  bail?: boolean
  /** Failures without their conversations. */
  brief?: boolean
  /** Play this requirement alone: the others are `unknown`, and were not played. */
  only?: string
  /** Each play, as it ends. `requirement`: `R1`; `nth`: from 1 within it. */
  onPlay?(requirement: string, nth: number, record: PlayRecord, request: Json): void
}

/** Stands above the wall's last resort, with room for a few plays that each meet it. */
const TEST_TIMEOUT_MS = 30_000

let busy: Promise<unknown> = Promise.resolve()

/** Judges a planner. Throws for a test file that cannot be used: no tests, a title without its number, an import it may not have. */
export function judge(options: JudgeOptions): Promise<Verdict> {
  const next = busy.then(() => judgeNow(options))
  busy = next.catch(() => undefined)
  return next
}

async function judgeNow({
  folder,
  kata = basename(folder),
  planner,
  test,
  seed = null,
  bail = false,
  brief = false,
  only,
  onPlay,
}: JudgeOptions): Promise<Verdict> {
  const file = testFile(folder, test)
  const failures: Failure[] = []
  const verdict: Verdict = { kata, seed, requirements: [], plays: 0, ticks: 0, memory: 0 }
  const done = judgeBy({
    seed,
    brief,
    played: new Map(),
    enough: (requirement) => (bail && failures.length > 0) || (only !== undefined && requirement !== only),
    onPlay(requirement, nth, record, request) {
      verdict.plays += 1
      verdict.ticks += record.ticks
      verdict.memory = Math.max(verdict.memory, record.memory)
      onPlay?.(requirement, nth, record, request)
    },
    onFailure: (failure) => {
      if (only === undefined || failure.requirement === only) failures.push(failure)
    },
  })
  try {
    const { tests, error } = await runTests(file.path, () => file.define(planner), TEST_TIMEOUT_MS)
    if (error !== null) throw new Error(`${file.path}: ${error}`)
    if (tests.length === 0) throw new Error(`${file.path} has no tests. A kata without requirements judges nothing.`)
    verdict.requirements = tests.map(({ title, passed, errors }) =>
      requirementOf(file.path, title, passed, failures, errors[0]?.message ?? '', only),
    )
  } finally {
    done()
  }
  return verdict
}

function requirementOf(
  path: string,
  title: string,
  passed: boolean,
  failures: Failure[],
  message: string,
  only: string | undefined,
): RequirementVerdict {
  const match = /^(R\d+): (.+)$/.exec(title)
  if (!match) throw new Error(`${path}: the test "${title}" has no number. Call it "R1: " and one sentence.`)
  const [, id, sentence] = match as unknown as [string, string, string]
  if (only !== undefined && id !== only) return { id, sentence, status: 'unknown' }
  if (passed) return { id, sentence, status: 'met' }
  const failure = failures.find((other) => other.requirement === id) ?? {
    requirement: id,
    sentence,
    file: 'planner.ts',
    assertion: { message },
  }
  return { id, sentence, status: failure.stop?.kind === 'wall' ? 'unknown' : 'unmet', failure }
}
