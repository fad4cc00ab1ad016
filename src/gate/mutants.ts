/** Single-node mutations of a planner: conditions, constants, deleted statements, swapped arguments, dropped awaits. */
import { type AnyNode, parse } from 'acorn'
import { transform } from 'sucrase'

export interface Mutant {
  /** From 1, in the planner's own text. */
  line: number
  kind: 'condition' | 'constant' | 'statement' | 'arguments' | 'await' | 'operator'
  /** What stood there, in one line, and what stands there now. */
  was: string
  is: string
  /** The planner's whole text, types off. */
  text: string
}

/** `source`: TypeScript. Types are taken off with lines kept, so that a line of a mutant is a line of the planner. */
export function mutants(source: string): Mutant[] {
  const js = transform(source, { transforms: ['typescript'], disableESTransforms: true }).code
  const program = parse(js, { ecmaVersion: 2023, sourceType: 'module', locations: true })
  const found: Mutant[] = []
  const change = (
    kind: Mutant['kind'],
    node: { start: number; end: number; loc?: { start: { line: number } } | null | undefined },
    is: string,
  ): void => {
    const was = js.slice(node.start, node.end)
    if (was === is) return
    found.push({
      line: node.loc?.start.line ?? 0,
      kind,
      was: short(was),
      is: short(is) || '(nothing)',
      text: js.slice(0, node.start) + is + js.slice(node.end),
    })
  }
  walk(program, [], (node, path) => {
    if (unobservable(node, path)) return 'skip'
    mutate(node, path, js, change)
    return 'go on'
  })
  return found
}

type Change = (kind: Mutant['kind'], node: AnyNode, is: string) => void

const FLIPPED: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
  '%': '*',
}

function mutate(node: AnyNode, path: AnyNode[], js: string, change: Change): void {
  const source = (inner: AnyNode): string => js.slice(inner.start, inner.end)
  const parent = path.at(-1)
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
    change('condition', node.test, 'true')
    change('condition', node.test, 'false')
  }
  // `while (true)` would be an endless loop in most places: a mutant that is stopped for that alone tells nothing.
  if ((node.type === 'WhileStatement' || node.type === 'ForStatement') && node.test && source(node.test) !== 'true')
    change('condition', node.test, 'false')
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') {
    const flipped = FLIPPED[node.operator]
    const textual = node.operator === '+' && (isText(node.left) || isText(node.right))
    if (flipped && !textual) change('operator', node, `${source(node.left)} ${flipped} ${source(node.right)}`)
  }
  if (node.type === 'AssignmentExpression' && FLIPPED[node.operator])
    change('operator', node, `${source(node.left)} ${FLIPPED[node.operator]} ${source(node.right)}`)
  if (node.type === 'UnaryExpression' && node.operator === '!') change('operator', node, source(node.argument))
  if (node.type === 'Literal' && !isKey(node, parent)) {
    if (typeof node.value === 'number') change('constant', node, node.value === 0 ? '1' : '0')
    if (typeof node.value === 'boolean') change('constant', node, String(!node.value))
    if (typeof node.value === 'string' && parent?.type !== 'ImportDeclaration')
      change('constant', node, node.value === '' ? "'mutated'" : "''")
  }
  if (node.type === 'TemplateLiteral') change('constant', node, "''")
  if (node.type === 'ArrayExpression' && node.elements.length > 1) {
    node.elements.forEach((element, i) => {
      if (element)
        change(
          'constant',
          node,
          `[${node.elements
            .filter((_, at) => at !== i)
            .map((other) => (other ? source(other) : ''))
            .join(', ')}]`,
        )
    })
  }
  if (node.type === 'CallExpression' && node.arguments.length === 2) {
    const [first, second] = node.arguments
    if (first && second) change('arguments', node, `${source(node.callee)}(${source(second)}, ${source(first)})`)
  }
  if (node.type === 'AwaitExpression') change('await', node, `(${source(node.argument)})`)
  if (isStatement(node) && (parent?.type === 'BlockStatement' || parent?.type === 'SwitchCase'))
    change('statement', node, blank(source(node)))
}

/** Statements that can go without leaving a name undeclared. */
const isStatement = (node: AnyNode): boolean =>
  [
    'ExpressionStatement',
    'ReturnStatement',
    'ThrowStatement',
    'BreakStatement',
    'ContinueStatement',
    'IfStatement',
    'WhileStatement',
    'ForStatement',
    'ForOfStatement',
    'TryStatement',
  ].includes(node.type)

const isText = (node: AnyNode): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** A property's name, which is no constant of the planner's. */
const isKey = (node: AnyNode, parent: AnyNode | undefined): boolean =>
  parent?.type === 'Property' && parent.key === node && !parent.computed

/** What no requirement may hold a planner to: its log, its reasons in its own words, the words of an error that it throws. */
function unobservable(node: AnyNode, path: AnyNode[]): boolean {
  const parent = path.at(-1)
  if (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'log'
  )
    return true
  if (
    node.type === 'ExpressionStatement' &&
    node.expression.type === 'CallExpression' &&
    unobservable(node.expression, path)
  )
    return true
  if (
    parent?.type === 'Property' &&
    parent.value === node &&
    parent.key.type === 'Identifier' &&
    parent.key.name === 'why'
  )
    return true
  return parent?.type === 'NewExpression' && parent.callee !== node
}

/** Blanked, with its lines kept. */
const blank = (text: string): string => text.replace(/[^\n]/g, '')

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}

function walk(node: AnyNode, path: AnyNode[], visit: (node: AnyNode, path: AnyNode[]) => 'go on' | 'skip'): void {
  if (visit(node, path) === 'skip') return
  for (const value of Object.values(node) as unknown[]) {
    for (const inner of Array.isArray(value) ? value : [value]) {
      if (typeof inner === 'object' && inner !== null && typeof (inner as AnyNode).type === 'string')
        walk(inner as AnyNode, [...path, node], visit)
    }
  }
}
