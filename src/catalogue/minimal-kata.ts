/** The smallest kata without a fault, as files by path: what the tests of the catalogue and of the gate take apart. */

export const MINIMAL_KATA: Readonly<Record<string, string>> = {
  'katas/01-a-kata/question.md': `---
id: a-kata
title: The agent that is asked
chapter: Beginnings
level: L1
kind: Debug
minutes: 4
tags: [Debugging]
roles: [Agent Systems Engineering]
needs: []
points: 1
status: ready
---

## The question

A planner asks an agent. What does it hear?

## What to change

Change \`planner.ts\` until it returns what it heard.

## What to return

| What happened | \`kind\` | With it |
| --- | --- | --- |
| The agent did it. | \`done\` | Nothing more. |
| The agent would not do it. | \`refused\` | \`words\`: what it said. |

## Hints

### R1

1. What is heard?
2. Look at the first reply.
3. Look at the last line.

### R2

1. Who said no?
2. Look at the last reply.
3. Look at the first line.
`,
  'katas/01-a-kata/planner.ts': "export const plan = async () => ({ kind: 'done' })\n",
  'katas/01-a-kata/planner.test.ts': `import { test } from 'vitest'

test('R1: You hear that it was done.', () => {})
test('R2: You hear that it was refused.', () => {})
`,
  'solutions/01-a-kata/answer.md': `---
kata: a-kata
misses: [R1]
spoilers: [listen]
---

## Short answer

It must listen.

## Full answer

It must listen to the end.

## What the recordings show

The agent answers.

## Real reports

- Nobody has told yet.

## Follow-ups

### L2 Working: And then?

It goes on.

## Wrong answers

### “Shout.”

The agent hears well.

Runs as [shout.ts](wrong/shout.ts).

## Rubric

### Mechanism

- **Not yet.** Guesses.
- **There.** Knows.
- **Beyond.** Shows.

### Evidence on the wire

- **Not yet.** Guesses.
- **There.** Knows.
- **Beyond.** Shows.

### Who is hurt

- **Not yet.** Guesses.
- **There.** Knows.
- **Beyond.** Shows.

### What the tests do not cover

- **Not yet.** Guesses.
- **There.** Knows.
- **Beyond.** Shows.

### What to watch in production

- **Not yet.** Guesses.
- **There.** Knows.
- **Beyond.** Shows.

## Taught in

The first section.
`,
  'solutions/01-a-kata/reference.ts': "export const plan = async () => ({ kind: 'done' })\n",
  'solutions/01-a-kata/right/another.ts': "export const plan = async () => ({ kind: 'done' })\n",
  'solutions/01-a-kata/wrong/shout.ts': `// Stopped by R2. “Shout.”
// Who shouts is heard.
// review: true
export const plan = async () => ({ kind: 'done' })
`,
  'solutions/01-a-kata/wrong/wait.ts': `// Stopped by R1.
// Everything comes to those who wait.
export const plan = async () => ({ kind: 'done' })
`,
}
