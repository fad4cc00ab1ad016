/** Every link of a kata's texts lands: on a run and its take, a kata, a term, a file, a heading. Reports are named by repository and number. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Fault, nearest, reporter } from '../../catalogue/fault.ts'
import type { Bench } from '../bench.ts'
import { termsOf } from '../glossary.ts'
import type { Rule } from '../rule.ts'
import { runOf } from '../run-texts.ts'
import { answerPath, type MarkdownText, markdownOf, runLink, slugOf, textsOf } from '../texts.ts'

export const linksResolve: Rule = {
  name: 'links-resolve',
  about: 'Every link, run, kata and term that a text names exists.',
  check(bench) {
    const faults: Fault[] = []
    for (const text of textsOf(bench)) {
      const report = reporter(faults, text.file)
      for (const { href, line } of text.links) {
        const wrong = wrongWith(bench, text, href)
        if (wrong) report(line, ...wrong)
      }
    }
    return [...faults, ...reportsOf(bench)]
  },
}

type Wrong = [what: string, mend: string]

function wrongWith(bench: Bench, text: MarkdownText, href: string): Wrong | null {
  const run = runLink(href)
  if (run) {
    const found = runOf(bench, run.id)
    if (!found) return [`There is no run \`${run.id}\`.`, 'See them with: npx kata runs. A link is `run:js/its-name`.']
    if (run.take === undefined || found.takes.some(({ id }) => id === run.take)) return null
    return [`The run ${run.id} has no take \`${run.take}\`.`, `It has: ${found.takes.map(({ id }) => id).join(', ')}.`]
  }
  const [scheme, name = ''] = /^(kata|term):(.*)$/.exec(href)?.slice(1) ?? []
  if (scheme === 'kata')
    return among(
      name,
      bench.catalogue.katas.map(({ id }) => id),
      'kata',
    )
  if (scheme === 'term')
    return among(
      name,
      termsOf(bench).map(({ id }) => id),
      'term in site/glossary.md',
    )
  if (/^https:\/\/github\.com\/[^/]+\/[^/]+\/(?:issues|pull|discussions)\/\d+/.test(href))
    return [`The report ${href} is named by its address.`, 'Write `owner/repository#number`.']
  if (/^https:\/\/\S+\.\S+/.test(href)) return null
  if (/^[a-z][a-z+.-]*:/i.test(href))
    return [`Nobody knows the link \`${href}\`.`, 'Links begin with run:, kata:, term: or https:, or name a file.']
  return fileAt(bench, text, href)
}

function among(name: string, names: string[], what: string): Wrong | null {
  if (names.includes(name)) return null
  const meant = nearest(name, names)
  return [
    `There is no ${what} called \`${name}\`.`,
    meant === undefined ? `There are: ${names.join(', ')}.` : `Write \`${meant}\`.`,
  ]
}

/** `wrong/one.ts`, `../guides/author.md#waivers`, `#hints`. */
function fileAt({ root }: Bench, text: MarkdownText, href: string): Wrong | null {
  const [path = '', anchor] = decodeURI(href).split('#')
  const target = path === '' ? text.file : posix.join(posix.dirname(text.file), path)
  const file = join(root, ...target.split('/'))
  if (target.startsWith('..') || !existsSync(file))
    return [`There is no file \`${path}\` beside it.`, 'Name one by its path from this file.']
  if (anchor === undefined || !target.endsWith('.md')) return null
  const headings =
    markdownOf({ text: () => readFileSync(file, 'utf8') }, target)?.blocks.filter(({ kind }) => kind === 'heading') ??
    []
  return headings.some((heading) => slugOf(heading.text) === anchor)
    ? null
    : [`\`${path || 'This file'}\` has no heading \`#${anchor}\`.`, 'Write its words in lower case, joined by hyphens.']
}

/** Each item of “Real reports” names its report. */
function reportsOf(bench: Bench): Fault[] {
  const answer = markdownOf(bench, answerPath(bench))
  const section = answer?.sections.find(({ title }) => title === 'Real reports')
  if (!answer || !section) return []
  const blocks = answer.blocks.filter(
    ({ line, kind }) =>
      kind !== 'heading' && line >= section.textLine && line < section.textLine + section.text.split('\n').length,
  )
  return blocks
    .filter(({ text }) => !/\b[\w.-]+\/[\w.-]+#\d+\b/.test(text))
    .map(({ line }) => ({
      file: answer.file,
      line,
      what: 'A report has no repository and number.',
      mend: 'Write `owner/repository#number`, and in your own words what happened there.',
    }))
}
