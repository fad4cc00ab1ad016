/** `Date`, by the play's clock and in UTC on every machine. */
import { construct, defineProperty, EngineDate, provide } from './engine.ts'
import { wire } from './wire.ts'

const UNITS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']
const { getTimezoneOffset, toUTCString } = EngineDate.prototype

/** Texts whose time zone is said, or that mean UTC by themselves. */
const ZONED = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})(?:\s*\([^)]*\))?\s*$|^\s*[+-]?\d{4,6}(?:-\d\d){0,2}\s*$/i

/** As `Date.parse`; a text that says no zone means UTC. */
function parseDate(text: unknown): number {
  const string = String(text)
  const at = EngineDate.parse(string)
  if (Number.isNaN(at) || ZONED.test(string)) return at
  return at - getTimezoneOffset.call(new EngineDate(at)) * 60_000
}

function VirtualDate(this: unknown, ...args: unknown[]): unknown {
  if (!new.target) return new EngineDate(wire.now).toString()
  return construct(EngineDate, [timeOf(args)], new.target)
}

function timeOf(args: unknown[]): number {
  if (args.length === 0) return wire.now
  if (args.length > 1) return EngineDate.UTC(...(args as [number, number]))
  const [only] = args
  if (only instanceof EngineDate) return +only
  const value = typeof only === 'object' && only !== null ? (only as { valueOf(): unknown }).valueOf() : only
  return typeof value === 'string' ? parseDate(value) : Number(typeof value === 'object' ? String(value) : value)
}

/** `Thu, 01 Jan 1970 00:00:00 GMT` in the order of `toString`; `null` for a date that is none. */
function parts(date: Date): { day: string; time: string } | null {
  const found = /^(\w+), (\d+) (\w+) (-?\d+) (\S+) GMT$/.exec(toUTCString.call(date))
  return found && { day: `${found[1]} ${found[3]} ${found[2]} ${found[4]}`, time: `${found[5]} GMT+0000` }
}

/** Changes the engine's own: its prototype stays, so that every date there is behaves. */
export function provideDate(): void {
  const { prototype } = EngineDate
  const put = (name: string, value: unknown): void => {
    defineProperty(prototype, name, { value, configurable: true, writable: true, enumerable: false })
  }
  const methods = prototype as unknown as Record<string, unknown>
  for (const unit of UNITS) {
    put(`get${unit}`, methods[`getUTC${unit}`])
    if (unit !== 'Day') put(`set${unit}`, methods[`setUTC${unit}`])
  }
  put('getTimezoneOffset', () => 0)
  const says = (words: (found: { day: string; time: string }) => string) =>
    function (this: Date): string {
      const found = parts(this)
      return found ? words(found) : 'Invalid Date'
    }
  put(
    'toDateString',
    says(({ day }) => day),
  )
  put(
    'toTimeString',
    says(({ time }) => time),
  )
  put(
    'toString',
    says(({ day, time }) => `${day} ${time}`),
  )
  put('constructor', VirtualDate)
  defineProperty(VirtualDate, 'prototype', { value: prototype, writable: false })
  defineProperty(VirtualDate, 'name', { value: 'Date' })
  Object.assign(VirtualDate, { UTC: EngineDate.UTC, parse: parseDate, now: () => wire.now })
  provide('Date', VirtualDate)
}
