/** Plays from the outside: lines of calls, people, crashes and second lives, and that no play sees another. */
import { afterAll, expect, test } from 'vitest'
import type { Answers } from './host.ts'
import { wallHost } from './pool.ts'
import { attempt, COUNTING, ending, GOOD, plan, words } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

test('Each call has the planner’s line, wherever it is made.', async () => {
  const text = plan(`const { counter } = desk.agents
const get = (id) => counter.getTask({ id }).catch(() => null)
await get('a')
await counter
  .getTask({
    id: 'b',
  })
  .catch(() => null)
async function inner() {
  await desk.clock.sleep(5)
  return counter.getTask({ id: 'c' }).catch(() => null)
}
await inner()
await Promise.all(['d'].map((id) => counter.getTask({ id }).catch(() => null)))
return { kind: 'done' }`)
  const { transcript } = await attempt(host, text)
  expect(transcript.map(({ params, line }) => `${(params as { id: string }).id} ${line}`)).toEqual([
    'a 3',
    'b 6',
    'c 12',
    'd 15',
  ])
})

test('An iterator that is left early is left on the agent’s side too.', async () => {
  const stream = `for await (const event of desk.agents.counter.sendStreamingMessage({ message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'count to three' }] } }))`
  const left = await attempt(host, plan(`${stream} break\nreturn { kind: 'done' }`))
  expect([ending(left), left.transcript[0]?.end?.how, left.transcript[0]?.events?.length]).toEqual([
    'outcome {"kind":"done"}',
    'left',
    1,
  ])
  const whole = await attempt(
    host,
    plan(`let last; ${stream} last = event\nreturn { kind: 'done', state: last.statusUpdate.status.state }`),
  )
  expect([ending(whole), whole.transcript[0]?.end?.how]).toEqual([
    'outcome {"kind":"done","state":"TASK_STATE_COMPLETED"}',
    'closed',
  ])
})

test('Two plays of one planner share nothing.', async () => {
  const text = `let plays = 0\n${plan('plays += 1; Array.prototype.mine ??= 0; Array.prototype.mine += 1; globalThis.mine = (globalThis.mine ?? 0) + 1; return { kind: String([plays, [].mine, globalThis.mine]) }')}`
  expect([ending(await attempt(host, text)), ending(await attempt(host, text))]).toEqual([
    'outcome {"kind":"1,1,1"}',
    'outcome {"kind":"1,1,1"}',
  ])
})

const LIVES = `let sends = 0\n${plan(`const before = await desk.journal.read()
await desk.journal.write({ id: crypto.randomUUID(), random: Math.random() })
setTimeout(() => desk.log('from life ' + (before.length + 1)), 50)
if (before.length === 0 || request.again) {
  sends += 1
  ${COUNTING}
}
await desk.clock.sleep(100)
return { kind: 'done', sends, before }`)}`

// The journal's calls are counted too: the first send is the third call.
test('After a crash the module is loaded afresh, the journal is still there, and nothing of the dead life arrives.', async () => {
  for (const when of ['before', 'after'] as const) {
    const record = await attempt(host, LIVES, {
      parts: ['journal'],
      crashes: true,
      request: { again: when === 'before' },
      answers: { crash: (_, nth) => (nth === 1 ? when : null) },
    })
    expect(record.logged.map(({ line }) => line)).toEqual(['from life 2'])
    expect(
      record.transcript
        .filter(({ method }) => method === 'SendMessage')
        .map(({ life, reply }) => [life, reply !== undefined]),
    ).toEqual(
      when === 'before'
        ? [
            [1, false],
            [2, true],
          ]
        : [[1, false]],
    )
    const { sends, before } = (
      record.ended as unknown as { outcome: { sends: number; before: { id: string; random: number }[] } }
    ).outcome
    expect([sends, before.length]).toEqual([when === 'before' ? 1 : 0, 1])
    const second = record.transcript
      .filter(({ method }) => method === 'write')
      .map(({ params }) => (params as { id: string }).id)
    expect(new Set(second).size).toBe(2)
  }
})

test('People answer when they answer, or never.', async () => {
  const text = plan(
    "const from = desk.clock.now(); const { answer } = await desk.human.ask({ question: 'which?' }); return { kind: answer, after: desk.clock.now() - from }",
  )
  const answers = (ask: Answers['ask']) => ({ parts: ['human' as const], answers: { ask } })
  expect(
    ending(
      await attempt(
        host,
        text,
        answers(({ question, nth }) => ({ answer: { answer: `${String(question.question)} ${nth}` }, after: 5_000 })),
      ),
    ),
  ).toBe('outcome {"kind":"which? 1","after":5000}')
  expect(
    words(
      await attempt(
        host,
        text,
        answers(() => null),
      ),
    ),
  ).toMatchInlineSnapshot(
    `"Your planner waits for the human, who never answers, and nothing more will happen. (line 2)"`,
  )
  expect(words(await attempt(host, text))).toMatchInlineSnapshot(
    `"threw TypeError: cannot read property 'ask' of undefined (line 2)"`,
  )
})

test('A closure of the test’s that throws is the test’s error, and the next play is played.', async () => {
  const text = plan("await desk.human.ask({ question: 'which?' }); return { kind: 'done' }")
  await expect(
    attempt(host, text, {
      parts: ['human'],
      answers: {
        ask: () => {
          throw new TypeError('mine')
        },
      },
    }),
  ).rejects.toThrow('mine')
  await expect(
    attempt(host, GOOD, { crashes: true, answers: { crash: () => Promise.reject(new Error('mine too')) } }),
  ).rejects.toThrow('mine too')
  expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
})

test('A request that cannot cross is the test’s error, and the next play is played.', async () => {
  await expect(attempt(host, GOOD, { request: { f: () => 1 } as never })).rejects.toThrow('could not be cloned')
  expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
})

test('A closure may take its time: the planner is not blamed for it.', async () => {
  const text = plan("const { answer } = await desk.human.ask({ question: 'which?' }); return { kind: answer }")
  const slow = () =>
    new Promise<{ answer: { answer: string }; after: number }>((resolve) =>
      setTimeout(resolve, 3_600, { answer: { answer: 'late' }, after: 1 }),
    )
  expect(ending(await attempt(host, text, { parts: ['human'], answers: { ask: slow } }))).toBe(
    'outcome {"kind":"late"}',
  )
})
