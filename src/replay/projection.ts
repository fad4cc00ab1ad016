/** How an SDK's reads show what it knows: history lengths, lists, pages. Checked against every recorded read. */
import type { Json, JsonObject } from '../a2a/json.ts'
import { withDefaults } from './defaults.ts'
import type { Projection } from './run.ts'
import { isObject } from './shape.ts'

const GET = new Set(['id', 'historyLength'])
const LIST = new Set([
  'contextId',
  'status',
  'pageSize',
  'pageToken',
  'historyLength',
  'statusTimestampAfter',
  'includeArtifacts',
])

/** Why a read cannot be projected, or `null`: a key or a value that no recording covers. */
export function unprojectable(method: 'GetTask' | 'ListTasks', params: JsonObject): string | null {
  const keys = method === 'GetTask' ? GET : LIST
  for (const key of Object.keys(params)) if (!keys.has(key)) return `with "${key}"`
  // No run holds a list by status or by time, so nobody knows how an agent takes one.
  for (const key of ['status', 'statusTimestampAfter']) if (params[key] !== undefined) return `with "${key}"`
  const { historyLength, pageSize, contextId, includeArtifacts, pageToken } = params
  if (contextId !== undefined && (typeof contextId !== 'string' || contextId === ''))
    return `with contextId ${JSON.stringify(contextId)}`
  if (includeArtifacts !== undefined && typeof includeArtifacts !== 'boolean')
    return `with includeArtifacts ${JSON.stringify(includeArtifacts)}`
  if (pageToken !== undefined && typeof pageToken !== 'string') return `with pageToken ${JSON.stringify(pageToken)}`
  if (
    historyLength !== undefined &&
    (typeof historyLength !== 'number' || !Number.isInteger(historyLength) || historyLength < 0)
  )
    return `with historyLength ${JSON.stringify(historyLength)}`
  if (
    pageSize !== undefined &&
    (typeof pageSize !== 'number' || !Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
  )
    return `with pageSize ${JSON.stringify(pageSize)}`
  return null
}

/** The last `length` messages of a task's history; the key goes when none is left. */
export function withHistory(task: JsonObject, length: Json | undefined): JsonObject {
  if (typeof length !== 'number' || !Array.isArray(task.history)) return task
  const { history, ...rest } = task
  if (length === 0) return rest
  return { ...task, history: (history as Json[]).slice(-length) }
}

export function project(tasks: JsonObject[], params: JsonObject, how: Projection): JsonObject {
  let found = tasks.filter((task) => {
    if (params.contextId !== undefined && params.contextId !== '' && task.contextId !== params.contextId) return false
    if (params.status !== undefined && (!isObject(task.status) || task.status.state !== params.status)) return false
    return typeof params.statusTimestampAfter !== 'string' || stamp(task) > params.statusTimestampAfter
  })
  if (how.order === 'newest-first') {
    found.sort((a, b) => {
      const [left, right] = stamp(a) === stamp(b) ? [String(a.id), String(b.id)] : [stamp(a), stamp(b)]
      return left < right ? 1 : left > right ? -1 : 0
    })
  }
  const total = found.length
  if (typeof params.pageToken === 'string' && params.pageToken !== '') {
    const cursor = found.findIndex((task) => tokenOf(task, how) === params.pageToken)
    found = cursor < 0 ? [] : found.slice(cursor + 1)
  }
  const size = typeof params.pageSize === 'number' ? params.pageSize : how.defaultPageSize
  const page = found.slice(0, size)
  const last = page.at(-1)
  const shown = page.map((task) =>
    withArtifacts(withHistory(task, params.historyLength), params.includeArtifacts === true, how),
  )
  return {
    tasks: shown.length === 0 && how.noTasks === 'null' ? null : shown,
    nextPageToken: last && found.length > page.length ? tokenOf(last, how) : '',
    pageSize: size,
    totalSize: how.total === 'zero' ? 0 : total,
  }
}

const stamp = (task: JsonObject): string =>
  isObject(task.status) && typeof task.status.timestamp === 'string' ? task.status.timestamp : ''

/** What a page's token says of its last task. */
function tokenOf(task: JsonObject, how: Projection): string {
  if (how.pageToken === 'underscore')
    return base64(`${stamp(task)}_${String(task.id)}`)
      .replaceAll('+', '-')
      .replaceAll('/', '_')
  if (how.pageToken !== 'json') return base64(`${stamp(task)}|${String(task.id)}`)
  const [whole = '', fraction = ''] = stamp(task).replace('Z', '').split('.')
  const nanoseconds = whole === '' ? 'null' : `${Date.parse(`${whole}Z`) / 1000}${fraction.padEnd(9, '0')}`
  return base64(`{"ts":${nanoseconds},"id":${JSON.stringify(task.id)}}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function withArtifacts(full: JsonObject, asked: boolean, how: Projection): JsonObject {
  const task = how.listedDefaults ? withDefaults(full) : full
  if (asked || how.listedArtifacts === 'always')
    return how.emptyArtifacts && task.artifacts === undefined ? { ...task, artifacts: [] } : task
  const { artifacts: _artifacts, ...rest } = task
  return rest
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 of ASCII text; the engine-free form of what SDKs put into page tokens. */
export function base64(text: string): string {
  let out = ''
  for (let i = 0; i < text.length; i += 3) {
    const bits = (text.charCodeAt(i) << 16) | ((text.charCodeAt(i + 1) || 0) << 8) | (text.charCodeAt(i + 2) || 0)
    out += DIGITS[(bits >> 18) & 63]
    out += DIGITS[(bits >> 12) & 63]
    out += i + 1 < text.length ? DIGITS[(bits >> 6) & 63] : '='
    out += i + 2 < text.length ? DIGITS[bits & 63] : '='
  }
  return out
}
