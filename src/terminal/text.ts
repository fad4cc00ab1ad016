/** Text in cells of a terminal: its width, cutting, padding and wrapping. Plain text in, plain text out; styles come later. */

/** Printable text in one line: line breaks become spaces, and whatever would move the cursor or change colours is dropped. */
export const clean = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is dropped.
    .replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')

/** How many cells a text takes: wide (East Asian, pictures) letters take two, marks that combine take none. */
export function width(text: string): number {
  let cells = 0
  for (const letter of text) cells += /\p{M}/u.test(letter) ? 0 : WIDE.test(letter) ? 2 : 1
  return cells
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** As much of the beginning as fits into `cells`; at least one letter. */
function head(text: string, cells: number): string {
  let kept = ''
  for (const letter of text) {
    if (kept !== '' && width(kept + letter) > cells) break
    kept += letter
  }
  return kept
}

/** At most `cells` wide; what does not fit is named by `…`. */
export function cut(text: string, cells: number): string {
  if (width(text) <= cells) return text
  return cells <= 1 ? '…'.repeat(Math.max(0, cells)) : `${head(text, cells - 1)}…`
}

/** Exactly `cells` wide. */
export const pad = (text: string, cells: number): string => {
  const fitting = cut(text, cells)
  return fitting + ' '.repeat(Math.max(0, cells - width(fitting)))
}

/** Lines of at most `cells`, broken between words; at most `most` of them, the last one cut. */
export function wrap(text: string, cells: number, most = Number.POSITIVE_INFINITY): string[] {
  const lines: string[] = []
  let rest = text.trim()
  while (rest !== '') {
    if (width(rest) <= cells || lines.length + 1 >= most) return [...lines, cut(rest, cells)]
    const fits = head(rest, cells)
    // Between words where there is a gap; in the middle of a word that is longer than a line.
    const gap = rest[fits.length] === ' ' ? fits.length : fits.lastIndexOf(' ')
    const line = gap > 0 ? rest.slice(0, gap) : fits
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}
