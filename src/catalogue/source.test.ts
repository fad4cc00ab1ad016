/** Holds the first kata to the source material: rebuilt out of question.md and answer.md, its page is the source's, word for word. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Run } from '../replay/run.ts'
import { type Answer, type Kata, LABELS, LEVELS, loadCatalogue } from './index.ts'
import { blocksOf, plain } from './markdown.ts'

const root = join(import.meta.dirname, '../..')
const kata = loadCatalogue(root).katas.find((k) => k.id === 'never-ending-poll') as Kata
const answer = kata.answer as Answer
const source = readFileSync(join(root, kata.solutions?.folder ?? '', 'source.txt'), 'utf8')

test('every line of the source material stands in question.md or answer.md, in order, and nothing else between them', () => {
  expect(pageOf(kata, answer)).toEqual(linesOf(source))
})

test('every quotation of an agent in the full answer is what the run says', () => {
  const quoted = [...answer.full.matchAll(/"([^"]+[.\d\w])"/g)].map((m) => m[1] as string)
  const refusal = "Production deploys are outside this agent's policy. Use the release train."
  expect(quoted).toEqual([refusal, '1 failed, 11 passed', 'passed', 'failed'])
  expect(runOf('deploy-to-production').words['policy']?.value).toBe(refusal)
  const tests = runOf('run-tests-of-build-17')
  expect(tests.words['summary']?.value).toBe('1 failed, 11 passed')
  const blocking = tests.takes.find((take) => take.id === 'blocking')
  const sent = blocking?.steps.find(
    (step) => step.kind === 'exchange' && step.by === 'driver' && step.method === 'SendMessage',
  )
  expect(JSON.parse(JSON.stringify(sent))).toMatchObject({
    reply: {
      result: {
        task: {
          status: { state: 'TASK_STATE_COMPLETED', message: { parts: [{ text: '1 failed, 11 passed' }] } },
          artifacts: [{ name: 'summary.json', parts: [{ data: { passed: 11, failed: 1 } }] }],
        },
      },
    },
  })
})

test('every run that a text of the kata links exists', () => {
  const texts = [
    readFileSync(join(root, kata.paths.question), 'utf8'),
    readFileSync(join(root, kata.solutions?.folder ?? '', 'answer.md'), 'utf8'),
  ]
  const linked = texts.flatMap((text) => [...text.matchAll(/\(run:([^)]+)\)/g)].map((m) => m[1] as string))
  const there = ['js', 'python', 'go'].flatMap((language) =>
    readdirSync(join(root, 'fixtures/runs', language)).map((file) => `${language}/${file.replace(/\.json$/, '')}`),
  )
  expect([...new Set(linked)].filter((id) => !there.includes(id))).toEqual([])
})

/** The lines of a page as text: cells of a table row and badges run together, marks of lists and links gone. */
function pageOf({ question }: Kata, told: Answer): string[] {
  const { front } = question
  const level = (l: keyof typeof LEVELS) => `${l}${LEVELS[l]}`
  return [
    front.title,
    `${level(front.level)}${front.kind}${front.minutes} min${front.tags.join('')}`,
    `${LABELS.roles}${front.roles.join('')}`,
    LABELS.question,
    ...linesIn(question.ask),
    LABELS.answer,
    LABELS.short,
    ...linesIn(told.short),
    LABELS.full,
    ...linesIn(told.full),
    LABELS.followUps,
    ...told.followUps.flatMap((f) => [`${level(f.level)}${f.question}`, LABELS.expected, ...linesIn(f.expected)]),
    LABELS.wrongAnswers,
    LABELS.wrong,
    ...told.wrongAnswers.flatMap((w) => [`“${w.quotation}”`, ...linesIn(w.why)]),
    LABELS.taughtIn,
    ...linesIn(told.taughtIn),
  ]
}

function linesIn(markdown: string): string[] {
  return blocksOf(markdown, 1).map((block) => plain(block.text))
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:\d+\.|•) +/, ''))
    .filter((line) => line !== '')

function runOf(id: string): Run {
  return JSON.parse(readFileSync(join(root, `fixtures/runs/js/${id}.json`), 'utf8')) as Run
}
