/** The solutions of a new kata: an answer with its gaps marked TODO, and small planners that are shipped, right and wrong. */

const SEND = `  const sent = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] },
    configuration: { returnImmediately: true },
  })
  if (sent.task === undefined) throw new Error('the clerk made no task')
`

const REPORT = `
/** The text of the report. */
const reportOf = (task: Task): string => task.artifacts?.[0]?.parts.map((part) => part.text ?? '').join('') ?? ''
`

const OVER = "const OVER = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']\n"

export const PLANNERS = {
  shipped: `/** Has a report written. TODO: what it does, in a line that does not say what is wrong. */
import type { Desk, Outcome } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  return { kind: 'done' }
}
`,
  reference: `/** Has a report written: asks once, and reads the task until it is over. */
import type { Desk, Outcome, Task } from '#kit'

${OVER}
export async function plan({ agents: { clerk }, clock }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  let task = sent.task
  while (!OVER.includes(task.status.state)) {
    await clock.sleep(250)
    task = await clerk.getTask({ id: task.id })
  }
  return { kind: 'done', result: reportOf(task) }
}
${REPORT}`,
  stream: `/** Has a report written: asks once, follows what the clerk says until it falls silent, and reads the task. */
import type { Desk, Outcome, Task } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] }
  let id = ''
  for await (const event of clerk.sendStreamingMessage({ message })) id = event.task?.id ?? id
  return { kind: 'done', result: reportOf(await clerk.getTask({ id })) }
}
${REPORT}`,
  readOnce: `// Stopped by R1. “Read the task once more before you return.”
// The report is written by then: the clerk is fast.
// review: true
/** Has a report written: asks once, and reads the task once. */
import type { Desk, Outcome, Task } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  return { kind: 'done', result: reportOf(await clerk.getTask({ id: sent.task.id })) }
}
${REPORT}`,
  askAgain: `// Stopped by R2.
// Who has no report yet asks once more, and waits for it this time.
/** Has a report written: asks twice, the second time with an answer that waits. */
import type { Desk, Outcome, Task } from '#kit'

export async function plan({ agents: { clerk } }: Desk<'clerk'>): Promise<Outcome> {
${SEND}  const again = await clerk.sendMessage({
    message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'write a report of the week' }] },
  })
  return again.task === undefined ? { kind: 'done' } : { kind: 'done', result: reportOf(again.task) }
}
${REPORT}`,
} as const

const DIMENSIONS = ['Mechanism', 'Evidence on the wire', 'Who is hurt', 'What the tests do not cover', 'What to watch in production']

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
