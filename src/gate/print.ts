/** How the gate's findings read: per kata one line of summary, and each finding with its place, in a sentence with its mend. Text only. */
import { faultText } from '../catalogue/index.ts'
import type { Checked, Summary } from './check.ts'
import type { Finding } from './rule.ts'

/** What is printed of one kata: its line, and below it what was found, first failing rule first. */
export function checkedLines(checked: Checked): string[] {
  const { kata, status, findings } = checked
  const draft = status === 'draft'
  const mark = findings.length === 0 ? '✓' : draft ? '·' : '✗'
  const head = `${mark} ${kata}${draft ? ' (draft)' : ''}`
  return [
    head,
    `  ${summaryText(checked)}`,
    ...byRule(findings).flatMap(([rule, found]) => [
      `  ${draft ? `to do, ${rule}` : rule}:`,
      ...found.map((finding) => `    ${faultText(finding)}`),
    ]),
  ]
}

/** What all of it comes to. */
export function totalLine(all: readonly Checked[]): string {
  const failed = all.filter(fails)
  const drafts = all.filter(({ status, findings }) => status === 'draft' && findings.length > 0).length
  const todo = drafts > 0 ? ` ${counted(drafts, 'draft')} with things to do.` : ''
  if (failed.length === 0) return `${counted(all.length, 'kata')} checked: every rule holds.${todo}`
  const rules = [...new Set(failed.flatMap(({ findings }) => findings.map(({ rule }) => rule)))]
  return `${counted(all.length, 'kata')} checked, ${failed.length} not right: ${rules.join(', ')}.${todo}`
}

/** Whether the gate stays shut for it: a draft's findings are its to-do list. */
export const fails = ({ status, findings }: Checked): boolean => status === 'ready' && findings.length > 0

/** Right planners passed and the operations that they used, wrong planners, cheats and mutants stopped, and how long it took. */
export function summaryText({ summary, findings, ms }: Checked): string {
  const took = `${(ms / 1000).toFixed(1)} s`
  if (!summary) return `nothing was played; ${took}`
  const { right, wrong, cheats } = passedOf(summary, findings)
  return [
    `${of(right, summary.right)} right passed (${summary.operations.join('; ')})`,
    `${of(wrong, summary.wrong)} wrong stopped`,
    `${of(cheats, summary.cheats)} cheats stopped`,
    `${summary.mutants.stopped} of ${summary.mutants.of} mutants stopped${summary.mutants.waived > 0 ? ` (${summary.mutants.waived} waived)` : ''}`,
    took,
  ].join(', ')
}

/** How many of each kind did as they should. */
function passedOf(summary: Summary, findings: readonly Finding[]): { right: number; wrong: number; cheats: number } {
  const about = (rule: string): Finding[] => findings.filter((finding) => finding.rule === rule)
  const files = (rule: string): number => new Set(about(rule).map(({ file }) => file)).size
  return {
    right: summary.right - files('right-planners-pass'),
    wrong: Math.max(0, summary.wrong - files('wrong-planners-stopped')),
    cheats: summary.cheats - about('cheats-stopped').length,
  }
}

const of = (some: number, all: number): string => (some === all ? String(all) : `${some} of ${all}`)
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** In the order in which rules were held. */
function byRule(findings: readonly Finding[]): [string, Finding[]][] {
  const groups = new Map<string, Finding[]>()
  for (const finding of findings) groups.set(finding.rule, [...(groups.get(finding.rule) ?? []), finding])
  return [...groups]
}
