/** What SDKs answer, derived from the recordings, and the source's table held against it. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answerWords, compare } from './compare.ts'
import { allRuns } from './load.ts'
import { holdSource } from './source.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const comparison = compare(allRuns(root))

const answersTo = (method: string, state: string) => {
  const row = comparison.rows.find((one) => one.method === method && one.state === state)
  return Object.fromEntries(
    Object.entries(row?.answers ?? {}).map(([language, all]) => [language, all.map(answerWords)]),
  )
}

test('every row names a run that shows each answer', () => {
  const ids = new Set(allRuns(root).map(({ sdk, id }) => `${sdk.language}/${id}`))
  const answers = comparison.rows.flatMap((row) => Object.values(row.answers).flat())
  expect(answers.length).toBeGreaterThan(80)
  expect(answers.filter(({ run }) => !ids.has(run))).toEqual([])
})

test('what a message to a finished task is answered with differs by SDK', () => {
  expect(answersTo('SendMessage', 'TASK_STATE_COMPLETED')).toEqual({
    js: ['-32004 UNSUPPORTED_OPERATION'],
    python: ['-32004 UNSUPPORTED_OPERATION'],
    go: ['-32602 INVALID_PARAMS'],
  })
})

test("each statement of the source's table stands beside where it does not hold", () => {
  const lines = holdSource(comparison).map(({ method, says, holds, differs }) => {
    const where = Object.entries(holds).map(([language, states]) => `${language} in ${states} of 4 states`)
    return [`${method}: ${says}. Holds for ${where.join(', ')}.`, ...differs.map((line) => `  ${line}`)].join('\n')
  })
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "GetTask: the final task. Holds for go in 4 of 4 states, js in 4 of 4 states, python in 4 of 4 states.
    SendMessage: -32004. Holds for js in 4 of 4 states, python in 4 of 4 states.
      github.com/a2aproject/a2a-go/v2 answers SendMessage on TASK_STATE_COMPLETED with -32602 INVALID_PARAMS, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SendMessage on TASK_STATE_FAILED with -32602 INVALID_PARAMS, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SendMessage on TASK_STATE_CANCELED with -32602 INVALID_PARAMS, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SendMessage on TASK_STATE_REJECTED with -32602 INVALID_PARAMS, the source says -32004.
    SubscribeToTask: -32004. Holds for js in 4 of 4 states, python in 4 of 4 states.
      github.com/a2aproject/a2a-go/v2 answers SubscribeToTask on TASK_STATE_COMPLETED with -32001 TASK_NOT_FOUND, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SubscribeToTask on TASK_STATE_FAILED with -32001 TASK_NOT_FOUND, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SubscribeToTask on TASK_STATE_CANCELED with -32001 TASK_NOT_FOUND, the source says -32004.
      github.com/a2aproject/a2a-go/v2 answers SubscribeToTask on TASK_STATE_REJECTED with -32001 TASK_NOT_FOUND, the source says -32004.
    CancelTask: -32002. Holds for go in 3 of 4 states, js in 3 of 4 states, python in 4 of 4 states.
      github.com/a2aproject/a2a-go/v2 answers CancelTask on TASK_STATE_CANCELED with the task, the source says -32002.
      @a2a-js/sdk answers CancelTask on TASK_STATE_CANCELED with the task, the source says -32002."
  `)
})
