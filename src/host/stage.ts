/**
 * The stage: a runtime and a context with the planner's side already in them, kept as an image of the engine's memory. Each play begins with
 * the image put back: the same bytes for everybody, so nothing of a play is left to the next, in a tenth of the time of making it anew.
 */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core'
import { hostCall } from './module.ts'
import type { Engine } from './quickjs.ts'

/** The planner's side as text: `guest.js` and `extras.js`. */
export interface Guest {
  text: string
  extras: string
}

/** What the play that is on does with the engine. */
export interface OnStage {
  receive(json: string): void
  /** True: interrupt. */
  tick(): boolean
}

export interface Stage {
  runtime: QuickJSRuntime
  context: QuickJSContext
  boot: QuickJSHandle
  deliver: QuickJSHandle
  /** Makes the rare names. */
  makeExtras: QuickJSHandle
  tools: QuickJSHandle
  /** The play that is on. */
  play: OnStage
}

interface Kept extends Stage {
  guest: Guest
  /** The engine's memory when the stage was set, up to its last byte in use. */
  image: Uint8Array
}

/** More, and V8's own stack ends first, in the middle of WebAssembly. */
const STACK_BYTES = 64 * 1024

/** Engine features newer than Node 20's: gone, so that what runs here runs there. */
const NEWER = `for (const [holder, names] of [[Promise, ['withResolvers', 'try']], [Object, ['groupBy']], [Map, ['groupBy']], [Array, ['fromAsync']], [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']], [RegExp, ['escape']], [Error, ['isError']], [Math, ['f16round', 'sumPrecise']], [globalThis, ['Float16Array']], [DataView.prototype, ['getFloat16', 'setFloat16']], [Map.prototype, ['getOrInsert', 'getOrInsertComputed']], [WeakMap.prototype, ['getOrInsert', 'getOrInsertComputed']], [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength', 'detached']]]) for (const name of names) delete holder[name]
if (typeof Iterator !== 'undefined') { for (const name of ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find']) delete Iterator.prototype[name]; delete globalThis.Iterator }
for (const [holder, names] of [[Number.prototype, ['toLocaleString']], [Date.prototype, ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']], [Array.prototype, ['toLocaleString']]]) for (const name of names) Object.defineProperty(holder, name, { value() { throw new ReferenceError(name + ' does not exist here. Format by hand.') }, configurable: true, writable: true })
delete globalThis.navigator; delete globalThis.WebAssembly`

/** The stage of an engine, as it was when it was set. */
export function stageOf(engine: Engine, guest: Guest, play: OnStage): Stage {
  const known = engine.stage as Kept | null
  if (known && known.guest.text === guest.text && known.guest.extras === guest.extras) {
    new Uint8Array(engine.memory.buffer, 0, known.image.length).set(known.image)
    known.play = play
    return known
  }
  const kept = set(engine, guest, play)
  engine.stage = kept
  return kept
}

function set(engine: Engine, guest: Guest, play: OnStage): Kept {
  const runtime = engine.quickjs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  runtime.setInterruptHandler(() => kept.play.tick())
  const context = runtime.newContext()
  const send = context.newFunction('send', (text) => kept.play.receive(context.getString(text)))
  const call = context.newFunction('hostCall', (name, text) =>
    context.newString(hostCall(context.getString(name), context.getString(text))),
  )
  const kept: Kept = { guest, play, image: new Uint8Array(0), runtime, context } as unknown as Kept
  context.unwrapResult(context.evalCode(NEWER, 'wall.js')).dispose()
  const make = context.unwrapResult(context.evalCode(guest.text, 'guest.js'))
  kept.makeExtras = context.unwrapResult(context.evalCode(guest.extras, 'extras.js'))
  const side = context.unwrapResult(context.callFunction(make, context.undefined, send, call))
  kept.boot = context.getProp(side, 'boot')
  kept.deliver = context.getProp(side, 'deliver')
  kept.tools = context.getProp(side, 'tools')
  kept.image = imageOf(engine)
  return kept
}

/** Memory up to the last byte that is not zero. What lies beyond has never been used; an allocator clears what it hands out as cleared. */
function imageOf(engine: Engine): Uint8Array {
  const words = new Float64Array(engine.memory.buffer)
  const bits = new Int32Array(engine.memory.buffer)
  let last = words.length - 1
  while (last > 0 && bits[2 * last] === 0 && bits[2 * last + 1] === 0) last--
  return new Uint8Array(engine.memory.buffer.slice(0, (last + 1) * 8))
}
