/** Finds syntax that taking types off does not do justice to: what is more than a type, and ways to load code that a planner has not. */
import { getFormattedTokens, type Options } from 'sucrase'

/** How a planner is read: as TypeScript without JSX, its imports and exports made into `require` and `exports`. */
export const SYNTAX: Options = {
  transforms: ['typescript', 'imports'],
  disableESTransforms: true,
  preserveDynamicImport: false,
}

const ENUM =
  'An enum is more than a type, and types are only taken off here. Use a union of strings, or an object `as const`.'
const NAMESPACE = 'A namespace is more than a type, and types are only taken off here. Use plain functions and objects.'
const DECORATOR = 'A decorator is not understood here. Call the function by hand.'
const DYNAMIC = 'It imports while it runs: import(…). A planner imports #kit alone, at its top.'
const META =
  'There is no import.meta here: a planner has no file and no address. Everything it needs comes from its desk.'
const COMMONJS = 'It exports or imports in the way of CommonJS. Write: export async function plan(desk, request)'

interface Token {
  line: number
  label: string
  raw: string
  isType: boolean
}

/** The first such place; `null` when the text has none. Strings, comments and names of properties are none. */
export function moreThanTypes(text: string): { words: string; line: number } | null {
  // Reading tokens costs as much as taking types off: only where one of the words stands at all.
  if (!/\benum\b|\bnamespace\b|\bmodule\b|@|\bimport\s*[(.]|\bimport\s+\w+\s*=|\bexport\s*=/.test(text)) return null
  const tokens = tokensOf(text)
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1]
    const after = tokens[i + 1]
    const words = wordsFor(token, before, after, tokens[i + 2])
    if (words !== null) return { words, line: token.line }
  }
  return null
}

function wordsFor(
  token: Token,
  before: Token | undefined,
  after: Token | undefined,
  second: Token | undefined,
): string | null {
  const { label, raw, isType } = token
  const declared = before?.raw === 'declare'
  if (label === 'enum' && !declared) return ENUM
  if ((raw === 'namespace' || raw === 'module') && label === 'name' && isType && !declared && after?.label === 'name')
    return namespaceStarts(before) ? NAMESPACE : null
  if (label === '@') return DECORATOR
  if (label === 'import' && !isType && after?.label === '(') return DYNAMIC
  // `import.meta` reads as a name; so does a property that is called so.
  if (raw === 'import' && !isType && after?.label === '.' && before?.label !== '.' && before?.label !== '?.')
    return META
  if (label === 'import' && after?.label === 'name' && second?.label === '=') return COMMONJS
  if (label === 'export' && after?.label === '=') return COMMONJS
  return null
}

/** A namespace begins a statement; `namespace` in the middle of a type is a name. */
const namespaceStarts = (before: Token | undefined): boolean =>
  before === undefined ||
  before.label === 'export' ||
  [';', '}', ')', 'string', 'name', 'num', ']'].includes(before.label)

/** Sucrase gives its tokens as a table alone: fixed columns under a line of headings. */
function tokensOf(text: string): Token[] {
  const [headings = '', ...lines] = getFormattedTokens(text, SYNTAX).split('\n')
  const [label, raw, next, type, role] = ['Label', 'Raw', 'contextualKeyword', 'isType', 'identifierRole'].map((name) =>
    headings.indexOf(name),
  ) as [number, number, number, number, number]
  return lines.map((line) => ({
    line: Number.parseInt(line, 10),
    label: line.slice(label, raw).trim(),
    raw: line.slice(raw, next).trim(),
    isType: line.slice(type, role).trim() === 'isType',
  }))
}
