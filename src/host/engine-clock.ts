/** The engine's own clock and time zone. QuickJS asks its worker's `Date`; from here on that says the play's time, in UTC, on every machine. */
import { shown } from './wall.ts'

/** For a worker that does nothing else: replaces its global `Date`. */
export function setEngineClock(): void {
  const Real = Date
  class EngineDate extends Real {
    constructor(...args: number[]) {
      if (args.length === 0) super(shown.now)
      else if (args.length === 1) super(args[0] as number)
      else super(Real.UTC(...(args as [number, number])))
    }
    static override now(): number {
      return shown.now
    }
    override getTimezoneOffset(): number {
      return 0
    }
  }
  for (const unit of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const) {
    Object.defineProperty(EngineDate.prototype, `get${unit}`, {
      value(this: Date) {
        return this[`getUTC${unit}`]()
      },
    })
  }
  globalThis.Date = EngineDate as DateConstructor
}
