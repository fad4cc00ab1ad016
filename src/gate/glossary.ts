/** Reads `site/glossary.md`: the terms that `term:` links lead to. */
import { sectionsOf } from '../catalogue/markdown.ts'
import type { Bench } from './bench.ts'
import { slugOf } from './texts.ts'

export const GLOSSARY_PATH = 'site/glossary.md'

export interface Term {
  /** What a link names: `virtual-time`. */
  id: string
  name: string
  /** Markdown. */
  text: string
  line: number
}

export const termsOf = (bench: Pick<Bench, 'text'>): Term[] =>
  sectionsOf(bench.text(GLOSSARY_PATH), 1).map(({ title, text, line }) => ({
    id: slugOf(title),
    name: title,
    text,
    line,
  }))
