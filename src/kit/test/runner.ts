/**
 * The one file of `src` that touches Vitest's runner and its `expect`: what the kit needs to know of the test that is running, and how the judge
 * runs a test file without Vitest. Majors of Vitest move these interfaces fast; 4.1 is what this is written against.
 */
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import {
  describe,
  type File,
  getCurrentTest,
  startTests,
  type Task,
  test,
  type VitestRunner,
  type VitestRunnerConfig,
} from '@vitest/runner'

/** The test that runs now, as far as the kit uses it. */
export interface RunningTest {
  /** The test's title. */
  title: string
  /** A value that is the same for one run of one test, to hold notes by. */
  key: object
  /** Called when the test's function ended well or badly; what it throws fails the test. */
  onFinished(check: () => void): void
  /** Called when the test failed. `errors` may be replaced. */
  onFailed(mend: (errors: TestError[]) => TestError[]): void
}

export interface TestError {
  name: string
  message: string
  stack?: string
  expected?: unknown
  actual?: unknown
}

export function runningTest(): RunningTest | null {
  const test = getCurrentTest()
  if (!test) return null
  return {
    title: test.name,
    key: test,
    onFinished: (check) => test.context.onTestFinished(check),
    onFailed: (mend) =>
      test.context.onTestFailed(({ task }) => {
        const { result } = task
        if (result?.errors) result.errors = mend(result.errors as TestError[]) as typeof result.errors
      }),
  }
}

/** What `vitest` is to a kata's test that the judge runs. */
export interface Vitest {
  test: typeof test
  it: typeof test
  describe: typeof describe
  expect: unknown
}

let vitest: Vitest | undefined

/** `test`, `describe` and `expect` as `vitest` exports them, without Vitest. */
export function vitestWithoutVitest(): Vitest {
  vitest ??= { test, it: test, describe, expect: makeExpect() }
  return vitest
}

function makeExpect(): unknown {
  chai.use(JestExtend)
  chai.use(JestChaiExpect)
  chai.use(JestAsymmetricMatchers)
  const expect = ((value: unknown, message?: string) => {
    const assertion = chai.expect(value, message) as unknown as { withTest(test: unknown): unknown }
    const running = getCurrentTest()
    return running ? assertion.withTest(running) : assertion
  }) as unknown as Chai.ExpectStatic
  Object.assign(
    expect,
    chai.expect,
    (globalThis as Record<symbol, unknown>)[ASYMMETRIC_MATCHERS_OBJECT as unknown as symbol],
  )
  setState(
    {
      ...getState(expect as never),
      assertionCalls: 0,
      isExpectingAssertions: false,
      isExpectingAssertionsError: null,
      expectedAssertionsNumber: null,
    },
    expect as never,
  )
  return expect
}

/** A test of a file that was run. */
export interface RanTest {
  title: string
  passed: boolean
  /** The test's errors, as the kit left them. */
  errors: TestError[]
}

/** Runs what `define` declares with `test` and `describe`, one after another. What `define` throws is the error of the whole file. */
export async function runTests(
  file: string,
  define: () => void,
  timeout: number,
): Promise<{ tests: RanTest[]; error: string | null }> {
  const config: VitestRunnerConfig = {
    root: '/',
    setupFiles: [],
    name: undefined,
    passWithNoTests: true,
    testNamePattern: undefined,
    allowOnly: true,
    sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
    chaiConfig: undefined,
    maxConcurrency: 1,
    testTimeout: timeout,
    hookTimeout: timeout,
    retry: 0,
    includeTaskLocation: undefined,
    tags: [],
    tagsFilter: undefined,
    strictTags: false,
  }
  const runner: VitestRunner = { config, importFile: () => define() }
  const [ran] = (await startTests([file], runner)) as [File]
  const error = ran.result?.errors?.[0]
  return { tests: testsIn(ran), error: error ? error.message : null }
}

function testsIn(task: Task): RanTest[] {
  if (task.type === 'suite') return task.tasks.flatMap(testsIn)
  return [
    { title: task.name, passed: task.result?.state === 'pass', errors: (task.result?.errors ?? []) as TestError[] },
  ]
}
