/** What a candidate reads first says what a caller sees: none of the terms that answer.md lists as `spoilers` stands there. */
import type { Fault } from '../../catalogue/index.ts'
import type { Bench } from '../bench.ts'
import { type Piece, piecesOf } from '../pieces.ts'
import type { Rule } from '../rule.ts'
import { readTest } from '../test-file.ts'
import { answerPath, markdownOf, sourceOf } from '../texts.ts'
import { holdsTerm, sentencesOf } from '../words.ts'

/** A text that a candidate reads before the answer. */
interface Read {
  file: string
  line?: number
  /** What it is: `the title`. */
  what: string
  text: string
}

export const noSpoilers: Rule = {
  name: 'no-spoilers',
  about: 'No term that gives the answer away stands where a candidate reads first.',
  check(bench) {
    const mend = `Say what a caller sees. The terms stand in ${answerPath(bench)} as \`spoilers\`.`
    const terms = bench.kata.answer?.spoilers ?? []
    return readFirst(bench).flatMap(({ what, text, ...place }): Fault[] => {
      const term = terms.find((one) => holdsTerm(text, one))
      return term === undefined
        ? []
        : [{ ...place, what: `“${term}” stands in ${what} and gives the answer away.`, mend }]
    })
  },
}

const readFirst = (bench: Bench): Read[] => [...frontOf(bench), ...proseOf(bench), ...codeOf(bench), ...runsOf(bench)]

function frontOf({ kata, text }: Bench): Read[] {
  const { question: file, folder } = kata.paths
  const lines = text(file).split('\n')
  const lineOf = (key: string): number => lines.findIndex((line) => line.startsWith(`${key}:`)) + 1
  const { front } = kata.question
  return [
    { file: folder, what: "the folder's name", text: kata.folder },
    { file, line: lineOf('id'), what: 'the id', text: front.id },
    { file, line: lineOf('title'), what: 'the title', text: front.title },
    { file, line: lineOf('chapter'), what: 'the name of the chapter', text: front.chapter },
    { file, line: lineOf('tags'), what: 'a tag', text: front.tags.join('. ') },
    ...kata.requirements.map(({ id, sentence, line }) => ({
      file: kata.paths.test,
      line,
      what: `the sentence of ${id}`,
      text: sentence,
    })),
  ]
}

/** The question but for its second and third hints. The source material's own sentences stay as they are. */
function proseOf(bench: Bench): Read[] {
  const { kata } = bench
  const question = markdownOf(bench, kata.paths.question)
  const isSource = sourceOf(bench)
  const hints = Object.entries(kata.question.hints).map(([id, [first]]) => ({
    file: kata.paths.question,
    line: kata.question.hintLines[id] ?? 1,
    what: `the first hint of ${id}`,
    text: first,
  }))
  const sections = (question?.sections ?? []).filter(({ title }) => title !== 'Hints')
  return [
    ...sections.flatMap(({ title, text, textLine }) =>
      text.split('\n').flatMap((line, i) =>
        sentencesOf(line)
          .filter((sentence) => !isSource(sentence))
          .map((sentence) => ({ file: kata.paths.question, line: textLine + i, what: `“${title}”`, text: sentence })),
      ),
    ),
    ...hints,
  ]
}

/** Comments and names of the shipped planner; comments of the test, and the names that it makes. */
function codeOf({ kata, text }: Bench): Read[] {
  const planner = piecesOf(text(kata.paths.planner)).filter(({ kind }) => kind === 'comment' || kind === 'name')
  const { pieces, comments } = readTest(text(kata.paths.test))
  const made = pieces.filter((piece, at) => piece.kind === 'name' && MAKES.has(pieces[at - 1]?.text ?? ''))
  return [
    ...planner.flatMap((piece) => readsOf(kata.paths.planner, piece, 'the shipped planner')),
    ...[...comments, ...made].flatMap((piece) => readsOf(kata.paths.test, piece, 'the test')),
  ]
}

const MAKES = new Set(['const', 'let', 'function', 'type', 'interface'])

const readsOf = (file: string, { kind, text, line }: Piece, where: string): Read[] =>
  text.split('\n').map((one, i) => ({
    file,
    line: line + i,
    what: `${kind === 'comment' ? 'a comment' : `the name \`${text}\``} of ${where}`,
    text: one,
  }))

/** The names of the runs that the test plays. */
const runsOf = ({ kata, runs }: Bench): Read[] =>
  [...runs].flatMap(([id, run]) => [
    { file: kata.paths.test, what: `the name of the run ${id}`, text: id },
    { file: `fixtures/runs/${id}.json`, what: "the run's title", text: run.title },
  ])
