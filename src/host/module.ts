/** A planner's text as a function, and why it could not be made one. The same in every host. */
import type { Stop } from '../replay/transcript.ts'

/** JavaScript text of one expression: the module as a function of `require` and `exports`. It adds no line, and hides none of the planner's names. */
export const wrapped = (js: string): string => `(function (require, exports) {"use strict";{${js}\n}})`

/** The same, where `await` may stand outside of a function. */
export const wrappedAsync = (js: string): string => `(async ${wrapped(js).slice(1)}`

/** A planner that the engine does not take. `asAsync`: it would, if it might await outside of a function. */
export function notLoaded(js: string, message: string, line: number | undefined, asAsync: boolean): Stop {
  const awaits = line !== undefined && /\bawait\b/.test(js.split('\n')[line - 1] ?? '')
  const words = asAsync
    ? 'It awaits while it is loaded. Move the await into plan.'
    : awaits
      ? 'There is an await in a function that is not async.'
      : `It is not valid TypeScript: ${message.replace(/\.$/, '')}.`
  return { kind: 'load', words, ...(line === undefined ? {} : { line }) }
}

/** A fault of our own. */
export const ours = (error: unknown): Stop => ({
  kind: 'wall',
  words: `Our side failed, and nothing is said of your planner: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`,
})

/** Why a play is stopped by a clock. It may be another on another machine: see `pool.ts`. */
export const TOO_SLOW: Stop = {
  kind: 'interrupted',
  words:
    'Your planner computed for seconds. It was stopped. Look for a loop that does not wait, or for a search, a sort or a regular expression over something very large.',
}
