/** Holds the files of one kata against each other: what one names, another must have. */
import { type Fault, reporter } from './fault.ts'
import type { Kata } from './load.ts'

/** Faults between question, requirements, answer and wrong files of `kata`. */
export function checkLinks(kata: Kata, all: readonly Kata[], faults: Fault[]): void {
  const ids = kata.requirements.map((r) => r.id as string)
  const listed = ids.length === 0 ? 'none' : ids.join(', ')
  const inQuestion = reporter(faults, kata.paths.question)
  // Ids are compared only when the test file itself is right: one mistake there is one fault, not twenty.
  const numbered =
    ids.length > 0 && ids.every((id, i) => id === `R${i + 1}`) && !faults.some((f) => f.file === kata.paths.test)
  if (numbered) compareHints(kata, ids, faults)
  for (const need of kata.question.front.needs) {
    if (!all.some((other) => other.id === need))
      inQuestion(
        undefined,
        `It needs \`${need}\`, which is no kata.`,
        `The ids are ${all.map((k) => k.id).join(', ')}.`,
      )
  }
  const { answer, solutions } = kata
  if (solutions === null) return
  const inAnswer = reporter(faults, `${solutions.folder}/answer.md`)
  if (solutions.reference === null)
    faults.push({
      file: `${solutions.folder}/reference.ts`,
      what: 'The file is missing.',
      mend: 'Write the reference fix.',
    })
  for (const file of solutions.wrong) {
    const inFile = reporter(faults, file.path)
    if (numbered && !ids.includes(file.stoppedBy))
      inFile(
        1,
        `It names ${file.stoppedBy}, which no test asks for.`,
        `The requirements of planner.test.ts are: ${listed}.`,
      )
    const said = answer?.wrongAnswers.find((w) => w.quotation === file.quotation)
    if (answer !== null && file.quotation !== null && said === undefined)
      inFile(
        1,
        `Nobody says “${file.quotation}” in answer.md.`,
        'Quote a wrong answer word for word, or leave the quotation out.',
      )
    if (said !== undefined && said.file !== file.name)
      inFile(1, `answer.md runs “${file.quotation}” as ${said.file}.`, 'Let one file be this answer.')
  }
  for (const said of answer?.wrongAnswers ?? []) {
    const file = solutions.wrong.find((w) => w.name === said.file)
    if (file === undefined)
      inAnswer(said.line, `There is no readable wrong/${said.file}.`, 'Write it, or name the file that is this answer.')
    else if (file.quotation === null)
      inAnswer(
        said.line,
        `wrong/${said.file} does not say that it is this answer.`,
        'Put the quotation into its first line.',
      )
  }
}

/** Each requirement has one ladder of hints, and each ladder a requirement. */
function compareHints(kata: Kata, ids: readonly string[], faults: Fault[]): void {
  const report = reporter(faults, kata.paths.question)
  for (const [id, line] of Object.entries(kata.question.hintLines)) {
    if (!ids.includes(id))
      report(
        line,
        `There are hints for ${id}, which no test asks for.`,
        `The requirements of planner.test.ts are: ${ids.join(', ')}.`,
      )
  }
  for (const id of ids) {
    if (!(id in kata.question.hintLines))
      report(undefined, `${id} has no hints.`, `Write \`### ${id}\` under Hints, with three numbered steps.`)
  }
}
