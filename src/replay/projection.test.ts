/** How reads show what an SDK knows, where SDKs differ. That the whole fits is held against every recorded read, in recordings.test.ts. */
import { expect, test } from 'vitest'
import type { JsonObject } from '../a2a/json.ts'
import { project } from './projection.ts'
import type { Projection } from './run.ts'

const plain: Projection = {
  order: 'newest-first',
  listedArtifacts: 'on-request',
  total: 'all-matching',
  defaultPageSize: 50,
}
const printed: Projection = { ...plain, emptyArtifacts: true, listedDefaults: true, pageToken: 'json' }

const task = (id: string, second: number, more: JsonObject = {}): JsonObject => ({
  id,
  contextId: 'c-1',
  status: { state: 'TASK_STATE_WORKING', timestamp: `2026-12-01T12:00:0${second}.000250Z` },
  ...more,
})

test('an SDK that prints every field of a listed task', () => {
  const said = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Hello.' }] }
  const artifacts = [{ artifactId: 'a-1', parts: [{ data: 1, filename: 'one.json' }] }]
  expect(project([task('t-1', 1, { history: [said], artifacts })], { includeArtifacts: true }, printed).tasks).toEqual([
    task('t-1', 1, {
      history: [
        { ...said, parts: [{ text: 'Hello.', filename: '', mediaType: '' }], extensions: [], referenceTaskIds: [] },
      ],
      artifacts: [
        {
          artifactId: 'a-1',
          name: '',
          description: '',
          parts: [{ data: 1, filename: 'one.json', mediaType: '' }],
          extensions: [],
        },
      ],
    }),
  ])
  expect(project([task('t-1', 1, { history: [said] })], { historyLength: 0 }, printed).tasks).toEqual([
    task('t-1', 1, { history: [] }),
  ])
})

test('a status without a state has its name in such a listing', () => {
  const lost = { ...task('t-1', 1), status: { timestamp: '2026-12-01T12:00:01.000250Z' } }
  expect(project([lost], {}, printed)).toMatchObject({ tasks: [{ status: { state: 'TASK_STATE_UNSPECIFIED' } }] })
  expect(project([lost], {}, plain)).toEqual({ tasks: [lost], nextPageToken: '', pageSize: 50, totalSize: 1 })
})

test.each([
  ['with a bar', plain, '2026-12-01T12:00:02.000250Z|t-2'],
  ['with an underscore', { ...plain, pageToken: 'underscore' } as const, '2026-12-01T12:00:02.000250Z_t-2'],
  ['as JSON', printed, '{"ts":1796126402000250000,"id":"t-2"}'],
])('a page token that names its last task %s leads to the next page', (_, how, said) => {
  const tasks = [task('t-1', 1), task('t-2', 2), task('t-3', 3)]
  const first = project(tasks, { pageSize: 2 }, how)
  expect(atob(String(first.nextPageToken).replaceAll('-', '+').replaceAll('_', '/'))).toBe(said)
  const second = project(tasks, { pageSize: 2, pageToken: first.nextPageToken ?? '' }, how)
  expect(second).toMatchObject({ tasks: [{ id: 't-1' }], nextPageToken: '', totalSize: 3 })
})

test('an SDK that lists no task as null', () => {
  expect(project([], {}, { ...plain, noTasks: 'null' })).toMatchObject({ tasks: null, totalSize: 0 })
  expect(project([task('t-1', 1)], {}, { ...plain, noTasks: 'null' })).toMatchObject({ tasks: [{ id: 't-1' }] })
})
