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

function randomUUID(): string {
  let text = ''
  for (const c of 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx') {
    const n = (random() * 16) | 0
    text += c === 'x' ? n.toString(16) : c === 'y' ? ((n & 3) | 8).toString(16) : c
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
