/** Reads the parts of a Markdown text that the catalogue looks at: sections, lists, tables, links. Each with its line. */
import MarkdownIt, { type Token } from 'markdown-it'

const markdown = new MarkdownIt({ html: false, linkify: false })

export interface Section {
  /** The heading, without markup. */
  title: string
  /** Line of the heading, from 1. */
  line: number
  /** What stands behind the heading, up to the next one of its level or above: Markdown. */
  text: string
  /** Line on which `text` begins. */
  textLine: number
  /** Sections one level deeper. */
  sections: Section[]
}

export interface Item {
  /** Markdown, without the list's mark. */
  text: string
  line: number
}

export interface Row {
  /** Markdown of each cell. */
  cells: string[]
  line: number
}

/** The sections of `level` (2 for `##`) in a text that begins on `firstLine` of its file, each with those one level deeper. */
export function sectionsOf(text: string, firstLine: number, level = 2): Section[] {
  const lines = text.split('\n')
  const tokens = markdown.parse(text, {})
  const heads = tokens.flatMap((token, i) => {
    const depth = token.type === 'heading_open' && token.level === 0 ? Number(token.tag.slice(1)) : 0
    return depth > 0 && depth <= level && token.map
      ? [{ depth, from: token.map[0], to: token.map[1], title: plain(tokens[i + 1]?.content ?? '') }]
      : []
  })
  return heads.flatMap((head, i) => {
    if (head.depth !== level) return []
    // Blank lines around the text are the layout's, not the text's.
    let from = head.to
    let to = heads[i + 1]?.from ?? lines.length
    while (from < to && lines[from]?.trim() === '') from++
    while (to > from && lines[to - 1]?.trim() === '') to--
    const inner = lines.slice(from, to).join('\n')
    return [
      {
        title: head.title,
        line: firstLine + head.from,
        text: inner,
        textLine: firstLine + from,
        sections: sectionsOf(inner, firstLine + from, level + 1),
      },
    ]
  })
}

/** The Markdown before the first heading of `level`. */
export function leadOf(text: string, level: number): string {
  const token = markdown
    .parse(text, {})
    .find((t) => t.type === 'heading_open' && t.level === 0 && Number(t.tag.slice(1)) <= level)
  return text.split('\n').slice(0, token?.map?.[0]).join('\n').trim()
}

/** The items of the lists at the top of a text. `ordered`: only numbered ones. */
export function itemsOf(text: string, firstLine: number, ordered = false): Item[] {
  const lines = text.split('\n')
  const tokens = markdown.parse(text, {})
  let numbered = false
  return tokens.flatMap((token) => {
    if (token.level === 0 && token.type.endsWith('_list_open')) numbered = token.type === 'ordered_list_open'
    if (token.type !== 'list_item_open' || token.level !== 1 || !token.map || (ordered && !numbered)) return []
    const [from, to] = token.map
    const [first = '', ...rest] = lines.slice(from, to)
    const indent = first.match(/^\s*(?:\d+[.)]|[-*+])\s+/)?.[0].length ?? 0
    const body = [
      first.slice(indent),
      ...rest.map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length))),
    ]
    return [{ text: body.join('\n').trim(), line: firstLine + from }]
  })
}

/** The first table of a text, heading row first; `null`: there is none. */
export function tableOf(text: string, firstLine: number): { head: string[]; rows: Row[] } | null {
  const tokens = markdown.parse(text, {})
  const rows: Row[] = []
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'table_close') break
    if (token.type === 'tr_open') rows.push({ cells: [], line: firstLine + (token.map?.[0] ?? 0) })
    if (token.type === 'th_open' || token.type === 'td_open') rows.at(-1)?.cells.push(tokens[i + 1]?.content ?? '')
  }
  const [head, ...body] = rows
  return head === undefined ? null : { head: head.cells, rows: body }
}

/** A block of a text, for whoever compares or checks it piece by piece. */
export interface Block {
  kind: 'heading' | 'paragraph' | 'row'
  /** Markdown; the cells of a row, joined by nothing. */
  text: string
  line: number
}

/** Headings, paragraphs (those of lists included) and table rows, in order. */
export function blocksOf(text: string, firstLine: number): Block[] {
  const blocks: Block[] = []
  const tokens = markdown.parse(text, {})
  for (const [i, token] of tokens.entries()) {
    const line = firstLine + (token.map?.[0] ?? 0)
    const inner = tokens[i + 1]?.content ?? ''
    if (token.type === 'heading_open') blocks.push({ kind: 'heading', text: inner, line })
    if (token.type === 'paragraph_open') blocks.push({ kind: 'paragraph', text: inner, line })
    if (token.type === 'tr_open') blocks.push({ kind: 'row', text: '', line })
    const row = blocks.at(-1)
    if ((token.type === 'th_open' || token.type === 'td_open') && row !== undefined) row.text += inner
  }
  return blocks
}

export interface Link {
  text: string
  href: string
}

/** The links of a Markdown text, in order. */
export function linksOf(text: string): Link[] {
  return inlinesOf(text).flatMap((token, i, all) => {
    if (token.type !== 'link_open') return []
    const end = all.findIndex((t, j) => j > i && t.type === 'link_close')
    return [
      {
        text: all
          .slice(i + 1, end)
          .map((t) => t.content)
          .join(''),
        href: String(token.attrGet('href')),
      },
    ]
  })
}

/** Pieces of inline code, in order. */
export function codesOf(text: string): string[] {
  return inlinesOf(text)
    .filter((t) => t.type === 'code_inline')
    .map((t) => t.content)
}

/** A line of Markdown as a reader sees it: no stars, backticks or link targets. */
export function plain(text: string): string {
  return inlinesOf(text)
    .map((t) => (t.type === 'softbreak' || t.type === 'hardbreak' ? ' ' : t.content))
    .join('')
    .trim()
}

function inlinesOf(text: string): Token[] {
  return markdown.parse(text, {}).flatMap((token) => token.children ?? [])
}
