/** The planner's side of the wall: what it sends, what waits for an answer, and what time it is. Only JSON text crosses. */
import type { ToPlanner } from '../messages.ts'
import { EngineError, EngineMap, lineIn, parse, stringify } from './engine.ts'
import { show } from './json.ts'

export type Delivery = Exclude<ToPlanner, { t: 'start' }>

/** What a host gives: `send` takes a message; `url` reads an address, since only an engine with the tables can. */
export interface Hooks {
  send(json: string): void
  url(json: string): string
}

export const wire = {
  send: (_json: string): void => undefined,
  url: (_json: string): string => 'null',
  /** What failures call the planner's file. */
  file: 'planner.ts',
  /** Epoch milliseconds; stands still between two deliveries. */
  now: 0,
  /** When this life began. */
  began: 0,
  ids: 0,
}

/** By id: what a delivery with that id does. */
const open = new EngineMap<number, (message: Delivery) => void>()

export function opened(does: (message: Delivery) => void): number {
  wire.ids += 1
  open.set(wire.ids, does)
  return wire.ids
}

export const closed = (id: number): boolean => open.delete(id)
export const abandon = (id: number): void => wire.send(`{"t":"abandon","id":${id}}`)

/** Longer, and nobody reads it. */
const MOST_ERROR = 2_000

export const log = (line: unknown): void => wire.send(`{"t":"log","line":${stringify(show(line))}}`)

/** A thrown value as data, whatever it is: reading it may throw again. */
export function told(error: unknown): { name: string; message: string; line: number | undefined } {
  try {
    const line = lineIn((error as { stack?: unknown } | null | undefined)?.stack, wire.file)
    if (error instanceof EngineError) return { name: cut(`${error.name}`), message: cut(`${error.message}`), line }
    return { name: 'a value', message: cut(show(error)), line }
  } catch {
    return { name: 'a value', message: 'which cannot be shown', line: undefined }
  }
}

const cut = (text: string): string => (text.length > MOST_ERROR ? `${text.slice(0, MOST_ERROR)}…` : text)

export const lineText = (line: number | undefined): string => (line === undefined ? '' : `,"line":${line}`)

/** The planner ended by an error that nobody caught. */
export function threw(error: unknown): void {
  const { name, message, line } = told(error)
  wire.send(`{"t":"threw","name":${stringify(name)},"message":${stringify(message)}${lineText(line)}}`)
}

/** A delivery other than the first: does what waits for it. What a planner's own function throws in there nobody else can catch. */
export function deliver(message: Delivery): void {
  const does = open.get(message.id)
  if (!does) return
  if (message.t !== 'event') open.delete(message.id)
  try {
    does(message)
  } catch (error) {
    threw(error)
  }
}

export const read = (json: string): ToPlanner => parse(json) as ToPlanner
