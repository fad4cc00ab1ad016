/** The Markdown of a kata as rules read it: blocks and links with the lines of their file, and what is the source material's own. */
import { cutFront } from '../catalogue/front-matter.ts'
import { type Block, blocksOf, linksOf, plain, type Section, sectionsOf } from '../catalogue/markdown.ts'
import type { Bench } from './bench.ts'
import { sentencesOf } from './words.ts'

export interface MarkdownText {
  /** Path from the root. */
  file: string
  text: string
  blocks: Block[]
  /** Those of `##`. */
  sections: Section[]
  links: { text: string; href: string; line: number; block: Block }[]
}

/** `path`: from the root. `null`: there is no such file. */
export function markdownOf(bench: Pick<Bench, 'text'>, path: string): MarkdownText | null {
  const text = bench.text(path)
  if (text === '') return null
  const { body, bodyLine } = cutFront(text) ?? { body: text, bodyLine: 1 }
  const lines = text.split('\n')
  const blocks = blocksOf(body, bodyLine)
  const links = blocks.flatMap((block) => {
    let line = block.line
    return linksOf(block.text).map((link) => {
      // A paragraph may go over several lines: the link is where its target first stands from here.
      const at = lines.findIndex((one, i) => i >= line - 1 && one.includes(link.href))
      line = at < 0 ? block.line : at + 1
      return { ...link, line, block }
    })
  })
  return { file: path, text, blocks, sections: sectionsOf(body, bodyLine), links }
}

export const answerPath = ({ kata }: Bench): string =>
  `${kata.solutions?.folder ?? `solutions/${kata.folder}`}/answer.md`

/** The texts of the kata on the bench: its question, and its answer where there is one. */
export const textsOf = (bench: Bench): MarkdownText[] =>
  [bench.kata.paths.question, answerPath(bench)].flatMap((path) => markdownOf(bench, path) ?? [])

/** The section of `##` in which a line stands. */
export const sectionAt = ({ sections }: MarkdownText, line: number): Section | undefined =>
  sections.findLast((section) => section.line <= line)

/** Whether a block, or a sentence, is the source material's own: every sentence of it stands in `source.txt`, word for word. */
export function sourceOf(bench: Bench): (markdown: string) => boolean {
  const source = bench.text(`${bench.kata.solutions?.folder ?? `solutions/${bench.kata.folder}`}/source.txt`)
  if (source === '') return () => false
  const flat = flatten(source)
  return (markdown) => sentencesOf(flatten(plain(markdown))).every((sentence) => flat.includes(sentence))
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A heading's anchor, as the site makes it. */
export const slugOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')

/** Runs as links name them: `run:js/deploy-to-production#polled`. */
export const runLink = (href: string): { id: string; take: string | undefined } | null => {
  const parts = /^run:([^#]+)(?:#(.+))?$/.exec(href)
  return parts ? { id: parts[1] ?? '', take: parts[2] } : null
}
