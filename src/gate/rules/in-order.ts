/** The kata has its place: a chapter of the workbook in its turn, and needs that lead back to katas before it, never in a circle. */
import { CHAPTERS } from '../../catalogue/chapters.ts'
import { type Fault, nearest, reporter } from '../../catalogue/fault.ts'
import type { Kata } from '../../catalogue/index.ts'
import type { Rule } from '../rule.ts'

export const inOrder: Rule = {
  name: 'in-order',
  about: 'Chapters are those of the workbook, in their order; needs lead back, and never in a circle.',
  check({ kata, catalogue, text }) {
    const faults: Fault[] = []
    const { katas } = catalogue
    const { front } = kata.question
    const lines = text(kata.paths.question).split('\n')
    const report = reporter(faults, kata.paths.question)
    const at = (key: string): number => lines.findIndex((line) => line.startsWith(`${key}:`)) + 1
    const chapter = CHAPTERS.indexOf(front.chapter)
    if (chapter < 0) {
      const meant = nearest(front.chapter, CHAPTERS)
      report(
        at('chapter'),
        `There is no chapter “${front.chapter}”.`,
        meant === undefined
          ? `The chapters are: ${CHAPTERS.join(', ')}. They stand in src/catalogue/chapters.ts.`
          : `Write “${meant}”.`,
      )
    }
    const earlier = katas.slice(0, katas.indexOf(kata)).findLast((one) => CHAPTERS.includes(one.question.front.chapter))
    if (earlier && chapter >= 0 && chapter < CHAPTERS.indexOf(earlier.question.front.chapter))
      report(
        at('chapter'),
        `The chapter “${front.chapter}” comes before “${earlier.question.front.chapter}”, in which ${earlier.folder} stands.`,
        'Give the kata another number, or another chapter.',
      )
    const circle = circleFrom(kata, katas)
    if (circle) report(at('needs'), `Needs go in a circle: ${circle.join(' → ')}.`, 'Take one of them out.')
    for (const id of circle ? [] : front.needs) {
      const need = katas.find((one) => one.id === id)
      if (!need) continue
      if (katas.indexOf(need) >= katas.indexOf(kata))
        report(at('needs'), `It needs \`${id}\`, which comes after it.`, 'Need only what comes before.')
      else if (need.question.front.level > front.level)
        report(
          at('needs'),
          `It needs \`${id}\`, which is of a higher level (${need.question.front.level}).`,
          'Need only what is of its own level or below.',
        )
    }
    return faults
  },
}

/** The way from a kata through its needs back to itself: ids; `null` where there is none. */
function circleFrom(start: Kata, katas: readonly Kata[]): string[] | null {
  const seen = new Set<string>()
  const walk = (id: string, way: string[]): string[] | null => {
    for (const need of katas.find((kata) => kata.id === id)?.question.front.needs ?? []) {
      if (need === start.id) return [...way, need]
      if (seen.has(need)) continue
      seen.add(need)
      const found = walk(need, [...way, need])
      if (found) return found
    }
    return null
  }
  return walk(start.id, [start.id])
}
