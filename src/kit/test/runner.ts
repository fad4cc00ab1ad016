/**
 * The one file of `src` that touches Vitest's runner: what the kit needs to know of the test that is running. Majors of Vitest move these
 * interfaces fast; 4.1 is what this is written against.
 */
import { getCurrentTest } from '@vitest/runner'

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
