/** The chapters of the workbook, in order. A kata names its own in its front matter. */
export const CHAPTERS: readonly string[] = [
  'Endings and verdicts',
  'Interruptions',
  'Closed doors',
  'Broken sends',
  'Streams',
  'Wire and time',
  'Fleets',
]
