/** What a kata's test may import beside Vitest: a planner as text, and its play. */
export { play, subject } from './play.ts'
export type { Late, Played, PlayOptions, Subject } from './types.ts'
