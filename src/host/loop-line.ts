/** Which line of a planner goes round and round. */

/**
 * An engine that is interrupted knows the line of the last call that a function made, or where the function begins. The loop stands there, or it
 * is the first one behind it within the same braces.
 */
export function loopLine(js: string, line: number | undefined): number | undefined {
  if (line === undefined) return undefined
  const lines = blanked(js)
    .split('\n')
    .slice(line - 1)
  let depth = 0
  for (const [i, text] of lines.entries()) {
    for (const [token] of text.matchAll(/[{}]|\b(?:for|while|do)\b/g)) {
      if (token === '{') depth += 1
      else if (token !== '}') return line + i
      else depth -= 1
      if (depth < 0) return line
    }
  }
  return line
}

/** Comments and texts as spaces, line by line. A text over several lines may fool it, by a line or two. */
const blanked = (js: string): string =>
  js.replace(/\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g, (text) => ' '.repeat(text.length))
