/**
 * The planner's side, one text for every host: made into one script, run in QuickJS behind the wall and, for `kata debug`, in Node. It makes
 * the desk and the globals out of messages, runs `plan`, and says what became of it. A planner cannot reach what is in here.
 */
import type { Json } from '../../a2a/json.ts'
import { A2AError, TransportError } from '../../kit/errors.ts'
import type { DeskShape } from '../messages.ts'
import { provideAbsence } from './absent.ts'
import { provideClone } from './clone.ts'
import { provideConsole } from './console.ts'
import { provideDate } from './date.ts'
import { makeDesk } from './desk.ts'
import { afterwards, EngineError, EnginePromise, isArray, keys, stringify } from './engine.ts'
import { provideEvents } from './events.ts'
import { asJson, hasKind, NOTHING } from './json.ts'
import { provideRandom, seedRandom } from './random.ts'
import { provideText } from './text.ts'
import { provideTime } from './time.ts'
import { provideUrl } from './url.ts'
import { deliver as deliverOther, type Hooks, lineText, read, threw, told, wire } from './wire.ts'

/** A planner's text as a function, its imports and exports in the way of CommonJS. */
type Load = (require: (name: string) => unknown, exports: Record<string, unknown>) => void

/** What a life begins with. */
export interface Life {
  file: string
  /** From 1. */
  life: number
  /** Epoch milliseconds. */
  now: number
}

/** What a host calls. Texts are JSON. */
export interface Guest {
  /** Runs the planner's text. */
  boot(load: Load, life: string): void
  deliver(message: string): void
}

const kit = { __esModule: true, A2AError, TransportError }
const HOW = 'Write: export async function plan(desk, request)'

class LoadError extends EngineError {
  override readonly name = 'LoadError'
}

function require(name: string): unknown {
  if (name === '#kit') return kit
  throw new LoadError(`It imports "${name}". A planner imports #kit alone.`)
}

let planner: unknown

function notLoaded(why: string, line?: number): void {
  wire.send(`{"t":"load","why":${stringify(why)}${lineText(line)}}`)
}

function boot(load: Load, text: string): void {
  const { file, life, now } = read(text) as unknown as Life
  wire.file = file
  wire.now = now
  wire.began = now
  seedRandom(life)
  const exports: Record<string, unknown> = {}
  try {
    load(require, exports)
  } catch (error) {
    failedToLoad(error)
    return
  }
  planner = exports.plan === undefined ? exports.default : exports.plan
  if (typeof planner === 'function') return
  const others = keys(exports).filter((key) => key !== '__esModule' && key !== 'plan')
  if (planner !== undefined)
    notLoaded(`Its plan is ${planner === null ? 'null' : typeof planner}, not a function. ${HOW}`)
  else notLoaded(`It exports ${others.length > 0 ? `${others.join(', ')}, and no plan` : 'nothing'}. ${HOW}`)
}

function failedToLoad(error: unknown): void {
  const { name, message, line } = told(error)
  if (error instanceof LoadError) notLoaded(message, line)
  // The engine's own: too deep, or too much.
  else if (name === 'InternalError' || message.startsWith('Maximum call stack')) threw(error)
  else notLoaded(`It throws while it is loaded: ${name === 'a value' ? message : `${name}: ${message}`}`, line)
}

function start(request: Json, shape: DeskShape): void {
  try {
    const result = (planner as (desk: object, request: Json) => unknown)(makeDesk(shape), request)
    afterwards(EnginePromise.resolve(result), finish, threw)
  } catch (error) {
    threw(error)
  }
}

function finish(outcome: unknown): void {
  try {
    const why = wrongWith(outcome)
    if (why !== null)
      wire.send(
        `{"t":"shape","why":${stringify(`plan returned ${why}. An outcome is an object with a kind, such as { kind: 'done' }.`)}}`,
      )
  } catch (error) {
    threw(error)
  }
}

/** Sends the outcome; or says what it is instead of one. */
function wrongWith(outcome: unknown): string | null {
  if (outcome === undefined) return 'nothing (undefined)'
  if (outcome === null) return 'null'
  if (isArray(outcome)) return 'an array'
  if (typeof outcome !== 'object') return `a ${typeof outcome}`
  const json = asJson(outcome)
  if ('fault' in json && json.fault === NOTHING) return 'an object without a kind'
  if ('fault' in json) return `something that JSON cannot say: ${json.fault}`
  if (!hasKind(json.text)) return 'an object without a kind'
  wire.send(`{"t":"outcome","outcome":${json.text}}`)
  return null
}

function deliver(json: string): void {
  const message = read(json)
  wire.now = message.now
  if (message.t === 'start') start(message.request, message.desk)
  else deliverOther(message)
}

/** Once for each engine. */
export function makeGuest(hooks: Hooks): Guest {
  wire.send = hooks.send
  wire.url = hooks.url
  provideAbsence()
  provideTime()
  provideDate()
  provideRandom()
  provideConsole()
  provideEvents()
  provideClone()
  provideText()
  provideUrl()
  return { boot, deliver }
}
