/** What a person reads when a planner does not load, returns no outcome, throws, or names what does not exist. */
import { afterAll, expect, test } from 'vitest'
import { wallHost } from './pool.ts'
import { attempt, ending, plan, words } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

const say = async (texts: string[]): Promise<string[]> => {
  const said: string[] = []
  for (const text of texts) said.push(words(await attempt(host, text)))
  return said
}

const GOOD_END = "\nexport async function plan() { return { kind: 'done' } }\n"

test('A planner that is not understood is told why, and where.', async () => {
  expect(
    await say([
      '',
      '\n  \n',
      `const a = 'x\0y'${GOOD_END}`,
      `// ${'x'.repeat(500_001)}`,
      plan('const = 5'),
      plan('return { kind: "done" '),
      plan('let a = 1; let a = 2'),
      plan('const f = () => { await null }'),
      plan('return 08'),
      `\nenum Color { Red }${GOOD_END}`,
      `export const enum Color { Red }${GOOD_END}`,
      `\n\nnamespace Tools { export const a = 1 }${GOOD_END}`,
      `@sealed class A {}${GOOD_END}`,
      `class A {\n  @observed()\n  name = 1\n}${GOOD_END}`,
      `const a = 1\nawait a${GOOD_END}`,
      `const a = await fetch('x')${GOOD_END}`,
      plan('return { kind: import.meta.url }'),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "It is empty. Write: export async function plan(desk, request) (line 1)",
      "It is empty. Write: export async function plan(desk, request) (line 1)",
      "It holds a NUL byte. Save it as plain UTF-8 text. (line 1)",
      "It is 500,004 characters long; 500,000 are read. (line 1)",
      "It is not valid TypeScript: Unexpected token. (line 2)",
      "It is not valid TypeScript: Unexpected token. (line 4)",
      "It is not valid TypeScript: invalid redefinition of lexical identifier. (line 2)",
      "There is an await in a function that is not async. (line 2)",
      "It is not valid TypeScript: octal literals are deprecated in strict mode. (line 2)",
      "An enum is more than a type, and types are only taken off here. Use a union of strings, or an object \`as const\`. (line 2)",
      "An enum is more than a type, and types are only taken off here. Use a union of strings, or an object \`as const\`. (line 1)",
      "A namespace is more than a type, and types are only taken off here. Use plain functions and objects. (line 3)",
      "A decorator is not understood here. Call the function by hand. (line 1)",
      "A decorator is not understood here. Call the function by hand. (line 2)",
      "It awaits while it is loaded. Move the await into plan. (line 2)",
      "It awaits while it is loaded. Move the await into plan. (line 1)",
      "There is no import.meta here: a planner has no file and no address. Everything it needs comes from its desk. (line 2)",
    ]
  `)
})

test('A planner that imports anything but the kit is told so.', async () => {
  expect(
    await say([
      `import { readFileSync } from 'node:fs'\nreadFileSync('x')${GOOD_END}`,
      `import './solution.ts'${GOOD_END}`,
      `\nexport * from '../other.ts'${GOOD_END}`,
      `const fs = require('node:fs')${GOOD_END}`,
      plan("await import('vitest')"),
      plan("require('node:child_process')"),
    ]),
  ).toMatchInlineSnapshot(`
    [
      "It imports "node:fs". A planner imports #kit alone. (line 1)",
      "It imports "./solution.ts". A planner imports #kit alone. (line 1)",
      "It imports "../other.ts". A planner imports #kit alone. (line 2)",
      "It imports "node:fs". A planner imports #kit alone. (line 1)",
      "It imports while it runs: import(…). A planner imports #kit alone, at its top. (line 2)",
      "threw LoadError: It imports "node:child_process". A planner imports #kit alone. (line 2)",
    ]
  `)
})

test('A planner without a plan is told what it has.', async () => {
  expect(
    await say([
      'const a = 1',
      'export const run = () => 1',
      'export const plan = 5',
      'export const plan = null',
      'export default { plan() {} }',
      'export class plan {}',
    ]),
  ).toMatchInlineSnapshot(`
    [
      "It exports nothing. Write: export async function plan(desk, request)",
      "It exports run, and no plan. Write: export async function plan(desk, request)",
      "Its plan is number, not a function. Write: export async function plan(desk, request)",
      "Its plan is null, not a function. Write: export async function plan(desk, request)",
      "Its plan is object, not a function. Write: export async function plan(desk, request)",
      "threw TypeError: class constructors must be invoked with 'new' (line 1)",
    ]
  `)
})

test('A planner that throws while it is loaded is told what, and where.', async () => {
  expect(
    await say([
      `\nthrow new TypeError('not yet')${GOOD_END}`,
      `throw 'a text'${GOOD_END}`,
      `throw null${GOOD_END}`,
      `throw new RangeError('too far')${GOOD_END}`,
      `\nconst f = () => f() + 1\nf()${GOOD_END}`,
      `\nwhile (true) {}${GOOD_END}`,
      `setTimeout(() => {}, 1)\nmodule.exports = {}${GOOD_END}`,
    ]),
  ).toMatchInlineSnapshot(`
    [
      "It throws while it is loaded: TypeError: not yet (line 2)",
      "It throws while it is loaded: a text",
      "It throws while it is loaded: null",
      "It throws while it is loaded: RangeError: too far (line 1)",
      "Your planner called itself too deeply: its stack overflowed. Look for a function that calls itself without an end. (line 2)",
      "Your planner went on computing without calling anybody, sleeping or returning. It would never end, so it was stopped. Look for a loop that does not wait. (line 2)",
      "It throws while it is loaded: ReferenceError: module does not exist here. Write: export async function plan(desk, request) (line 2)",
    ]
  `)
})

test('Marks at the start and at the ends of lines, and lines that are not indented, do no harm.', async () => {
  const done = 'outcome {"kind":"done"}'
  const texts = [
    `\uFEFF${GOOD_END}`,
    GOOD_END.replaceAll('\n', '\r\n'),
    "export async function plan() {\nawait null\nreturn { kind: 'done' }\n}",
    "export const plan = async () =>\nawait Promise.resolve({ kind: 'done' })",
    "export default async () => ({ kind: 'done' })",
    "async function run() { return { kind: 'done' } }\nexport { run as plan }",
  ]
  expect(await say(texts)).toEqual(texts.map(() => done))
})

test('An enum, an import and an await in a comment or a string are no syntax.', async () => {
  expect(
    await say([`/*\nenum A {}\n@x\nawait b\n*/\nconst s = \`\nnamespace A {\n\`, t = 'import.meta'${GOOD_END}`]),
  ).toEqual(['outcome {"kind":"done"}'])
})

test('A text made to be slow to read is read at once.', async () => {
  const start = performance.now()
  await say([
    `${'/*'.repeat(200_000)}`,
    `'${"\\'".repeat(200_000)}`,
    `\`${'\\`'.repeat(200_000)}`,
    `const a =${'\n'.repeat(400_000)}`,
    '@a('.repeat(100_000),
    '('.repeat(100_000),
  ])
  expect(performance.now() - start).toBeLessThan(4_000)
})

test('Names that a planner declares itself are its own.', async () => {
  expect(
    await say([
      `const process = { exit: () => 'mine' }, { URL } = { URL: 5 }\nexport async function plan() { return { kind: process.exit() + URL } }`,
      `function fetch() { return 'mine' }\nexport async function plan() { return { kind: fetch() } }`,
      `var Buffer = 'mine'\nexport async function plan() { return { kind: Buffer } }`,
    ]),
  ).toEqual(['outcome {"kind":"mine5"}', 'outcome {"kind":"mine"}', 'outcome {"kind":"mine"}'])
})

test('What is not an outcome is named.', async () => {
  expect(
    await say(
      [
        '',
        'return null',
        "return 'done'",
        'return NaN',
        "return ['done']",
        'return () => 1',
        'return 5n',
        'return {}',
        'return { kind: 1 }',
        'const o = { kind: 1 }; o.o = o; return o',
        "return { kind: 'done', n: 5n }",
        "return { kind: 'done', f() {} }",
        "return { kind: 'done', n: NaN }",
        "return { kind: 'done', s: Symbol('x') }",
        'return { toJSON() { return undefined } }',
        "return { toJSON() { throw new Error('no') } }",
      ].map(plan),
    ),
  ).toMatchInlineSnapshot(`
    [
      "plan returned nothing (undefined). An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned null. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned a string. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned a number. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned an array. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned a function. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned a bigint. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned an object without a kind. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned an object without a kind. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: an object that holds itself. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: a BigInt at "n" (make it a number or a string). An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: a function at "f". An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: NaN at "n". An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: a symbol at "s". An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned an object without a kind. An outcome is an object with a kind, such as { kind: 'done' }.",
      "plan returned something that JSON cannot say: a value that throws when it is read: no. An outcome is an object with a kind, such as { kind: 'done' }.",
    ]
  `)
})

test('What a planner throws is told, whatever it is.', async () => {
  expect(
    await say(
      [
        "throw new TypeError('wrong')",
        "await null\nthrow new Error('later')",
        'throw null',
        'throw undefined',
        "throw 'a text'",
        'throw { a: 1 }',
        'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })',
        "const e = new Error('x'); Object.defineProperty(e, 'name', { get() { throw 2 } }); throw e",
        'null.status',
        'missing()',
        "setTimeout(() => { throw new TypeError('in a timer') }, 5)\nawait desk.clock.sleep(10)",
        'await desk.agents.counter.getTask({ id: 1n })',
        'const o = {}; o.o = o; await desk.agents.counter.getTask(o)',
        'await desk.agents.counter.getTask(() => 1)',
        'desk.agents.nobody.getTask({})',
      ].map(plan),
    ),
  ).toMatchInlineSnapshot(`
    [
      "threw TypeError: wrong (line 2)",
      "threw Error: later (line 3)",
      "threw a value: null",
      "threw a value: undefined",
      "threw a value: a text",
      "threw a value: {"a":1}",
      "threw a value: which cannot be shown",
      "threw a value: which cannot be shown",
      "threw TypeError: cannot read property 'status' of null (line 2)",
      "threw ReferenceError: 'missing' is not defined (line 2)",
      "threw TypeError: in a timer (line 2)",
      "threw TypeError: What was passed to getTask is not JSON: a BigInt at "id" (make it a number or a string). (line 2)",
      "threw TypeError: What was passed to getTask is not JSON: an object that holds itself. (line 2)",
      "threw TypeError: What was passed to getTask is not JSON: a function. (line 2)",
      "threw TypeError: cannot read property 'getTask' of undefined (line 2)",
    ]
  `)
  const long = await attempt(host, plan("throw new Error('x'.repeat(5e5))"))
  expect(JSON.stringify(long.ended).length).toBeLessThan(2_200)
})

test('What does not exist says so by its name.', async () => {
  const uses = [
    "fetch('https://example.org')",
    'new XMLHttpRequest()',
    "new WebSocket('x')",
    "new EventSource('x')",
    'process.exit(0)',
    'process.env.HOME',
    "Buffer.from('x')",
    "new Intl.NumberFormat('en')",
    'setImmediate(() => {})',
    'new WebAssembly.Memory({ initial: 1 })',
    "new Worker('x')",
    '(5).toLocaleString()',
    'new Date().toLocaleDateString()',
    '[1].toLocaleString()',
    'globalThis.process.kill(1)',
    'Deno.exit()',
  ]
  expect(await say(uses.map(plan))).toMatchInlineSnapshot(`
    [
      "threw ReferenceError: fetch does not exist here. A planner reaches the world through its desk alone. (line 2)",
      "threw ReferenceError: XMLHttpRequest does not exist here. A planner reaches the world through its desk alone. (line 2)",
      "threw ReferenceError: WebSocket does not exist here. A planner reaches the world through its desk alone. (line 2)",
      "threw ReferenceError: EventSource does not exist here. A planner reaches the world through its desk alone. (line 2)",
      "threw ReferenceError: process does not exist here. A planner runs behind a wall, not in Node. (line 2)",
      "threw ReferenceError: process does not exist here. A planner runs behind a wall, not in Node. (line 2)",
      "threw ReferenceError: Buffer does not exist here. Use TextEncoder and Uint8Array. (line 2)",
      "threw ReferenceError: Intl does not exist here. Format by hand. (line 2)",
      "threw ReferenceError: setImmediate does not exist here. Use queueMicrotask or setTimeout. (line 2)",
      "threw ReferenceError: WebAssembly does not exist here. Nothing here needs it. (line 2)",
      "threw ReferenceError: Worker does not exist here. Nothing here needs it. (line 2)",
      "threw ReferenceError: toLocaleString does not exist here. Format by hand. (line 2)",
      "threw ReferenceError: toLocaleDateString does not exist here. Format by hand. (line 2)",
      "threw ReferenceError: toLocaleString does not exist here. Format by hand. (line 2)",
      "threw ReferenceError: process does not exist here. A planner runs behind a wall, not in Node. (line 2)",
      "threw ReferenceError: Deno does not exist here. A planner runs behind a wall, not in Node. (line 2)",
    ]
  `)
})

test('What is passed to the desk and is not JSON is named, and the planner may catch it.', async () => {
  const faults = [
    '{ id: 1n }',
    '{ when: Promise.resolve(1) }',
    '{ f() {} }',
    '{ n: NaN }',
    '{ m: new Map() }',
    '{ e: new Error("x") }',
    'Symbol.iterator',
    '(() => { const o = {}; o.o = o; return o })()',
    '{ get x() { throw new Error("no") } }',
  ]
  const seen: unknown[] = []
  for (const fault of faults) {
    const record = await attempt(
      host,
      plan(
        `try { await desk.agents.counter.getTask(${fault}) } catch (e) { return { kind: e.name, words: e.message } }`,
      ),
    )
    seen.push(record.ended.how === 'outcome' ? Object.values(record.ended.outcome as object).join(': ') : words(record))
  }
  expect(seen).toMatchInlineSnapshot(`
    [
      "TypeError: What was passed to getTask is not JSON: a BigInt at "id" (make it a number or a string).",
      "TypeError: What was passed to getTask is not JSON: a promise at "when" (await it).",
      "TypeError: What was passed to getTask is not JSON: a function at "f".",
      "TypeError: What was passed to getTask is not JSON: NaN at "n".",
      "TypeError: What was passed to getTask is not JSON: a Map at "m" (make it an object or an array).",
      "TypeError: What was passed to getTask is not JSON: an error at "e" (take its message).",
      "TypeError: What was passed to getTask is not JSON: a symbol.",
      "TypeError: What was passed to getTask is not JSON: an object that holds itself.",
      "TypeError: What was passed to getTask is not JSON: a value that throws when it is read: no.",
    ]
  `)
  expect(
    ending(await attempt(host, plan('for await (const x of desk.agents.counter.subscribeToTask(() => 1)) {}'))),
  ).toMatchInlineSnapshot(`"threw TypeError: What was passed to subscribeToTask is not JSON: a function. (line 2)"`)
})
