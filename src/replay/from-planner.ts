/** What came from a planner, checked: whoever changes `Object.prototype` on its side can send anything that JSON can say. */
import type { Json } from '../a2a/json.ts'
import type { FromPlanner } from '../host/messages.ts'
import { LIMITS } from './limits.ts'
import { isObject } from './shape.ts'
import type { Stop } from './transcript.ts'
import { computing, outOfMemory, stackOverflow } from './words.ts'

const PARTS = ['agent', 'approver', 'human', 'journal']
const isText = (value: Json | undefined): boolean => typeof value === 'string'
const isCount = (value: Json | undefined): boolean => Number.isSafeInteger(value) && (value as number) > 0
const isLine = (value: Json | undefined): boolean => value === undefined || isCount(value)

/** The message, or `null` when it is none. `desk`: the parts that the desk has. */
export function fromPlanner(json: string, desk: readonly string[]): FromPlanner | null {
  let value: Json
  try {
    value = JSON.parse(json) as Json
  } catch {
    return null
  }
  if (!isObject(value) || !isMessage(value, desk)) return null
  return value as unknown as FromPlanner
}

function isMessage(value: { [key: string]: Json | undefined }, desk: readonly string[]): boolean {
  switch (value.t) {
    case 'call': {
      const part = String(value.part)
      const given = part === 'agent' || (desk.includes(part) && value.who === part)
      return (
        PARTS.includes(part) &&
        given &&
        isCount(value.id) &&
        isText(value.who) &&
        isText(value.method) &&
        value.params !== undefined &&
        isLine(value.line)
      )
    }
    case 'sleep':
      return isCount(value.id) && typeof value.ms === 'number'
    case 'abandon':
      return isCount(value.id)
    case 'log':
      return isText(value.line)
    case 'outcome':
      return isObject(value.outcome) && isText(value.outcome.kind)
    case 'threw':
      return isText(value.name) && isText(value.message) && isLine(value.line)
    case 'load':
    case 'shape':
      return isText(value.why) && isLine(value.line)
    default:
      return false
  }
}

/** QuickJS's parsers overflow as SyntaxError. */
const ENGINES = ['InternalError', 'SyntaxError']

/** What an engine throws when a planner took too much; `null` for an error of the planner's own. The words are QuickJS's and V8's. */
export function engineStop(name: string, message: string): Pick<Stop, 'kind' | 'words'> | null {
  if (name === 'InternalError' && message === 'interrupted') return { kind: 'interrupted', words: computing }
  if (name === 'InternalError' && message === 'out of memory') return { kind: 'memory', words: outOfMemory }
  if (
    (ENGINES.includes(name) && message === 'stack overflow') ||
    (name === 'RangeError' && message.startsWith('Maximum call stack'))
  ) {
    return { kind: 'stack', words: stackOverflow }
  }
  return null
}

/** A text of an error's, short enough to be read. */
export const clipped = (text: string): string =>
  text.length > LIMITS.errorChars ? `${text.slice(0, LIMITS.errorChars)}…` : text
