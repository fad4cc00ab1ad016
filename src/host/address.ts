/** Reads an address for the planner's side, since only an engine with the standard's tables can. Runs anywhere. */

/** The parts of an address, as `URL` names them. */
export const PARTS = [
  ...([
    'href',
    'origin',
    'protocol',
    'username',
    'password',
    'host',
    'hostname',
    'port',
    'pathname',
    'search',
    'hash',
  ] as const),
]

const MOST_CHARS = 10_000

/** Takes `[text, base or null, [part, value] to set first or null]`; gives the parts, or `null` where there is no address. */
export function readAddress(json: string): string {
  // What is longer is nobody's address, and reading it would be our own time.
  if (json.length > MOST_CHARS) return 'null'
  const [text, base, change] = JSON.parse(json) as [string, string | null, [(typeof PARTS)[number], string] | null]
  try {
    const url = base === null ? new URL(text) : new URL(text, base)
    if (change && change[0] !== 'origin') url[change[0]] = change[1]
    return JSON.stringify(Object.fromEntries(PARTS.map((part) => [part, url[part]])))
  } catch {
    return 'null'
  }
}
