/** Follows a pointer of a run, such as `polled#3/reply/result/status/message/parts/0/text`. */
import type { Pointer, Run } from './run.ts'

/** What stands there; `undefined` where nothing does. */
export function leafAt(run: Run, pointer: Pointer): unknown {
  const [, id, index, path = ''] = /^([^#]+)#(\d+)\/(.*)$/.exec(pointer) ?? []
  let value: unknown = run.takes.find((take) => take.id === id)?.steps[Number(index)]
  for (const key of path.split('/')) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    value =
      value !== null && typeof value === 'object' && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  }
  return value
}
