/** Nothing is left to be written: no file of the kata says TODO. For a draft this is its to-do list. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Fault } from '../../catalogue/index.ts'
import type { Rule } from '../rule.ts'

const GAP = /\bTODO\b:?\s*(.*)$/

export const noGaps: Rule = {
  name: 'no-gaps',
  about: 'No file of a kata says TODO.',
  check({ root, kata, text }) {
    const folders = [
      kata.paths.folder,
      ...(kata.solutions ? ['', '/right', '/wrong'].map((inner) => `${kata.solutions?.folder}${inner}`) : []),
    ]
    const files = folders.flatMap((folder) =>
      textFilesIn(join(root, ...folder.split('/'))).map((name) => `${folder}/${name}`),
    )
    return files.flatMap((file) =>
      text(file)
        .split('\n')
        .flatMap((line, i): Fault[] => {
          const gap = GAP.exec(line)?.[1]?.replace(/["'`|*/\s]+$/, '')
          return gap === undefined
            ? []
            : [
                {
                  file,
                  line: i + 1,
                  what: 'There is a gap.',
                  mend: gap === '' ? 'Write what belongs here.' : sentence(gap),
                },
              ]
        }),
    )
  },
}

const textFilesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.(md|ts|txt)$/.test(name) && name !== 'source.txt')
        .sort()
    : []

const sentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`
