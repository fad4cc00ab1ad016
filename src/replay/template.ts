/**
 * Templates: recorded JSON in which ids, listed words, timestamps and the planner's own parts are holes. Everything else stays to the byte.
 * A hole in a string is a name between two private-use characters; a hole for a whole value is an object with the one key `HOLE`.
 */
import type { Json } from '../a2a/json.ts'

const OPEN = '\uE000'
const CLOSE = '\uE001'
const HOLE = '\uE000hole'
const HOLES = /\uE000([^\uE001]*)\uE001/g

/** JSON with holes. */
export type Template = Json

/** What fills a hole, by its name. */
export type Fill = (hole: string) => Json

/** A hole inside a string. */
export const hole = (name: string): string => OPEN + name + CLOSE

/** A hole for a whole value. */
export const valueHole = (name: string): Json => ({ [HOLE]: name })

/** The names of the holes of a template, in order, repeats included. */
export function holesOf(template: Template): string[] {
  if (typeof template === 'string') return [...template.matchAll(HOLES)].map((match) => match[1] as string)
  if (template === null || typeof template !== 'object') return []
  if (Array.isArray(template)) return template.flatMap(holesOf)
  const whole = template[HOLE]
  if (typeof whole === 'string') return [whole]
  return Object.values(template).flatMap(holesOf)
}

/** A fresh JSON value: the template with each hole filled. */
export function render(template: Template, fill: Fill): Json {
  if (typeof template === 'string') {
    return template.includes(OPEN) ? template.replace(HOLES, (_, name: string) => String(fill(name))) : template
  }
  if (template === null || typeof template !== 'object') return template
  if (Array.isArray(template)) return template.map((item) => render(item, fill))
  const whole = template[HOLE]
  if (typeof whole === 'string') return fill(whole)
  const out: { [key: string]: Json } = {}
  for (const key of Object.keys(template)) out[key] = render(template[key] as Json, fill)
  return out
}

/** JSON text with keys in order, so that equal values have equal texts. */
export function canonical(value: Json | undefined): string {
  if (value === undefined) return ''
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const keys = Object.keys(value).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}
