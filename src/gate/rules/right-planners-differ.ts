/** At least two right planners work in different ways: by the sets of desk operations in their transcripts. */

import type { Rule } from '../rule.ts'
import { rightOf } from './right-planners-pass.ts'

export const rightPlannersDiffer: Rule = {
  name: 'right-planners-differ',
  about: 'At least two right planners use different sets of desk operations, wherever the runs allow it.',
  async check(bench) {
    const { kata } = bench
    const folder = kata.solutions?.folder ?? `solutions/${kata.folder}`
    const files = rightOf(bench)
    if (files.length < 2)
      return [
        {
          file: `${folder}/right`,
          what: `There ${files.length === 1 ? 'is one right planner' : 'are no right planners'}.`,
          mend: 'Write two more of another shape: poll, stream, subscribe, or a blocking send.',
        },
      ]
    const used = new Set<string>()
    for (const { text } of files) {
      const [sheet] = await bench.sheets(text, [null])
      used.add([...new Set(sheet?.plays.flatMap(({ operations }) => operations))].sort().join(', '))
    }
    const excuse = kata.answer?.oneWay
    if (used.size > 1) {
      return excuse
        ? [
            {
              file: `${folder}/answer.md`,
              what: '`oneWay` says that there is one way, and the right planners go several.',
              mend: 'Take the key out.',
            },
          ]
        : []
    }
    if (excuse) return []
    return [
      {
        file: `${folder}/right`,
        what: `Every right planner uses the same operations: ${[...used][0] ?? 'none'}.`,
        mend: 'Add one that streams, subscribes or blocks; or say in the front matter of answer.md why there is one way (`oneWay`).',
      },
    ]
  },
}
