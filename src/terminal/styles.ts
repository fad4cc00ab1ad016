/** Colours and symbols, in one place. Colour is never the only signal: each state has a symbol or a word of its own. */
import pc from 'picocolors'

export type Style = Record<'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold', (text: string) => string>

/** Styles for a terminal with or without colour. */
export function styles(colour: boolean): Style {
  const { red, green, yellow, cyan, dim, bold } = pc.createColors(colour)
  return { red, green, yellow, cyan, dim, bold }
}

/** Whether to colour: never where `NO_COLOR` says so, for a dumb terminal, or into a pipe. */
export const wantsColour = (env: NodeJS.ProcessEnv, isTTY: boolean): boolean =>
  !env.NO_COLOR && env.TERM !== 'dumb' && (isTTY || Boolean(env.FORCE_COLOR && env.FORCE_COLOR !== '0'))

/** Met, the one in red, waiting, not known. */
export const MARKS = { met: '✓', unmet: '✗', waiting: '·', unknown: '?', here: '>' } as const
