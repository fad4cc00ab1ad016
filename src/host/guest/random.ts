/** Random numbers that are the same in every play of the same life: `Math.random` and `crypto`. */
import { provide } from './engine.ts'

let state = 0

/** mulberry32: small, and good enough for jitter and ids. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0
  let t = state
  t = Math.imul(t ^ (t >>> 15), t | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

/** Made once for each engine: a number's text in base 16 takes QuickJS longer than all the rest of an id. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function randomUUID(): string {
  let text = ''
  let bits = 0
  for (let i = 0; i < 16; i++) {
    bits = i % 4 === 0 ? (random() * 4_294_967_296) >>> 0 : bits >>> 8
    const byte = i === 6 ? (bits & 0x0f) | 0x40 : i === 8 ? (bits & 0x3f) | 0x80 : bits & 0xff
    text += i === 4 || i === 6 || i === 8 || i === 10 ? `-${HEX[byte]}` : HEX[byte]
  }
  return text
}

function getRandomValues<T extends { length: number; [at: number]: number }>(array: T): T {
  for (let i = 0; i < array.length; i++) array[i] = Math.floor(random() * 4_294_967_296)
  return array
}

/** A planner that is started again after a crash makes other ids. */
export function seedRandom(life: number): void {
  state = (life * 0x9e3779b1) >>> 0
}

export function provideRandom(): void {
  Object.defineProperty(Math, 'random', { value: random, configurable: true, writable: true, enumerable: false })
  provide('crypto', { randomUUID, getRandomValues })
}
