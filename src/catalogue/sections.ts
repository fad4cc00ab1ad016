/** Holds a file to the sections that it must have: each once, in order, none unknown, none empty. */
import { nearest, type Report } from './fault.ts'
import type { Section } from './markdown.ts'

/** The sections by title; faults are reported, and `null` says that one is missing or empty. */
export function pickSections<Title extends string>(
  wanted: Readonly<Record<Title, string>>,
  there: readonly Section[],
  report: Report,
): Record<Title, Section> | null {
  const titles = Object.keys(wanted) as Title[]
  const found: Partial<Record<Title, Section>> = {}
  let last = -1
  for (const section of there) {
    const place = titles.indexOf(section.title as Title)
    const title = titles[place]
    if (title === undefined) {
      const meant = nearest(section.title, titles)
      report(
        section.line,
        `Unknown section “${section.title}”.`,
        meant === undefined ? `The sections are ${titles.join(', ')}.` : `Write “${meant}”.`,
      )
    } else if (found[title] !== undefined) {
      report(section.line, `The section “${title}” stands twice.`, 'Join the two.')
    } else {
      if (place < last)
        report(section.line, `The section “${title}” comes too late.`, `The order is ${titles.join(', ')}.`)
      last = Math.max(last, place)
      found[title] = section
    }
  }
  let whole = true
  for (const title of titles) {
    const section = found[title]
    if (section !== undefined && section.text !== '') continue
    whole = false
    report(
      section?.line,
      `The section “${title}” is ${section === undefined ? 'missing' : 'empty'}.`,
      `Write \`## ${title}\`: ${wanted[title]}.`,
    )
  }
  return whole ? (found as Record<Title, Section>) : null
}
