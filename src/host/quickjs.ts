/** QuickJS with bounded memory: an engine with the planner's side in it, put back to its beginning for each play. Runs anywhere. */
import release from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { readAddress } from './address.ts'
import { type Memory, snapshot } from './snapshot.ts'

/** 64 MB in pages of 64 kB. QuickJS's own limit does not count volume; the memory's maximum does. */
const PAGES = 1024
/** What the module is built to start with: 16 MB. */
const FIRST_PAGES = 256
/** From here on memory does not grow: the module asks for a twentieth more at least. */
const FULL_BYTES = 61 * 1024 * 1024
/** An engine whose memory grew beyond this is dropped, since WebAssembly memory never shrinks. */
const KEEP_BYTES = 32 * 1024 * 1024
/** More, and V8's own stack ends first, in the middle of WebAssembly. */
const STACK_BYTES = 64 * 1024

declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => Memory }

/** The package's types call a namespace what at run time is the variant, under one more `default` in some loaders. */
const variant = ('default' in release ? release.default : release) as unknown as QuickJSSyncVariant

/** What an engine asks of the play that it is used for. Each of these may throw, right through the engine's own frames, which ends the engine. */
export interface Play {
  /** A message of the planner's. */
  receive(json: string): void
  /** The engine computes: true interrupts it. */
  interrupt(): boolean
  /** The planner asks for more memory than there is. `again`: it has caught the first failure, and goes on. */
  outOfMemory(again: boolean): void
}

export interface Engine {
  /** How large its memory is now. */
  bytes(): number
  /** Whether it can grow no more. */
  full(): boolean
  readonly runtime: QuickJSRuntime
  readonly context: QuickJSContext
  /** Of the planner's side. */
  readonly boot: QuickJSHandle
  readonly deliver: QuickJSHandle
  /** Makes it as it was when it was new: no trace of an earlier play. */
  begin(play: Play): void
}

/** How the engine and the planner's side get here. */
export interface Parts {
  /** `guest/index.ts` as one script. */
  guest: string
  /** QuickJS, compiled once for many modules; else each module loads it for itself. */
  wasm?: Promise<unknown>
}

let parts: Parts | undefined
/** Ready for the next play: the engine of the last one, or a fresh one. */
let ready: Promise<Engine> | null = null
let spare: Promise<Engine> | null = null

/** Once, before the first play. */
export function prepareEngines(given: Parts): void {
  parts = given
  ready ??= quietly(make())
}

async function make(): Promise<Engine> {
  if (!parts) throw new Error('prepareEngines was not called')
  let play: Play | null = null
  const { memory, bytes, forget } = boundedMemory((again) => play?.outOfMemory(again))
  const quickjs = await quickjsWith(memory, parts.wasm)
  const runtime = quickjs.newRuntime()
  runtime.setMaxStackSize(STACK_BYTES)
  const context = runtime.newContext()
  const send = context.newFunction('send', () => undefined)
  const url = context.newFunction('url', (text) => context.newString(readAddress(context.getString(text))))
  const text = `(function (send, url) {${parts.guest}\nreturn guest.makeGuest({ send, url }) })`
  const guest = context.unwrapResult(context.evalCode(text, 'guest.js'))
  const side = context.unwrapResult(context.callFunction(guest, context.undefined, send, url))
  const boot = context.getProp(side, 'boot')
  const deliver = context.getProp(side, 'deliver')
  runtime.setInterruptHandler(() => false)
  quickjs.interrupt(() => play?.interrupt() ?? false)
  quickjs.receive(
    () => void context.unwrapResult(context.callFunction(send, context.undefined)),
    (text) => play?.receive(text),
  )
  const restore = snapshot(memory)
  return {
    bytes,
    full: () => bytes() >= FULL_BYTES,
    runtime,
    context,
    boot,
    deliver,
    begin(next) {
      forget()
      restore()
      play = next
    },
  }
}

/** The part of an Emscripten module that QuickJS calls us by. */
interface Callbacks {
  callFunction(...args: unknown[]): unknown
  shouldInterrupt(...args: unknown[]): number
}

/** The parts of the Emscripten module by which a text gets out of the engine. */
interface Emscripten {
  callbacks: Callbacks
  _QTS_ArgvGetJSValueConstPointer(argv: number, nth: number): number
  _QTS_GetString(context: number, value: number): number
  _QTS_FreeCString(context: number, chars: number): void
  UTF8ToString(chars: number): string
}

function firstText(module: Emscripten, context: number, argv: number): string {
  const chars = module._QTS_GetString(context, module._QTS_ArgvGetJSValueConstPointer(argv, 0))
  const text = module.UTF8ToString(chars)
  module._QTS_FreeCString(context, chars)
  return text
}

/**
 * A module of its own, with a way to throw through it: what a callback throws, quickjs-emscripten turns into an error that a planner may
 * catch, so ours stand in front of its callbacks.
 */
async function quickjsWith(memory: Memory, wasm: Promise<unknown> | undefined) {
  let module: Emscripten | undefined
  let sendId: number | undefined
  let asking = false
  let receive = (_: string): void => undefined
  const preRun = [
    (made: Emscripten): void => {
      module = made
    },
  ]
  const quickjs = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: memory as never,
      emscriptenModule: { preRun } as never,
      ...(wasm ? { wasmModule: wasm as Promise<never> } : {}),
    }),
  )
  if (!module) throw new Error('Emscripten gave no module')
  const made = module
  const { callbacks } = made
  return {
    newRuntime: () => quickjs.newRuntime(),
    interrupt(handler: () => boolean) {
      made.callbacks = Object.assign(Object.create(callbacks) as Callbacks, {
        callFunction(...args: unknown[]) {
          const [, context, , , argv, fn] = args as [unknown, number, number, number, number, number]
          if (asking) sendId = fn
          if (fn !== sendId) return callbacks.callFunction(...args)
          if (!asking) receive(firstText(made, context, argv))
          return 0
        },
        shouldInterrupt: () => (handler() ? 1 : 0),
      })
    },
    /**
     * Messages of `send`, told by the number that it is called by, go to `receive` past quickjs-emscripten's callback, which takes as long as all
     * that we do with them. Nothing of the callback is left when `receive` throws.
     */
    receive(call: () => void, to: (text: string) => void) {
      receive = to
      asking = true
      call()
      asking = false
    },
  }
}

/** How often the module's own code asks before it gives up: for a fifth more, a tenth, a twentieth. */
const TRIES = 3

/** `full` is called when there is no more memory, and when it is asked for again: a planner may catch the failure and go on, slower and slower. */
function boundedMemory(full: (again: boolean) => void): { memory: Memory; bytes(): number; forget(): void } {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: PAGES })
  const { buffer } = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(memory) as Memory)
  const read = (): ArrayBuffer => buffer.get?.call(memory) as ArrayBuffer
  const grow = memory.grow.bind(memory)
  let refused = 0
  Object.defineProperties(memory, {
    grow: {
      value(pages: number) {
        try {
          const before = grow(pages)
          refused = 0
          return before
        } catch (error) {
          refused += 1
          if (refused === TRIES) full(false)
          throw error
        }
      },
    },
    buffer: {
      get() {
        if (refused >= TRIES) full(true)
        return read()
      },
    },
  })
  const forget = (): void => {
    refused = 0
  }
  return { memory, bytes: () => read().byteLength, forget }
}

/** The engine for the next play. A play that begins while another is going on gets one of its own. */
export function takeEngine(): Promise<Engine> {
  const taken = ready ?? spare ?? make()
  if (taken === spare) spare = null
  ready = null
  return taken
}

/** After a play: keeps the engine, or drops it undisposed when the play ended badly or left it large. */
export function giveBack(engine: Engine, clean: boolean): void {
  if (clean && engine.bytes() <= KEEP_BYTES) ready ??= Promise.resolve(engine)
  else makeSpare()
}

/** One engine more than is used, so that a play that ends badly costs the next no time. */
export function makeSpare(): void {
  spare ??= quietly(make())
}

/** Whoever takes it hears of its failure. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
