import { expect, test } from 'vitest'
import { readTypeErrors } from './type-errors.ts'

const output = `katas/01-a/planner.ts(12,5): error TS2339: Property 'state' does not exist on type 'Task'.
  Its declaration is elsewhere.
katas/01-a/planner.ts(30,1): error TS2322: Type 'string' is not assignable to type 'number'.
src/kit/desk.ts(1,1): error TS1005: ';' expected.
`

test('type errors of the planner are counted, and the first is told', () => {
  expect(readTypeErrors(output, '/projects/my katas', 'katas/01-a/planner.ts')).toEqual({
    count: 2,
    first: { line: 12, message: "Property 'state' does not exist on type 'Task'." },
  })
})

test('errors of other files are nobody’s business here', () => {
  expect(readTypeErrors(output, '/projects/my katas', 'katas/02-b/planner.ts')).toEqual({ count: 0 })
})
