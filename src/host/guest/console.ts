/** `console`: what a planner says there is logged, as by `desk.log`. */
import { provide } from './engine.ts'
import { show } from './json.ts'
import { log } from './wire.ts'

const SAYS = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'group', 'groupCollapsed']
const SILENT = ['groupEnd', 'time', 'timeEnd', 'timeLog', 'count', 'countReset', 'clear']

function line(...values: unknown[]): void {
  let text = ''
  for (let i = 0; i < values.length; i++) text += `${i > 0 ? ' ' : ''}${show(values[i])}`
  log(text)
}

export function provideConsole(): void {
  const console: Record<string, unknown> = {}
  for (const name of SAYS) console[name] = line
  for (const name of SILENT) console[name] = () => undefined
  console.assert = (ok: unknown, ...values: unknown[]) => (ok ? undefined : line('Assertion failed:', ...values))
  provide('console', console)
}
