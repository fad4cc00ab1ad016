/** Planners that never end, take too much, or reach for what is not theirs: each ends as it should, and the next planner is none the worse. */
import { afterAll, expect, test } from 'vitest'
import { wallHost } from './pool.ts'
import { attempt, COUNTING, ending, GOOD, plan } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

const DEEP = 'let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep };'
/** A toJSON on every object: what the desk sends is no longer what it means. */
const forged = (value: string): string =>
  `Object.prototype.toJSON = function () { return ${value} }; await desk.clock.sleep(1); return { kind: 'done' }`

const HOSTILE: Record<string, Record<string, string>> = {
  'stopped: interrupted': {
    'a loop without an end': 'while (true) {}',
    'a loop of empty awaits': 'while (true) await null',
    'a loop that catches its own interrupt': 'for (;;) { try { while (true) {} } catch {} }',
    'a loop that continues in finally': 'for (;;) { try { while (true) {} } finally { continue } }',
    'a loop inside an async function whose rejection is caught':
      'for (;;) try { await (async () => { while (true) {} })() } catch {}',
    'a generator without an end': 'function* g() { for (;;) yield 1 } for (const x of g()) {}',
    'promises that each make the next': 'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
    'microtasks that each queue the next': 'const f = () => queueMicrotask(f); f(); await new Promise(() => {})',
    'a nested quantifier': "/^(a+)+$/.test('a'.repeat(40) + 'b')",
    'a back reference in a loop': "/^(?:(.*),)*\\1\\1$/.test('a,'.repeat(60))",
    'a getter that loops in the outcome': 'return { get kind() { for (;;); } }',
    'a loop in toJSON of an argument': 'await desk.agents.counter.getTask({ toJSON() { for (;;); } })',
    'a loop in a timer': 'setTimeout(() => { for (;;); }, 1); await desk.clock.sleep(2)',
  },
  'stopped: memory': {
    'memory that runs out and is caught':
      "const a = []; try { for (;;) a.push(new Uint8Array(1e6)) } catch {} return { kind: 'done' }",
    arrays: 'const a = []; for (;;) a.push(new Array(1e5).fill(1))',
    strings: "const a = []; for (;;) a.push('x'.repeat(1e5) + a.length)",
    'typed arrays': 'const a = []; for (;;) a.push(new Uint8Array(1e6))',
    'typed arrays between awaits': 'const a = []; for (;;) { await null; a.push(new Uint8Array(1e6)) }',
    'one allocation of a gigabyte': 'new Uint8Array(1e9)',
    'objects, each failure caught': 'const a = []; for (;;) try { a.push({}) } catch {}',
    'typed arrays, each failure caught':
      'const a = []; for (;;) try { await null; a.push(new Uint8Array(1e6)) } catch {}',
    'a map': 'const m = new Map(); for (let i = 0; ; i++) m.set(i, {})',
    'a flood of promises': 'const a = []; for (;;) a.push(Promise.resolve().then(() => 1))',
    'a sort of very much': 'const a = []; for (let i = 0; i < 1e6; i++) a.push(i % 7); for (;;) a.sort()',
  },
  'stopped: stack': {
    'a toJSON that nests for ever': forged("{ t: 'log', line: {} }"),
    'a function that calls itself': 'function f() { return f() + 1 } f()',
    'an async function that awaits itself': 'async function f() { await f() } await f()',
    'a deep stringify': `${DEEP} JSON.stringify(deep)`,
    'a deep parse': "JSON.parse('['.repeat(1e5))",
    'a deep flat': 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.flat(Infinity)',
    'a deep eval': "eval('('.repeat(1e5))",
    'a deep new Function': "new Function('return ' + '-'.repeat(1e5) + '1')",
    'a deep regular expression': "new RegExp('(?:'.repeat(1e4) + 'a' + ')*'.repeat(1e4))",
    'a deep structuredClone': `${DEEP} structuredClone(deep)`,
    'a chain of proxies': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x',
    'a getter of itself': 'const o = { get x() { return this.x } }; o.x',
    'a toString of itself': "const o = { toString() { return '' + o } }; '' + o",
    'a toJSON of itself': 'const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)',
    'a sort within a sort': 'const f = () => [2, 1].sort(f); f()',
    'a constructor of itself': 'class A { constructor() { new A() } } new A()',
    'a generator of itself': 'function* g() { yield* g() } [...g()]',
  },
  'stopped: endless': {
    'polling what has ended': `${COUNTING} for (;;) await desk.agents.counter.getTask({ id: task.id })`,
    'a loop on a caught error': "for (;;) try { await desk.agents.counter.getTask({ id: 'x' }) } catch {}",
    'a million calls at once': `${COUNTING} const all = []; for (let i = 0; i < 1e6; i++) all.push(desk.agents.counter.getTask({ id: task.id })); await Promise.all(all)`,
    'calls that nobody awaits, each failure caught':
      "for (;;) new Promise(() => { desk.agents.counter.getTask({ id: 'x' }) }).catch(() => {})",
    'a loop that sleeps and calls nobody': `${COUNTING} while (task.status.state !== 'TASK_STATE_COMPLETED') await desk.clock.sleep(250)`,
    'a sleep of a century': 'await desk.clock.sleep(100 * 365 * 86_400_000)',
    'a sleep without an end': 'await desk.clock.sleep(Infinity)',
    'log without an end': "for (let i = 0; ; i++) desk.log('line ' + i)",
    '100 MB of log':
      "const line = 'x'.repeat(1e5); for (let i = 0; i < 1000; i++) desk.log(line); return { kind: 'done' }",
    'large arguments again and again':
      "for (;;) try { await desk.agents.counter.getTask({ id: 'x'.repeat(9e5) }) } catch {}",
  },
  'stopped: deadlock': {
    'a promise that never settles': 'await new Promise(() => {})',
    'a thenable that never settles': 'return { then() {} }',
  },
  'stopped: shape': {
    'an argument of two million characters': "await desk.agents.counter.getTask({ id: 'x'.repeat(2e6) })",
    'a log line of two million characters': "desk.log('x'.repeat(2e6)); return { kind: 'done' }",
    'an argument a thousand levels deep':
      'let o = {}; for (let i = 0; i < 1000; i++) o = { o }; await desk.agents.counter.getTask(o)',
    'an outcome a thousand levels deep':
      "let o = {}; for (let i = 0; i < 1000; i++) o = { o }; return { kind: 'done', o }",
    'an outcome that matches anything': "return { kind: 'done', asymmetricMatch: () => true }",
    'a toJSON that says a number': forged('5'),
    'a toJSON that says nothing': forged('undefined'),
    'a forged line of log': forged("Object.assign(Object.create(null), { t: 'log', line: null })"),
    'a forged sleep': forged("Object.assign(Object.create(null), { t: 'sleep', id: 'a', ms: 'b' })"),
    'a forged outcome': forged("Object.assign(Object.create(null), { t: 'outcome', outcome: 5 })"),
    'a forged call to a person who is not on the desk': forged(
      "Object.assign(Object.create(null), { t: 'call', id: 1, part: 'human', who: 'human', method: 'ask', params: 1 })",
    ),
  },
  'outcome {"kind":"done"}': {
    'a Promise.prototype.then that does nothing': "Promise.prototype.then = function () {}; return { kind: 'done' }",
    'a stack that overflows and is caught':
      "function f() { return f() + 1 } try { f() } catch {} return { kind: 'done' }",
    'an outcome by a lying toJSON is what it says': "return { kind: 'failed', toJSON: undefined, ...{ kind: 'done' } }",
    'a kind that changes on the second read is read once':
      "let n = 0; return { get kind() { return n++ ? 'failed' : 'done' } }",
    'JSON replaced': "JSON.stringify = () => '{}'; JSON.parse = () => 1; return { kind: 'done' }",
    'stacks replaced':
      "Error.prepareStackTrace = () => 5; RegExp.prototype.exec = () => { throw 1 }; await desk.clock.sleep(1); return { kind: 'done' }",
    'two hours slept second by second':
      "for (let i = 0; i < 7200; i++) await desk.clock.sleep(1000); return { kind: 'done' }",
    'a planner that leaves calls behind':
      "desk.agents.counter.getTask({ id: 'x' }).catch(() => {}); desk.clock.sleep(5); return { kind: 'done' }",
    'an unhandled rejection':
      "Promise.reject(new Error('nobody looks')); await desk.clock.sleep(10); return { kind: 'done' }",
  },
}

for (const [expected, planners] of Object.entries(HOSTILE)) {
  for (const [name, body] of Object.entries(planners)) {
    test(`${name}: ${expected}`, async () => {
      expect(ending(await attempt(host, plan(body)))).toBe(expected)
      expect(ending(await attempt(host, GOOD))).toBe('outcome {"kind":"done"}')
    })
  }
}
