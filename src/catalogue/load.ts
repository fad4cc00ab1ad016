/** Turns `katas/` and `solutions/` into one catalogue of validated objects, with every fault found on the way. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, readAnswer } from './answer.ts'
import { checkLinks } from './cross-check.ts'
import { type Fault, reporter } from './fault.ts'
import { type Question, readQuestion } from './question.ts'
import { type Requirement, requirementsOf } from './requirements.ts'
import { readWrongHead, type WrongFile } from './wrong-file.ts'

/** Everything that stands in `katas/` and `solutions/`. A kata with a fault in what a candidate sees is left out. */
export interface Catalogue {
  /** In the order of their folders. */
  katas: Kata[]
  faults: Fault[]
}

export interface Kata {
  /** Frozen. */
  id: string
  /** The name of its folder now; may change. */
  folder: string
  /** Paths from the root, with forward slashes. */
  paths: { folder: string; question: string; planner: string; test: string; expected: string }
  question: Question
  requirements: Requirement[]
  /** `null` where there is no readable answer, as in a candidate's pack. */
  answer: Answer | null
  /** `null` where there are no solutions. */
  solutions: Solutions | null
}

export interface Fix {
  /** File name with `.ts`. */
  name: string
  /** Path from the root. */
  path: string
  text: string
}

export interface Solutions {
  /** Path from the root. */
  folder: string
  reference: Fix | null
  right: Fix[]
  wrong: WrongFile[]
}

/** Reads the workbook at `root`, a path of the file system. Never throws for what an author can write. */
export function loadCatalogue(root: string): Catalogue {
  const faults: Fault[] = []
  const answers = foldersOf(root, 'solutions').map((folder) => readSolutions(root, folder, faults))
  const katas: Kata[] = []
  const folders = foldersOf(root, 'katas')
  for (const folder of folders) {
    const kata = readKata(root, folder, faults)
    if (kata === null) continue
    const twin = katas.find((other) => other.id === kata.id)
    if (twin !== undefined) {
      faults.push({
        file: kata.paths.question,
        what: `The id \`${kata.id}\` belongs to ${twin.folder} already.`,
        mend: 'Give this kata an id of its own; never change one that has been shipped.',
      })
      continue
    }
    // By id, not by folder: either folder may be renamed.
    const own = answers.find((a) => a.kata === kata.id) ?? answers.find((a) => a.kata === null && a.name === folder)
    kata.answer = own?.answer ?? null
    kata.solutions = own?.solutions ?? null
    katas.push(kata)
  }
  // While a question cannot be read, nobody knows which ids there are.
  const unread = folders.length > katas.length
  for (const { kata, solutions } of answers) {
    if (!unread && kata !== null && !katas.some((k) => k.id === kata)) {
      faults.push({
        file: `${solutions.folder}/answer.md`,
        what: `There is no kata \`${kata}\`.`,
        mend: 'Write the id that stands in its question.md.',
      })
    }
  }
  for (const kata of katas) checkLinks(kata, katas, faults)
  return { katas, faults }
}

function readKata(root: string, folder: string, faults: Fault[]): Kata | null {
  const at = `katas/${folder}`
  const paths = {
    folder: at,
    question: `${at}/question.md`,
    planner: `${at}/planner.ts`,
    test: `${at}/planner.test.ts`,
    expected: `${at}/expected.json`,
  }
  for (const path of [paths.question, paths.planner, paths.test]) {
    if (!existsSync(join(root, path)))
      faults.push({
        file: path,
        what: 'The file is missing.',
        mend: 'A kata is a question.md, a planner.ts and a planner.test.ts.',
      })
  }
  const question = existsSync(join(root, paths.question))
    ? readQuestion(read(root, paths.question), reporter(faults, paths.question))
    : null
  const requirements = existsSync(join(root, paths.test))
    ? requirementsOf(read(root, paths.test), reporter(faults, paths.test))
    : []
  if (question === null) return null
  return { id: question.front.id, folder, paths, question, requirements, answer: null, solutions: null }
}

function readSolutions(
  root: string,
  name: string,
  faults: Fault[],
): { name: string; kata: string | null; answer: Answer | null; solutions: Solutions } {
  const folder = `solutions/${name}`
  const path = `${folder}/answer.md`
  const report = reporter(faults, path)
  let answer: Answer | null = null
  if (existsSync(join(root, path))) answer = readAnswer(read(root, path), report)
  else
    report(
      undefined,
      'The file is missing.',
      'A folder of solutions has an answer.md, a reference.ts, right/ and wrong/.',
    )
  const wrong = fixesOf(root, `${folder}/wrong`).flatMap((fix) => {
    const head = readWrongHead(fix.text, reporter(faults, fix.path))
    return head === null ? [] : [{ ...fix, ...head }]
  })
  const reference = existsSync(join(root, folder, 'reference.ts')) ? fixOf(root, folder, 'reference.ts') : null
  return {
    name,
    kata: answer?.kata ?? null,
    answer,
    solutions: { folder, reference, right: fixesOf(root, `${folder}/right`), wrong },
  }
}

function fixesOf(root: string, folder: string): Fix[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => fixOf(root, folder, name))
}

const fixOf = (root: string, folder: string, name: string): Fix => ({
  name,
  path: `${folder}/${name}`,
  text: read(root, `${folder}/${name}`),
})

/** Folders of `katas/` or `solutions/`, in order; none where there is no such folder. */
function foldersOf(root: string, where: string): string[] {
  if (!existsSync(join(root, where))) return []
  return readdirSync(join(root, where), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
}

/** A text file, its line ends as on Unix: a Windows checkout reads the same. */
const read = (root: string, path: string): string =>
  readFileSync(join(root, path), 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
