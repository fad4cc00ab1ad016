/** QuickJS modules with bounded memory: one serves many plays, one after another, while all end cleanly, and a spare stands ready. Runs anywhere. */
import release from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core'

/** 64 MB in pages of 64 kB. QuickJS's own limit does not count volume; the memory's maximum does. */
const PAGES = 1024
/** What the module is built to start with: 16 MB. */
const FIRST_PAGES = 256
/** From here on the next growth fails: memory grows by a fifth, or by what was asked for. */
const FULL_BYTES = 60 * 1024 * 1024
/** A module whose memory grew beyond this is dropped, since WebAssembly memory never shrinks. */
const KEEP_BYTES = 32 * 1024 * 1024

/** What we use of WebAssembly's memory, which neither ES2023 nor Node's types name. */
interface Memory {
  readonly buffer: ArrayBuffer
}
declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => Memory }

/** The package's types call a namespace what at run time is the variant, under one more `default` in some loaders. */
const variant = ('default' in release ? release.default : release) as unknown as QuickJSSyncVariant

export interface Engine {
  /** Set: the next interrupt throws it through the engine's own frames, and the module is good for nothing any more. */
  escape: Error | null
  quickjs: QuickJSWASMModule
  memory: Memory
  /** A play is going on in it. */
  busy: boolean
  /** What `stage.ts` keeps in it. */
  stage: unknown
}

let current: Engine | null = null
let spare: Promise<Engine> | null = null

async function make(): Promise<Engine> {
  const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: PAGES })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory as never }))
  const engine: Engine = { quickjs, memory, escape: null, busy: false, stage: null }
  // The package turns what an interrupt handler throws into one more interrupt; this stands before it.
  const { callbacks } = (
    quickjs as unknown as { module: { callbacks: { shouldInterrupt(...args: unknown[]): unknown } } }
  ).module
  const shouldInterrupt = callbacks.shouldInterrupt.bind(callbacks)
  callbacks.shouldInterrupt = (...args) => {
    const interrupts = shouldInterrupt(...args)
    if (engine.escape) throw engine.escape
    return interrupts
  }
  return engine
}

/** The module for the next play. A play that begins while another is going on gets a module of its own. */
export async function takeEngine(): Promise<Engine> {
  if (current?.busy === false) {
    current.busy = true
    return current
  }
  const next = await (spare ?? make())
  spare = make()
  next.busy = true
  if (current === null) current = next
  return next
}

/** Whether the planner has used up its memory. */
export const full = (engine: Engine): boolean => engine.memory.buffer.byteLength >= FULL_BYTES

/** After a play: keeps the module, or drops it undisposed when the play ended badly or left it large. */
export function giveBack(engine: Engine, clean: boolean): void {
  engine.busy = false
  if (clean && engine.memory.buffer.byteLength <= KEEP_BYTES) return
  if (current === engine) current = null
}
