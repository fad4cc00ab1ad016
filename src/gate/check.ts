/** Checks katas by every rule, and sums up what was found. */
import type { Catalogue, Kata } from '../catalogue/index.ts'
import { judgePool } from '../judge/pool.ts'
import { type Bench, bench } from './bench.ts'
import { keptSheets } from './kept.ts'
import type { Finding, Rule } from './rule.ts'
import { cheatsOf } from './rules/cheats-stopped.ts'
import { PLAY_RULES, TEXT_RULES } from './rules/index.ts'
import { mutantsOf } from './rules/mutants-stopped.ts'
import { rightOf } from './rules/right-planners-pass.ts'

export interface Checked {
  /** The kata's folder. */
  kata: string
  status: 'draft' | 'ready'
  findings: Finding[]
  /** Absent where a text rule failed: nothing was played then. */
  summary?: Summary
  ms: number
}

export interface Summary {
  right: number
  /** The desk operations that right planners used, each set once. */
  operations: string[]
  wrong: number
  cheats: number
  mutants: { stopped: number; of: number; waived: number }
}

export interface CheckOptions {
  /** Ask for nothing that is kept. */
  fresh?: boolean
  /** Called as each rule is begun: the kata's folder, the rule's name. */
  onRule?(kata: string, rule: string): void
  /** Called as each kata is done. */
  onChecked?(checked: Checked): void
}

const WORKERS = 2

/** `katas`: those to check, of the catalogue at `root`. */
export async function checkKatas(
  root: string,
  catalogue: Catalogue,
  katas: Kata[],
  { fresh = false, onRule, onChecked }: CheckOptions = {},
): Promise<Checked[]> {
  const pool = judgePool(WORKERS)
  const besidePool = judgePool(1, { ...process.env, KATA_BESIDE: '1' })
  const kept = { wall: keptSheets(root, pool, 'wall', fresh), beside: keptSheets(root, besidePool, 'beside', fresh) }
  try {
    const all: Checked[] = []
    for (const kata of katas) {
      const checked = await checkOne(catalogue, bench(root, catalogue, kata, kept), onRule)
      onChecked?.(checked)
      all.push(checked)
    }
    return all
  } finally {
    await Promise.all([pool.close(), besidePool.close()])
  }
}

async function checkOne(catalogue: Catalogue, on: Bench, onRule: CheckOptions['onRule']): Promise<Checked> {
  const started = performance.now()
  const { kata } = on
  const own = (file: string): boolean =>
    file.startsWith(`${kata.paths.folder}/`) ||
    file.startsWith(`${kata.solutions?.folder ?? `solutions/${kata.folder}`}/`)
  const findings: Finding[] = catalogue.faults
    .filter(({ file }) => own(file))
    .map((fault) => ({ ...fault, rule: 'files-read', kata: kata.folder }))
  const done = (summary?: Summary): Checked => ({
    kata: kata.folder,
    status: kata.question.front.status,
    findings,
    ...(summary ? { summary } : {}),
    ms: Math.round(performance.now() - started),
  })
  const hold = (rule: Rule): Promise<Finding[]> => {
    onRule?.(kata.folder, rule.name)
    return apply(rule, on)
  }
  for (const rule of TEXT_RULES) findings.push(...(await hold(rule)))
  if (findings.some(({ rule }) => rule === 'files-read') || kata.solutions === null) return done()
  try {
    await on.sheets('', [null])
  } catch (error) {
    // A test that cannot be judged is one fault, not one of every rule.
    const line = /planner\.test\.ts:(\d+)/.exec((error as Error).message)?.[1]
    findings.push({
      rule: 'files-read',
      kata: kata.folder,
      file: kata.paths.test,
      ...(line === undefined ? {} : { line: Number(line) }),
      what: `It cannot be judged: ${
        (error as Error).message
          .split('\n')
          .at(-1)
          ?.replace(/^.*planner\.test\.ts(?::\d+)*:? ?(?:ERROR: )?/, '') ?? ''
      }.`,
      mend: 'Mend the test first; nothing was played.',
    })
    return done()
  }
  // All at once, so that no worker waits for the last planner of a rule; told in their order all the same.
  findings.push(...(await Promise.all(PLAY_RULES.map(hold))).flat())
  return done(await summaryOf(on))
}

async function apply(rule: Rule, on: Bench): Promise<Finding[]> {
  try {
    return (await rule.check(on)).map((fault) => ({ ...fault, rule: rule.name, kata: on.kata.folder }))
  } catch (error) {
    const what = (error as Error).message
    return [
      {
        rule: rule.name,
        kata: on.kata.folder,
        file: on.kata.paths.test,
        what: `The rule could not be checked: ${what}`,
        mend: 'Mend that first.',
      },
    ]
  }
}

async function summaryOf(on: Bench): Promise<Summary> {
  const operations = new Set<string>()
  for (const { text } of rightOf(on)) {
    const [sheet] = await on.sheets(text, [null])
    operations.add(
      [...new Set(sheet?.plays.flatMap((play) => play.operations))]
        .map((operation) => operation.split(' ')[1] ?? '')
        .filter((name, i, all) => all.indexOf(name) === i)
        .sort()
        .join(' + '),
    )
  }
  const { all, alive, waived } = await mutantsOf(on)
  return {
    right: rightOf(on).length,
    operations: [...operations],
    wrong: on.kata.solutions?.wrong.length ?? 0,
    cheats: (await cheatsOf(on)).length,
    mutants: { stopped: all.length - alive.length - waived.length, of: all.length, waived: waived.length },
  }
}
