/** The solutions of a new kata: an answer with its gaps marked TODO, and small planners that are shipped, right and wrong. */

/** Asks to be answered at once. */
const SEND = `  const sent = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] },
    configuration: { returnImmediately: true },
  })
`

const OVER = `
const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']
`

/** Asks, and reads the task until it is over. */
const POLL = `${SEND}  if (sent.task === undefined) throw new Error('the clerk made no task')
  let task = sent.task
  while (!OVER.includes(task.status.state)) {
    await clock.sleep(250)
    task = await clerk.getTask({ id: task.id })
  }
`

const RETURN = "  return { kind: 'done', result: task.artifacts?.[0]?.parts[0]?.text ?? null }\n}\n"

export const PLANNERS = {
  shipped: `/** Has a report written. TODO: what it does, in a line that does not say what is wrong. */
import type { Desk, Outcome } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  return { kind: 'done', result: sent.task?.artifacts?.[0]?.parts[0]?.text ?? null }
}
`,
  reference: `/** Has a report written: asks once, and lets the clerk hold its answer until it is through. */
import type { Desk, Outcome } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
  const { task } = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] },
  })
  return { kind: 'done', result: task?.artifacts?.[0]?.parts[0]?.text ?? null }
}
`,
  poll: `/** Has a report written: asks once, and reads the task until it is over. */
import type { Desk, Outcome } from '#kit'
${OVER}
export async function plan({ agents: { clerk }, clock }: Desk<'clerk'>): Promise<Outcome> {
${POLL}${RETURN}`,
  stream: `/** Has a report written: asks once, follows what the clerk says until it falls silent, and reads the task. */
import type { Desk, Outcome } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
  const events = clerk.sendStreamingMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] },
  })
  let id = ''
  for await (const event of events) id = event.task?.id ?? id
  const task = await clerk.getTask({ id })
${RETURN}`,
  readOnce: `// Stopped by R1. “Read the task once more before you return.”
// The report is written by then: the clerk is fast.
// review: true
/** Has a report written: asks once, and reads the task once. */
import type { Desk, Outcome } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  const task = await clerk.getTask({ id: sent.task?.id ?? '' })
${RETURN}`,
  askAgain: `// Stopped by R2.
// The report may have been forgotten in the hurry, so the clerk is asked whether there is more.
/** Has a report written: reads the task until it is over, and asks on it once more. */
import type { Desk, Outcome } from '#kit'
${OVER}
export async function plan({ agents: { clerk }, clock }: Desk<'clerk'>): Promise<Outcome> {
${POLL}  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER' as const, parts: [{ text: 'is there more?' }] }
  await clerk.sendMessage({ message: { ...message, taskId: task.id } }).catch(() => undefined)
${RETURN}`,
} as const

const DIMENSIONS = [
  'Mechanism',
  'Evidence on the wire',
  'Who is hurt',
  'What the tests do not cover',
  'What to watch in production',
]

/** `front`: the keys, explained. */
export const answerText = (id: string, front: string): string => `---
${front}
---

## Short answer

TODO: the answer in a few sentences, as you would want to hear it.

## Full answer

TODO: the answer in full. Whoever reads it without having seen the planner must understand what went wrong and why.

## What the recordings show

- **The report.** TODO: what the runs of \`${id}\` say, each with its link: [ask-the-clerk-for-a-report](run:js/ask-the-clerk-for-a-report).

## Real reports

- **owner/repository#1.** TODO: what happened there, in your own words.

## Follow-ups

### L2 Working: TODO: a question that goes on from here?

TODO: the expected answer.

## Wrong answers

### “Read the task once more before you return.”

TODO: why it is wrong.

Runs as [read-once.ts](wrong/read-once.ts).

## Rubric

${DIMENSIONS.map((name) => `### ${name}\n\n- **Not yet.** TODO: what you hear below the bar.\n- **There.** TODO: what you hear at the bar.\n- **Beyond.** TODO: what you hear above it.\n`).join('\n')}
## Taught in

TODO: where it is taught.
`
