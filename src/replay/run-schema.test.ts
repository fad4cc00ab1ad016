/** What `parseRun` says of a file that is not a run, or not quite. */
import { expect, test } from 'vitest'
import { parseRun } from './run-schema.ts'

const exchange = {
  kind: 'exchange',
  at: 0,
  by: 'driver',
  method: 'GetTask',
  request: { id: 't-1' },
  http: { headers: { 'a2a-version': '1.0' } },
  reply: { kind: 'result', at: 3, result: { note: 'Done.' }, http: { status: 200, headers: {} } },
}
const take = {
  id: 'polled',
  title: 'Read once.',
  epoch: '2026-12-01T04:46:33.829Z',
  to: 9,
  after: 'settled',
  steps: [exchange],
}
const run = {
  format: 'planner-katas/run@1',
  id: 'read-once',
  title: 'A task is read.',
  tag: 'recorded',
  agent: 'deploy',
  sdk: { language: 'js', name: '@a2a-js/sdk', version: '1.3.0', store: 'memory' },
  binding: 'jsonrpc',
  recordedAt: '2026-12-01T04:46:33.829Z',
  projection: { order: 'newest-first', listedArtifacts: 'on-request', total: 'all-matching', defaultPageSize: 50 },
  words: { done: { value: 'Done.', twins: ['Ready.'], where: ['polled#0/reply/result/note'] } },
  moments: { end: { take: 'polled', at: 5, what: 'It ended.' } },
  takes: [take],
}
const FILE = 'fixtures/runs/js/read-once.json'

/** What is said of the run with these changes. */
function said(changes: object): string {
  try {
    parseRun(JSON.stringify({ ...run, ...changes }), FILE)
    return 'nothing'
  } catch (error) {
    return (error as Error).message
  }
}
const saidOfTake = (changes: object): string => said({ takes: [{ ...take, ...changes }] })
const saidOfStep = (changes: object): string => saidOfTake({ steps: [{ ...exchange, ...changes }] })

test('a whole run is read as it stands', () => {
  expect(parseRun(JSON.stringify(run), FILE)).toEqual(run)
})

test('a file that is not JSON', () => {
  expect(() => parseRun('{ "format": ', FILE)).toThrowErrorMatchingInlineSnapshot(
    `[Error: fixtures/runs/js/read-once.json: This is not JSON (Unexpected end of JSON input). Undo the edit, or record the run again with "npx kata record".]`,
  )
})

test('a file of another version, or of no version', () => {
  expect(said({ format: 'planner-katas/run@2' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json: The run has the format "planner-katas/run@2"; this workbook reads "planner-katas/run@1". Record it again, or use the workbook it came with."`,
  )
  expect(said({ format: undefined })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json: The run has no format; this workbook reads "planner-katas/run@1". Record it again, or use the workbook it came with."`,
  )
  expect(() => parseRun('null', FILE)).toThrowErrorMatchingInlineSnapshot(
    `[Error: fixtures/runs/js/read-once.json: The run has no format; this workbook reads "planner-katas/run@1". Record it again, or use the workbook it came with.]`,
  )
})

test('a field that is missing, unknown, or of the wrong kind', () => {
  expect(said({ title: undefined })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at title: This field is missing. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ expect: 'closed' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at the top: Nobody knows the field "expect". Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(
    saidOfStep({ reply: { kind: 'result', result: {}, http: { status: 200, headers: {} } } }),
  ).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/0/steps/0/reply/at: This field is missing. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(saidOfStep({ reply: { kind: 'silence', at: 3 } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/0/steps/0/reply/kind: Invalid discriminator value. Expected 'result' | 'error' | 'stream' | 'died'. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(saidOfStep({ method: 'tasks/get' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/0/steps/0/method: Invalid option: expected one of "SendMessage"|"SendStreamingMessage"|"GetTask"|"ListTasks"|"CancelTask"|"SubscribeToTask". Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ takes: [] })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/0: This field is missing. Undo the edit, or record the run again with "npx kata record"."`,
  )
})

test('an id that is not the file’s name', () => {
  expect(said({ id: 'read-twice' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at id: The id is "read-twice", and the file is called "read-once". They must be the same. Undo the edit, or record the run again with "npx kata record"."`,
  )
})

test('a reason that is missing', () => {
  expect(said({ tag: 'synthetic' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at reason: A run that is synthetic must say why it is not recorded. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(saidOfTake({ after: 'stays' })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/polled/why: A take that stays as it is must say why that is known. Undo the edit, or record the run again with "npx kata record"."`,
  )
})

test('times that cannot be', () => {
  expect(saidOfTake({ steps: [{ ...exchange, at: 2 }, exchange] })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/polled/steps/1: The steps must stand in the order of their times. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(saidOfStep({ at: 4 })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/polled/steps/0/reply: A reply cannot come before its request, nor an event before the one before it. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(saidOfTake({ to: 2 })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at takes/polled/steps/0/reply: This came after the watching ended (to: 2). Undo the edit, or record the run again with "npx kata record"."`,
  )
})

test('a word that does not stand where it is said to, or whose twins do not fit', () => {
  const done = run.words.done
  expect(said({ words: { done: { ...done, value: 'Ready.' } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at words/done: "Ready." does not stand at polled#0/reply/result/note. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ words: { done: { ...done, where: ['polled#7/reply'] } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at words/done: "Done." does not stand at polled#7/reply. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ words: { done: { ...done, where: ['polled'] } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at words/done/where/0: a place is take#step/path, such as polled#3/reply/result/id. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ words: { done: { ...done, twins: [2] } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at words/done: The twin 2 is of another kind than the word itself. Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ words: { done, more: { ...done, twins: [] } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at words: Every word needs equally many twins, since the i-th of each belong together. Undo the edit, or record the run again with "npx kata record"."`,
  )
})

test('a moment of no take, or after its take', () => {
  expect(said({ moments: { end: { take: 'streamed', at: 5, what: 'It ended.' } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at moments/end: There is no take "streamed". Undo the edit, or record the run again with "npx kata record"."`,
  )
  expect(said({ moments: { end: { take: 'polled', at: 50, what: 'It ended.' } } })).toMatchInlineSnapshot(
    `"fixtures/runs/js/read-once.json, at moments/end: It is after the watching ended (to: 9). Undo the edit, or record the run again with "npx kata record"."`,
  )
})
