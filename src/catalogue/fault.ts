/** What is wrong with a file of `katas/` or `solutions/`, as data, and its one plain text. */

export interface Fault {
  /** Path from the root, with forward slashes. */
  file: string
  /** From 1; absent when it is about the file as a whole. */
  line?: number
  /** What is wrong: one sentence. */
  what: string
  /** How to mend it: one sentence. */
  mend: string
}

/** Takes down the faults of one file. `line` counts from 1 in that file. */
export type Report = (line: number | undefined, what: string, mend: string) => void

/** A `Report` that writes into `faults`. */
export function reporter(faults: Fault[], file: string): Report {
  return (line, what, mend) => {
    faults.push(line === undefined ? { file, what, mend } : { file, line, what, mend })
  }
}

/** `file:line: what mend`, in one line. */
export function faultText(fault: Fault): string {
  const place = fault.line === undefined ? fault.file : `${fault.file}:${fault.line}`
  return `${place}: ${fault.what} ${fault.mend}`
}

/** The one of `names` that was probably meant by `name`: at most two letters away; `undefined` when none is. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((n) => ({ n, away: distance(name.toLowerCase(), n.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)
  const best = ranked[0]
  return best !== undefined && best.away <= 2 ? best.n : undefined
}

/** Letters to change, add or drop (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
