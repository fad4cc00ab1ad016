/** What a person probably meant by a mistyped name. */

/** The one of `names` that begins with `name`, or is at most two letters away; `undefined` when there is none. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const asked = name.toLowerCase()
  const begins = names.find((candidate) => asked.length > 2 && candidate.toLowerCase().startsWith(asked))
  if (begins) return begins
  const ranked = names.map((candidate) => ({ candidate, away: distance(asked, candidate.toLowerCase()) }))
  const best = ranked.sort((a, b) => a.away - b.away)[0]
  return best && best.away <= 2 && best.away < asked.length ? best.candidate : undefined
}

/** Letters to change, add or drop (Levenshtein); two neighbours swapped count as one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] ?? []
      const change = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1)
      row.push(best)
    }
    rows.push(row)
  }
  return rows[a.length]?.[b.length] ?? 0
}
