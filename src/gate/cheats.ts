/** Planners that nobody would call a fix: each must be stopped by every kata. Made for a kata out of what it asks for. */
import type { Kata } from '../catalogue/index.ts'
import type { Sheet } from '../judge/sheet.ts'

export interface Cheat {
  /** What it does: `returns done, whatever happens`. */
  does: string
  text: string
}

const plan = (body: string): string => `export async function plan(desk, request) {\n${body}\n}\n`

/** `shipped`: the shipped planner's text. `published`: the reference's sheet on the published runs. */
export function cheats(kata: Kata, shipped: string, published: Sheet): Cheat[] {
  const kinds = [...new Set(kata.question.returns.rows.map((row) => row.kind))]
  const inner = shipped.replace(/^export (async )?function plan\b/m, '$1function shippedPlan')
  const outcomes: Record<string, unknown> = {}
  for (const { request, outcome } of published.plays)
    if (outcome !== undefined) outcomes[JSON.stringify(request)] ??= outcome
  return [
    ...kinds.map((kind) => ({
      does: `returns ${kind}, whatever happens`,
      text: plan(`  return { kind: ${JSON.stringify(kind)}, words: '', why: '', got: '' }`),
    })),
    { does: 'throws', text: plan("  throw new Error('no')") },
    { does: 'returns nothing', text: plan('') },
    {
      does: 'copies the outcomes of the published runs',
      text: plan(`  return (${JSON.stringify(outcomes)})[JSON.stringify(request)] ?? { kind: 'done' }`),
    },
    {
      does: 'calls as the shipped planner does, and swallows every error',
      text: `${inner}\n${plan("  try {\n    return await shippedPlan(desk, request)\n  } catch {\n    return { kind: 'done' }\n  }")}`,
    },
    {
      does: 'calls as the shipped planner does, and returns what the last state says',
      text: `${inner}\n${LAST_STATE}`,
    },
  ]
}

const LAST_STATE = `const KINDS = { TASK_STATE_COMPLETED: 'done', TASK_STATE_FAILED: 'failed', TASK_STATE_CANCELED: 'canceled', TASK_STATE_REJECTED: 'refused', TASK_STATE_INPUT_REQUIRED: 'needs-input', TASK_STATE_AUTH_REQUIRED: 'needs-approval' }
export async function plan(desk, request) {
  let last
  const watch = (agent) => Object.fromEntries(Object.entries(agent).map(([name, call]) => [name, (params) => {
    const answer = call(params)
    if (typeof answer.then === 'function') answer.then((value) => { const task = value.task ?? value; if (task.status) last = task.status }, () => {})
    return answer
  }]))
  const agents = Object.fromEntries(Object.entries(desk.agents).map(([name, agent]) => [name, watch(agent)]))
  const giveUp = new Promise((resolve) => setTimeout(resolve, 3600000))
  await Promise.race([Promise.resolve(shippedPlan({ ...desk, agents }, request)).catch(() => {}), giveUp])
  const words = (last?.message?.parts ?? []).map((part) => part.text ?? '').join('')
  return { kind: KINDS[last?.state] ?? 'unknown', words, why: words }
}
`
