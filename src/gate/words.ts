/** Texts as words, so that a term is found in a sentence, in a file's name and in an identifier alike. */

/** Lower-case words: `TASK_STATE_REJECTED`, `rejectedTask` and “a rejected task” all hold `rejected`. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether the words of `term` stand in `text`, one behind the other; the last one also with a plural's s. */
export function holdsTerm(text: string, term: string): boolean {
  const [words, sought] = [wordsOf(text), wordsOf(term)]
  if (sought.length === 0) return false
  return words.some((_, at) =>
    sought.every((word, i) => words[at + i] === word || (i === sought.length - 1 && words[at + i] === `${word}s`)),
  )
}

/** The sentences of a text in one line. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.?!][”"]?)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
