/** What an author reads when a file of a kata is not right. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultText, loadCatalogue } from './index.ts'
import { MINIMAL_KATA } from './minimal-kata.ts'

const folder = '01-a-kata'
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'a catalogue '))
  for (const [path, text] of Object.entries(MINIMAL_KATA)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const question = () => join(root, 'katas', folder, 'question.md')
const answer = () => join(root, 'solutions', folder, 'answer.md')
const planner = () => join(root, 'katas', folder, 'planner.test.ts')
const wrong = (name: string) => join(root, 'solutions', folder, 'wrong', name)

function edit(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8')
  const edited = text.replace(from, to)
  expect(edited).not.toBe(text)
  writeFileSync(file, edited)
}

/** The faults as an author reads them. */
const faults = (): string => loadCatalogue(root).faults.map(faultText).join('\n')

test('the workbook as it stands has no fault', () => {
  expect(loadCatalogue(join(import.meta.dirname, '../..')).faults).toEqual([])
})

test('a kata holds its front matter, requirements in order, hints, outcomes and solutions', () => {
  const { katas, faults } = loadCatalogue(root)
  expect(faults).toEqual([])
  expect(katas).toMatchInlineSnapshot(`
    [
      {
        "answer": {
          "alike": [],
          "followUps": [
            {
              "expected": "It goes on.",
              "level": "L2",
              "line": 25,
              "question": "And then?",
            },
          ],
          "full": "It must listen to the end.",
          "kata": "a-kata",
          "misses": [
            "R1",
          ],
          "recordings": "The agent answers.",
          "reports": "- Nobody has told yet.",
          "rubric": [
            {
              "beyond": "Shows.",
              "dimension": "Mechanism",
              "line": 39,
              "notYet": "Guesses.",
              "there": "Knows.",
            },
            {
              "beyond": "Shows.",
              "dimension": "Evidence on the wire",
              "line": 45,
              "notYet": "Guesses.",
              "there": "Knows.",
            },
            {
              "beyond": "Shows.",
              "dimension": "Who is hurt",
              "line": 51,
              "notYet": "Guesses.",
              "there": "Knows.",
            },
            {
              "beyond": "Shows.",
              "dimension": "What the tests do not cover",
              "line": 57,
              "notYet": "Guesses.",
              "there": "Knows.",
            },
            {
              "beyond": "Shows.",
              "dimension": "What to watch in production",
              "line": 63,
              "notYet": "Guesses.",
              "there": "Knows.",
            },
          ],
          "short": "It must listen.",
          "spoilers": [
            "listen",
          ],
          "taughtIn": "The first section.",
          "wrongAnswers": [
            {
              "file": "shout.ts",
              "line": 31,
              "quotation": "Shout.",
              "why": "The agent hears well.",
            },
          ],
        },
        "folder": "01-a-kata",
        "id": "a-kata",
        "paths": {
          "expected": "katas/01-a-kata/expected.json",
          "folder": "katas/01-a-kata",
          "planner": "katas/01-a-kata/planner.ts",
          "question": "katas/01-a-kata/question.md",
          "test": "katas/01-a-kata/planner.test.ts",
        },
        "question": {
          "ask": "A planner asks an agent. What does it hear?",
          "change": "Change \`planner.ts\` until it returns what it heard.",
          "front": {
            "chapter": "Beginnings",
            "id": "a-kata",
            "kind": "Debug",
            "level": "L1",
            "minutes": 4,
            "needs": [],
            "points": 1,
            "roles": [
              "Agent Systems Engineering",
            ],
            "status": "ready",
            "tags": [
              "Debugging",
            ],
            "title": "The agent that is asked",
          },
          "hintLines": {
            "R1": 32,
            "R2": 38,
          },
          "hints": {
            "R1": [
              "What is heard?",
              "Look at the first reply.",
              "Look at the last line.",
            ],
            "R2": [
              "Who said no?",
              "Look at the last reply.",
              "Look at the first line.",
            ],
          },
          "returns": {
            "rows": [
              {
                "case": "The agent did it.",
                "kind": "done",
                "line": 27,
                "with": "Nothing more.",
              },
              {
                "case": "The agent would not do it.",
                "kind": "refused",
                "line": 28,
                "with": "\`words\`: what it said.",
              },
            ],
            "text": "| What happened | \`kind\` | With it |
    | --- | --- | --- |
    | The agent did it. | \`done\` | Nothing more. |
    | The agent would not do it. | \`refused\` | \`words\`: what it said. |",
          },
        },
        "requirements": [
          {
            "id": "R1",
            "line": 3,
            "sentence": "You hear that it was done.",
          },
          {
            "id": "R2",
            "line": 4,
            "sentence": "You hear that it was refused.",
          },
        ],
        "solutions": {
          "folder": "solutions/01-a-kata",
          "reference": {
            "name": "reference.ts",
            "path": "solutions/01-a-kata/reference.ts",
            "text": "export const plan = async () => ({ kind: 'done' })
    ",
          },
          "right": [
            {
              "name": "another.ts",
              "path": "solutions/01-a-kata/right/another.ts",
              "text": "export const plan = async () => ({ kind: 'done' })
    ",
            },
          ],
          "wrong": [
            {
              "belief": "Who shouts is heard.",
              "name": "shout.ts",
              "path": "solutions/01-a-kata/wrong/shout.ts",
              "quotation": "Shout.",
              "review": true,
              "stoppedBy": "R2",
              "text": "// Stopped by R2. “Shout.”
    // Who shouts is heard.
    // review: true
    export const plan = async () => ({ kind: 'done' })
    ",
            },
            {
              "belief": "Everything comes to those who wait.",
              "name": "wait.ts",
              "path": "solutions/01-a-kata/wrong/wait.ts",
              "quotation": null,
              "review": false,
              "stoppedBy": "R1",
              "text": "// Stopped by R1.
    // Everything comes to those who wait.
    export const plan = async () => ({ kind: 'done' })
    ",
            },
          ],
        },
      },
    ]
  `)
})

test('without solutions, as in a pack for a candidate, answers are null and nothing is a fault', () => {
  rmSync(join(root, 'solutions'), { recursive: true })
  const loaded = loadCatalogue(root)
  expect(loaded.faults).toEqual([])
  expect(loaded.katas[0]).toMatchObject({ answer: null, solutions: null })
})

test('a renamed folder is the same kata, and finds its answer', () => {
  renameSync(join(root, 'katas', folder), join(root, 'katas/07-another-name'))
  const loaded = loadCatalogue(root)
  expect(loaded.faults).toEqual([])
  expect(loaded.katas[0]).toMatchObject({ id: 'a-kata', folder: '07-another-name', answer: { kata: 'a-kata' } })
})

test('a checkout with the line ends of Windows reads the same', () => {
  const before = loadCatalogue(root).katas
  for (const [path, text] of Object.entries(MINIMAL_KATA))
    writeFileSync(join(root, path), text.replaceAll('\n', '\r\n'))
  expect(loadCatalogue(root)).toEqual({ katas: before, faults: [] })
})

test('an empty workbook is an empty catalogue', () => {
  for (const part of ['katas', 'solutions']) rmSync(join(root, part), { recursive: true })
  expect(loadCatalogue(root)).toEqual({ katas: [], faults: [] })
})

test('front matter says which key is wrong, on which line, and what to write', () => {
  edit(question(), 'minutes: 4', 'minuts: 4')
  edit(question(), 'level: L1', 'level: L7')
  edit(question(), /^points: .*\n/m, '')
  expect(faults()).toMatchInlineSnapshot(`
    "katas/01-a-kata/question.md:5: \`level\` cannot be "L7". L1 Foundations, L2 Working, L3 Senior or L4 Staff.
    katas/01-a-kata/question.md:1: \`minutes\` is missing. How long it takes, in whole minutes. An estimate until it is measured.
    katas/01-a-kata/question.md:1: \`points\` is missing. What it weighs in a grade, from 1 to 10.
    katas/01-a-kata/question.md:7: Unknown key \`minuts\`. Write \`minutes\`."
  `)
})

test('front matter that is not YAML says where', () => {
  edit(question(), 'tags: [Debugging]', 'tags: [Debugging')
  expect(faults()).toMatchInlineSnapshot(
    `"katas/01-a-kata/question.md:9: The front matter is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ]. Write each key as \`key: value\` on a line of its own."`,
  )
})

test('a file without front matter says so', () => {
  writeFileSync(question(), '# A question\n')
  expect(faults()).toMatchInlineSnapshot(
    `"katas/01-a-kata/question.md:1: There is no front matter. Begin the file with \`---\`, the keys, and \`---\`."`,
  )
})

test('two katas cannot have one id', () => {
  cpSync(join(root, 'katas', folder), join(root, 'katas/02-a-copy'), { recursive: true })
  expect(faults()).toMatchInlineSnapshot(
    `"katas/02-a-copy/question.md: The id \`a-kata\` belongs to 01-a-kata already. Give this kata an id of its own; never change one that has been shipped."`,
  )
})

test('a missing, a misspelt and an empty section are told apart', () => {
  edit(question(), '## What to change', '## What to chance')
  edit(answer(), /## Taught in\n\n.*\n/, '## Taught in\n')
  expect(faults()).toMatchInlineSnapshot(`
    "solutions/01-a-kata/answer.md:69: The section “Taught in” is empty. Write \`## Taught in\`: where it is taught.
    katas/01-a-kata/question.md:19: Unknown section “What to chance”. Write “What to change”.
    katas/01-a-kata/question.md: The section “What to change” is missing. Write \`## What to change\`: what a planner must do, said as its caller sees it."
  `)
})

test('hints are held to the requirements', () => {
  edit(question(), '### R2', '### R9')
  edit(question(), /^3\. Look at the last line.*\n/m, '')
  expect(faults()).toMatchInlineSnapshot(`
    "katas/01-a-kata/question.md:32: The hints of R1 are not three steps. Write a numbered list: a question to ask yourself, where in the conversation to look, which line.
    katas/01-a-kata/question.md:37: There are hints for R9, which no test asks for. The requirements of planner.test.ts are: R1, R2.
    katas/01-a-kata/question.md: R2 has no hints. Write \`### R2\` under Hints, with three numbered steps."
  `)
})

test('the outcome table takes only kinds that exist', () => {
  edit(question(), '| `done` |', '| `success` |')
  expect(faults()).toMatchInlineSnapshot(
    `"katas/01-a-kata/question.md:27: “success” is not a kind of outcome. Write one of done, refused, failed, canceled, needs-input, needs-approval, no-verdict, protocol-error, unknown, gave-up."`,
  )
})

test('tests are numbered, and titled with a sentence', () => {
  writeFileSync(
    planner(),
    `// test('R9: A comment is not a test.')
test('R1: You hear that it was done.', () => {})
test('R1: You hear it twice.', () => {})
test('hears it', () => {})
test.skip('R3: You hear nothing.', () => {})
test(sentence, () => {})
`,
  )
  expect(faults()).toMatchInlineSnapshot(`
    "katas/01-a-kata/planner.test.ts:3: R1 stands twice. Number the requirements from R1, each once.
    katas/01-a-kata/planner.test.ts:4: The title “hears it” is not a requirement. Write \`R1: one sentence.\`, saying what a caller sees.
    katas/01-a-kata/planner.test.ts:5: \`test.skip\` is not a requirement. Write one plain \`test\` for each requirement.
    katas/01-a-kata/planner.test.ts:6: The title of this test is not a plain string. Write it out, so that it can be read without running the test."
  `)
})

test('a wrong file names its requirement, and quotes what answer.md quotes', () => {
  edit(wrong('wait.ts'), '// Stopped by R1.', '// Fails at R1')
  edit(wrong('shout.ts'), 'R2. “Shout.”', 'R12. “Whisper.”')
  edit(wrong('shout.ts'), /^\/\/ Who.*$/m, '// reviewed: yes')
  expect(faults()).toMatchInlineSnapshot(`
    "solutions/01-a-kata/wrong/shout.ts:2: Unknown line “reviewed: yes” in the first comment. Write \`review: true\`, or remove it.
    solutions/01-a-kata/wrong/shout.ts:1: The file does not say why its author believes in it. Add a sentence below, as its author would defend it.
    solutions/01-a-kata/wrong/wait.ts:1: The file does not say what stops it. Begin with \`// Stopped by R1.\`, and behind it the wrong answer in quotation marks, if it is one of answer.md.
    solutions/01-a-kata/wrong/shout.ts:1: It names R12, which no test asks for. The requirements of planner.test.ts are: R1, R2.
    solutions/01-a-kata/wrong/shout.ts:1: Nobody says “Whisper.” in answer.md. Quote a wrong answer word for word, or leave the quotation out."
  `)
})

test('a wrong answer needs its file', () => {
  rmSync(wrong('shout.ts'))
  rmSync(join(root, 'solutions', folder, 'reference.ts'))
  expect(faults()).toMatchInlineSnapshot(`
    "solutions/01-a-kata/reference.ts: The file is missing. Write the reference fix.
    solutions/01-a-kata/answer.md:31: There is no readable wrong/shout.ts. Write it, or name the file that is this answer."
  `)
})

test('follow-ups have a level, and the rubric has its five parts', () => {
  edit(answer(), '### L2 Working: And', '### L2 Senior: And')
  edit(answer(), '### Who is hurt', '### Who hurts')
  expect(faults()).toMatchInlineSnapshot(`
    "solutions/01-a-kata/answer.md:25: The follow-up “L2 Senior: And then?” has no level, or no answer. Write \`### L2 Working: question\`, and the expected answer below.
    solutions/01-a-kata/answer.md:51: The rubric's “Who hurts” cannot be scored. Take one of Mechanism, Evidence on the wire, Who is hurt, What the tests do not cover, What to watch in production, with three items: **Not yet.**, **There.**, **Beyond.**
    solutions/01-a-kata/answer.md:37: The rubric does not say how to hear Who is hurt. Write a \`###\` for each."
  `)
})

test('an answer to no kata is told', () => {
  edit(answer(), 'kata: a-kata', 'kata: another')
  expect(faults()).toMatchInlineSnapshot(
    `"solutions/01-a-kata/answer.md: There is no kata \`another\`. Write the id that stands in its question.md."`,
  )
})
