import { expect, test } from 'vitest'
import type { Failure, Row } from '../kit/test/failure.ts'
import { keyLine, screen } from './screen.ts'
import type { Canvas, ScreenState } from './state.ts'
import { styles } from './styles.ts'
import { width } from './text.ts'

const plain = styles(false)
const small: Canvas = { columns: 80, rows: 23, style: plain }

const sentences = [
  'deploys the build when the deploy agent accepts it',
  'returns what the agent said when the agent turns the deploy down, once',
  'makes no call after the task has ended',
  'deploys only a build whose tests have passed',
]

const same = (text: string, mark: '→' | '←', times = 1): Row => {
  const cell = { mark, text, times }
  return { expected: cell, yours: cell, first: false }
}

const rows: Row[] = [
  same('tests SendMessage "Run the suite for build 42"', '→'),
  same('tests COMPLETED "12 passed"', '←'),
  same('deploy SendMessage "Deploy build 42 to production"', '→'),
  same('deploy SUBMITTED', '←'),
  same('deploy GetTask', '→'),
  same(`deploy REJECTED "Production deploys are outside this agent's policy. Use the release train."`, '←'),
  {
    expected: {
      mark: '=',
      text: `refused, words "Production deploys are outside this agent's policy. Use the release train."`,
      times: 1,
    },
    yours: { mark: '→', text: 'deploy GetTask', times: 300, line: 31 },
    first: true,
  },
  { expected: null, yours: { mark: '!', text: 'stopped', times: 1 }, first: false },
]

const failure: Failure = {
  requirement: 'R2',
  sentence: sentences[1] ?? '',
  file: 'planner.ts',
  line: 31,
  stop: { kind: 'endless', words: 'It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.' },
  play: {
    nth: 1,
    runs: {
      tests: { run: 'suite-of-build-42', tag: 'recorded', sdk: '@a2a-js/sdk 1.3.0' },
      deploy: { run: 'deploy-to-production', tag: 'recorded', sdk: '@a2a-js/sdk 1.3.0' },
    },
    rows,
    logged: [],
  },
}

const source = Array.from({ length: 40 }, (_, n) =>
  n === 30 ? '    task = await desk.agents.deploy.getTask({ id: task.id })' : '',
)

function state(part: Partial<ScreenState> = {}, unmet: Failure | null = failure): ScreenState {
  return {
    kata: {
      id: 'poll-loop',
      number: '01',
      title: 'The poll loop that never ends and the deploy that should not',
      level: 'L2 Working',
      kind: 'Debug',
      minutes: 8,
      chapter: 'Endings and verdicts',
      position: '1 of 20',
      folder: 'katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not',
      answer: 'solutions/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not',
    },
    verdict: {
      kata: 'poll-loop',
      seed: null,
      plays: 8,
      ticks: 1000,
      memory: 1,
      requirements: sentences.map((sentence, n) => ({
        id: `R${n + 1}`,
        sentence,
        status: unmet === null || n === 0 ? 'met' : 'unmet',
        ...(n === 1 && unmet ? { failure: unmet } : {}),
      })),
    },
    judging: false,
    source,
    untouched: false,
    types: null,
    trouble: null,
    next: { number: '02', title: 'The build that looked green' },
    ...part,
  }
}

const shown = (lines: string[]) => `\n${lines.map((line) => line.trimEnd()).join('\n')}\n`

test('the first screen says that red is where every kata starts, and fits 24 by 80', () => {
  const lines = screen(state({ untouched: true }), small)
  expect(lines.length).toBeLessThanOrEqual(23)
  for (const line of lines) expect(width(line)).toBeLessThanOrEqual(80)
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     Red is where every kata starts. Read question.md, then change planner.ts.

     ✓ R1  met
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3 R4  later

     Recorded on @a2a-js/sdk 1.3.0: suite-of-build-42, deploy-to-production
       expected                             │ yours
       … 4 earlier rows, the same on both sides
       → deploy GetTask                     │ → deploy GetTask
       ← deploy REJECTED "Production deplo… │ ← deploy REJECTED "Production deplo…
     > = refused, words "Production deploys │ → deploy GetTask (300 times)
       are outside this agent's policy. Use │
       the release train."                  │
                                            │ ! stopped
     It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: open planner.ts. It is judged at each save. Hints are in question.md.
    "
  `)
})

test('plain lines: whole sentences, and commands that work as printed', () => {
  const lines = screen(state({ untouched: true }), { columns: 80, rows: null, style: plain })
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     Red is where every kata starts. Read question.md, then change planner.ts.

     ✓ R1  deploys the build when the deploy agent accepts it
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3  makes no call after the task has ended
     · R4  deploys only a build whose tests have passed

     Recorded on @a2a-js/sdk 1.3.0: suite-of-build-42, deploy-to-production
       expected                             │ yours
       → tests SendMessage "Run the suite … │ → tests SendMessage "Run the suite …
       ← tests COMPLETED "12 passed"        │ ← tests COMPLETED "12 passed"
       → deploy SendMessage "Deploy build … │ → deploy SendMessage "Deploy build …
       ← deploy SUBMITTED                   │ ← deploy SUBMITTED
       → deploy GetTask                     │ → deploy GetTask
       ← deploy REJECTED "Production deplo… │ ← deploy REJECTED "Production deplo…
     > = refused, words "Production deploys │ → deploy GetTask (300 times)
       are outside this agent's policy. Use │
       the release train."                  │
                                            │ ! stopped
     It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: edit katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not/planner.ts
     Then: npx kata test 1
     Stuck? question.md has hints for R2.
    "
  `)
})

test('a tall and wide terminal shows the requirements whole and more of the conversation', () => {
  const lines = screen(state(), { columns: 150, rows: 49, style: plain })
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     ✓ R1  deploys the build when the deploy agent accepts it
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3  makes no call after the task has ended
     · R4  deploys only a build whose tests have passed

     Recorded on @a2a-js/sdk 1.3.0: suite-of-build-42, deploy-to-production
       expected                                                                │ yours
       → tests SendMessage "Run the suite for build 42"                        │ → tests SendMessage "Run the suite for build 42"
       ← tests COMPLETED "12 passed"                                           │ ← tests COMPLETED "12 passed"
       → deploy SendMessage "Deploy build 42 to production"                    │ → deploy SendMessage "Deploy build 42 to production"
       ← deploy SUBMITTED                                                      │ ← deploy SUBMITTED
       → deploy GetTask                                                        │ → deploy GetTask
       ← deploy REJECTED "Production deploys are outside this agent's policy.… │ ← deploy REJECTED "Production deploys are outside this agent's policy.…
     > = refused, words "Production deploys are outside this agent's policy.   │ → deploy GetTask (300 times)
       Use the release train."                                                 │
                                                                               │ ! stopped
     It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: change planner.ts and save it. Stuck? question.md has hints for R2.
    "
  `)
})

test('a long conversation is folded around its first difference', () => {
  const long = [
    ...Array.from({ length: 30 }, (_, n) => same(`deploy GetTask number ${n}`, '→')),
    ...rows,
    ...rows.slice(0, 5),
  ]
  const lines = screen(
    state({}, { ...failure, play: { ...failure.play, nth: 2, runs: {}, logged: [], rows: long } }),
    small,
  )
  expect(lines.length).toBeLessThanOrEqual(23)
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     ✓ R1  met
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3 R4  later

       expected                             │ yours
       … 32 earlier rows, the same on both sides
       → deploy SendMessage "Deploy build … │ → deploy SendMessage "Deploy build …
       ← deploy SUBMITTED                   │ ← deploy SUBMITTED
       → deploy GetTask                     │ → deploy GetTask
       ← deploy REJECTED "Production deplo… │ ← deploy REJECTED "Production deplo…
     > = refused, words "Production deploys │ → deploy GetTask (300 times)
       are outside this agent's policy. Use │
       the release train."                  │
                                            │ ! stopped
       … 5 more
     It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: change planner.ts and save it. Stuck? question.md has hints for R2.
    "
  `)
})

test('what the planner logged is shown as its own words, where there is room', () => {
  const logged = Array.from({ length: 9 }, (_, n) => ({ at: n, line: `poll ${n}\u001b[31m` }))
  const lines = screen(state({}, { ...failure, play: { nth: 1, runs: {}, rows: rows.slice(5), logged } }), small)
  expect(shown(lines.slice(-14))).toMatchInlineSnapshot(`
    "
       expected                             │ yours
       ← deploy REJECTED "Production deplo… │ ← deploy REJECTED "Production deplo…
     > = refused, words "Production deploys │ → deploy GetTask (300 times)
       are outside this agent's policy. Use │
       the release train."                  │
                                            │ ! stopped
     It asked 300 times and read TASK_STATE_REJECTED each time: it never ends.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })
     Your planner logged (the last 3 of 9):
       poll 6
       poll 7
       poll 8

     Next: change planner.ts and save it. Stuck? question.md has hints for R2.
    "
  `)
})

test('a planner that cannot be loaded: what and where, and no conversation', () => {
  const stop = { kind: 'load' as const, words: 'planner.ts cannot be read as TypeScript: a ")" is missing.', line: 31 }
  const lines = screen(state({}, { requirement: 'R2', sentence: failure.sentence, file: 'planner.ts', stop }), small)
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     ✓ R1  deploys the build when the deploy agent accepts it
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3  makes no call after the task has ended
     · R4  deploys only a build whose tests have passed

     planner.ts cannot be read as TypeScript: a ")" is missing.
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: mend that line and save. Nothing else can be judged until it loads.
    "
  `)
})

test('type errors are counted and never hide what the planner does', () => {
  const types = { count: 2, first: { line: 12, message: "Property 'state' does not exist on type 'Task'." } }
  const lines = screen(state({ types }), small)
  expect(lines.length).toBeLessThanOrEqual(23)
  expect(shown(lines.slice(-4))).toMatchInlineSnapshot(`
    "
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     2 type errors, beside that: planner.ts:12 Property 'state' does not exist on …
     Next: change planner.ts and save it. Stuck? question.md has hints for R2.
    "
  `)
})

test('a failed assertion without a difference in the conversation is said in words', () => {
  const { stop: _, ...rest } = failure
  const assertion = { message: 'expected [] to have a length of 1 but got +0' }
  const lines = screen(
    state({}, { ...rest, assertion, play: { nth: 1, runs: {}, logged: [], rows: rows.slice(0, 4) } }),
    small,
  )
  expect(shown(lines.slice(4))).toMatchInlineSnapshot(`
    "
     ✓ R1  deploys the build when the deploy agent accepts it
     ✗ R2  returns what the agent said when the agent turns the deploy down, once
     · R3  makes no call after the task has ended
     · R4  deploys only a build whose tests have passed

       expected                             │ yours
       → tests SendMessage "Run the suite … │ → tests SendMessage "Run the suite …
       ← tests COMPLETED "12 passed"        │ ← tests COMPLETED "12 passed"
       → deploy SendMessage "Deploy build … │ → deploy SendMessage "Deploy build …
       ← deploy SUBMITTED                   │ ← deploy SUBMITTED
     The test says: expected [] to have a length of 1 but got +0
     planner.ts:31  task = await desk.agents.deploy.getTask({ id: task.id })

     Next: change planner.ts and save it. Stuck? question.md has hints for R2.
    "
  `)
})

test('what our side failed at is never called the learner’s fault', () => {
  const stop = { kind: 'wall' as const, words: 'The wall took too long to start. Run it again.' }
  const base = state({}, { requirement: 'R2', sentence: failure.sentence, file: 'planner.ts', stop })
  const verdict = base.verdict && {
    ...base.verdict,
    requirements: base.verdict.requirements.map((r) => (r.id === 'R2' ? { ...r, status: 'unknown' as const } : r)),
  }
  expect(shown(screen({ ...base, verdict }, small).slice(4))).toMatchInlineSnapshot(`
    "
     ✓ R1  deploys the build when the deploy agent accepts it
     ? R2  returns what the agent said when the agent turns the deploy down, once
     · R3  makes no call after the task has ended
     · R4  deploys only a build whose tests have passed

     The wall took too long to start. Run it again.

     Next: run it again. This was not your planner.
    "
  `)
})

test('when all is met, explaining is next', () => {
  const lines = screen(state({}, null), small)
  expect(lines.length).toBeLessThanOrEqual(23)
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     ✓ R1  deploys the build when the deploy agent accepts it
     ✓ R2  returns what the agent said when the agent turns the deploy down, once
     ✓ R3  makes no call after the task has ended
     ✓ R4  deploys only a build whose tests have passed

     Every requirement is met.
     The fix is one half; the other half is to explain it. Read the question in
     question.md once more, and answer it: aloud, or on paper.
     Then compare with answer.md in
     solutions/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     Next: 02 The build that looked green
    "
  `)
})

test('a workbook that cannot judge says why', () => {
  expect(
    shown(
      screen(
        state({
          verdict: null,
          trouble: 'katas/01-x/planner.ts is gone. Take it back with: git checkout katas/01-x/planner.ts',
        }),
        small,
      ),
    ),
  ).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and the deploy that should not
     L2 Working · Debug · 8 minutes · Endings and verdicts · 1 of 20
     katas/01-the-poll-loop-that-never-ends-and-the-deploy-that-should-not

     katas/01-x/planner.ts is gone. Take it back with: git checkout
     katas/01-x/planner.ts
    "
  `)
})

test('a screen that is too small keeps the sentence and the line', () => {
  const lines = screen(state(), { columns: 40, rows: 15, style: plain }).slice(0, 15)
  expect(lines.filter((line) => width(line) > 40)).toEqual([])
  expect(shown(lines)).toMatchInlineSnapshot(`
    "
     01 The poll loop that never ends and …

     ✓ R1  met
     ✗ R2  returns what the agent said when
           the agent turns the deploy down,
           once
     · R3 R4  later

       expected         │ yours
       … 6 earlier rows, the same on both …
     > = refused, words │ → deploy GetTask
       "Production      │ (300 times)
       deploys are out… │
       … 1 more
     It asked 300 times and read
    "
  `)
})

test('the line of keys holds what works now, and what is going on', () => {
  const keys = [
    { key: 'r', does: 'run again' },
    { key: 'q', does: 'quit' },
  ]
  expect(keyLine(keys, 'judging …', { columns: 40, rows: 24, style: plain })).toMatchInlineSnapshot(
    `" r run again   q quit         judging …"`,
  )
  expect(keyLine(keys, 'judging …', { columns: 20, rows: 24, style: plain })).toMatchInlineSnapshot(
    `" r run again   q qu…"`,
  )
})
