/** What a planner finds by name: virtual, the same in every play and on every machine, and nothing that Node 20 has not. */
import { afterAll, expect, test } from 'vitest'
import { wallHost } from './pool.ts'
import { attempt, plan } from './trial.ts'

const host = wallHost()
afterAll(() => host.close())

/** What the body returns as `got`. */
async function got(body: string, before = ''): Promise<unknown> {
  const { ended } = await attempt(
    host,
    `${before}\n${plan(`const got = await (async () => {\n${body}\n})()\nreturn { kind: 'done', got }`)}`,
  )
  if (ended.how !== 'outcome') throw new Error(JSON.stringify(ended))
  return (ended.outcome as { got?: unknown }).got
}

test('Every clock is the desk’s, also while the module is loaded.', async () => {
  const body = `const at = [Date.now(), +new Date(), Date.parse(Date()), globalThis.Date.now(), Function('return Date.now()')(), new Date().constructor.now(), performance.timeOrigin + performance.now()]
  return [at.map((time) => Math.abs(time - desk.clock.now()) < 1000), desk.clock.now() - loaded]`
  expect(await got(body, 'const loaded = Date.now()')).toEqual([[true, true, true, true, true, true, true], 0])
})

test('Time passes by sleeping, and by nothing else.', async () => {
  expect(
    await got(
      'const from = Date.now(); for (let i = 0; i < 1e5; i++); const busy = Date.now() - from; await desk.clock.sleep(3_600_000); return [busy, Date.now() - from, performance.now()]',
    ),
  ).toEqual([0, 3_600_000, 3_600_000])
})

test('Local time is UTC on every machine.', async () => {
  expect(
    await got(
      'return [new Date(0).getHours(), new Date(2024, 0, 1).toISOString(), new Date(0).getTimezoneOffset(), String(new Date(0))]',
    ),
  ).toEqual([0, '2024-01-01T00:00:00.000Z', 0, 'Thu Jan 01 1970 00:00:00 GMT+0000'])
})

test('Timers fire in order of time, and can be cleared.', async () => {
  const body = `const seen = [], from = Date.now(), note = (what) => seen.push(what + ' ' + (Date.now() - from))
  setTimeout(note, 20, 'b'); setTimeout(note, 10, 'a'); const never = setTimeout(note, 5, 'never'); clearTimeout(never)
  const every = setInterval(() => { note('i'); if (seen.length > 4) clearInterval(every) }, 8)
  queueMicrotask(() => note('m')); await desk.clock.sleep(100); return seen`
  expect(await got(body)).toEqual(['m 0', 'i 8', 'a 10', 'i 16', 'b 20', 'i 24'])
})

test('A sleep and a timeout hear a signal.', async () => {
  const body = `const c = new AbortController(), from = Date.now(), out = []
  setTimeout(() => c.abort(), 50)
  await desk.clock.sleep(1000, { signal: c.signal }).catch((e) => out.push(e.name, Date.now() - from))
  await desk.clock.sleep(1000, { signal: c.signal }).catch((e) => out.push(e.name, Date.now() - from))
  await desk.clock.sleep(1000, { signal: AbortSignal.timeout(30) }).catch((e) => out.push(e.name, Date.now() - from))
  await desk.clock.sleep(1000, { signal: AbortSignal.any([AbortSignal.timeout(10), new AbortController().signal]) }).catch((e) => out.push(e instanceof DOMException, Date.now() - from))
  return out`
  expect(await got(body)).toEqual(['AbortError', 50, 'AbortError', 50, 'TimeoutError', 80, true, 90])
})

test('One signal may watch over thousands of sleeps.', async () => {
  expect(
    await got(
      'const { signal } = new AbortController(); for (let i = 0; i < 10_000; i++) await desk.clock.sleep(1, { signal }); return "slept"',
    ),
  ).toBe('slept')
})

test('Chance is the same in every play.', async () => {
  const body =
    'return [Math.random(), globalThis.Math.random(), crypto.randomUUID(), Function("return Math.random()")(), crypto.getRandomValues(new Uint8Array(4)).length]'
  const first = (await got(body)) as [number, number, string]
  expect(await got(body)).toEqual(first)
  expect(first[0]).not.toBe(first[1])
  expect(first[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('Copies, addresses and texts work as in Node.', async () => {
  const body = `const d = { when: new Date(5), list: [1, { a: 2 }], map: new Map([[1, 'x']]), set: new Set([1]) }; d.self = d
  const c = structuredClone(d), u = new URL('../a?x=1&y=%20z', 'https://example.org:8080/p/q')
  return [c.self === c, c.when instanceof Date, +c.when, c.list, [...c.map], [...c.set], u.href, u.searchParams.get('y'), URL.canParse('no'), String(new URLSearchParams({ a: 'b c' })), [...new TextEncoder().encode('é€')], new TextDecoder().decode(new TextEncoder().encode('é€'))]`
  expect(await got(body)).toEqual([
    true,
    true,
    5,
    [1, { a: 2 }],
    [[1, 'x']],
    [1],
    'https://example.org:8080/a?x=1&y=%20z',
    ' z',
    false,
    'a=b+c',
    [195, 169, 226, 130, 172],
    'é€',
  ])
})

test('An address can be changed, and its parameters with it.', async () => {
  const body = `const u = new URL('https://example.org/a?x=1#h'); u.pathname = '/b c'; u.searchParams.append('y', 'ä&='); u.hash = ''
  const first = u.href; u.search = '?z=2'; u.port = '81'
  return [first, u.searchParams.get('z'), u.searchParams.has('x'), String(u), JSON.stringify({ u }), u.origin, new URLSearchParams('a=%zz&b=%C3%A9+c&&d').toString()]`
  expect(await got(body)).toEqual([
    'https://example.org/b%20c?x=1&y=%C3%A4%26%3D',
    '2',
    false,
    'https://example.org:81/b%20c?z=2',
    '{"u":"https://example.org:81/b%20c?z=2"}',
    'https://example.org:81',
    'a=%25zz&b=%C3%A9+c&d=',
  ])
})

test('Bytes become texts as the standard says, broken ones too.', async () => {
  const broken = [0x61, 0xff, 0xe2, 0x82, 0x62, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0, 0x80, 0xc0, 0x80]
  const text = 'a\ud800b \u{1f600}'
  const body = `const bytes = Uint8Array.from(${JSON.stringify(broken)})
  return [new TextDecoder().decode(bytes), new TextDecoder().decode(bytes.subarray(5, 9)), [...new TextEncoder().encode(${JSON.stringify(text)})]]`
  const here = Uint8Array.from(broken)
  expect(await got(body)).toEqual([
    new TextDecoder().decode(here),
    new TextDecoder().decode(here.subarray(5, 9)),
    [...new TextEncoder().encode(text)],
  ])
  expect(
    await got(
      "try { new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.of(255)) } catch (e) { return e.name }",
    ),
  ).toBe('TypeError')
})

test('A copy shares nothing, and what cannot be copied says so.', async () => {
  const body = `const bytes = Uint8Array.of(1, 2, 3), view = bytes.subarray(1), c = structuredClone({ bytes, view, error: new RangeError('far', { cause: 5 }), re: /a/gi, sparse: [, 1], no: undefined })
  bytes[1] = 9
  const cannot = [() => 1, Symbol('s'), Promise.resolve(), new WeakMap()].map((value) => { try { structuredClone({ value }) } catch (e) { return e.name } })
  return [[...c.view], c.view.buffer === c.bytes.buffer, c.error instanceof RangeError, c.error.cause, String(c.re), 0 in c.sparse, 'no' in c, cannot]`
  expect(await got(body)).toEqual([[2, 3], true, true, 5, '/a/gi', false, true, Array(4).fill('DataCloneError')])
})

test('A timer takes its time as Node’s do: one millisecond at least, and one for what is too long.', async () => {
  const body = `const from = Date.now(), waits = []
  for (const ms of [0, -5, NaN, undefined, 2.9, '7', 2 ** 31]) { const at = Date.now(); await new Promise((done) => setTimeout(done, ms)); waits.push(Date.now() - at) }
  const every = setInterval(() => {}, 5); clearTimeout(every); clearInterval(undefined); clearTimeout({})
  let name; try { setTimeout('code', 1) } catch (e) { name = e.name }
  return [waits, name]`
  expect(await got(body)).toEqual([[1, 1, 1, 1, 2, 7, 1], 'TypeError'])
})

test('Local dates are read and set in UTC.', async () => {
  const body = `const d = new Date('2026-03-29T01:30:00'); d.setHours(5, 6)
  return [d.toISOString(), +new Date('2026-03-29'), new Date(NaN) + '', new Date(2026, 2).toDateString(), new Date(d) - d, Date.UTC(2026, 0), typeof Date(), new Date(0).toTimeString(), new (class extends Date {})(5) instanceof Date]`
  expect(await got(body)).toEqual([
    '2026-03-29T05:06:00.000Z',
    Date.UTC(2026, 2, 29),
    'Invalid Date',
    'Sun Mar 01 2026',
    0,
    Date.UTC(2026, 0),
    'string',
    '00:00:00 GMT+0000',
    true,
  ])
})

test('Texts are compared alike on every machine.', async () => {
  expect(await got("return ['b', 'a', 'B', 'ä'].sort((a, b) => a.localeCompare(b))")).toEqual(['B', 'a', 'b', 'ä'])
})

test('What is newer than Node 20 is not there.', async () => {
  const newer = [
    'Promise.withResolvers',
    'Promise.try',
    'Object.groupBy',
    'Map.groupBy',
    'Array.fromAsync',
    'Set.prototype.union',
    'RegExp.escape',
    'Error.isError',
    'Math.f16round',
    'Math.sumPrecise',
    'Iterator',
    '[].values().map',
    '[].values().toArray',
    'Float16Array',
    'Uint8Array.fromBase64',
    'Uint8Array.prototype.toHex',
    'DataView.prototype.getFloat16',
    'JSON.rawJSON',
    'Atomics.pause',
    'Intl.DurationFormat',
    'Temporal',
    'SuppressedError',
    'DisposableStack',
    'Symbol.dispose',
    'Map.prototype.getOrInsert',
    'Atomics.waitAsync',
    'ArrayBuffer.prototype.transfer',
    'String.prototype.isWellFormed',
  ]
  const body = `return ${JSON.stringify(newer)}.filter((name) => { try { return Function('return ' + name)() !== undefined } catch { return false } })`
  expect(await got(body)).toEqual(['String.prototype.isWellFormed'])
})

test('What Node 20 has of the language is there.', async () => {
  expect(
    await got(
      "return [[3, 1].toSorted(), [1, 2].findLast((n) => n), [1].at(-1), 'aa'.replaceAll('a', 'b'), Object.hasOwn({ a: 1 }, 'a'), [1, 2].with(0, 5), (await Promise.allSettled([1])).length, new Error('a', { cause: 1 }).cause, 1_000n > 5]",
    ),
  ).toEqual([[1, 3], 2, 1, 'bb', true, [5, 2], 1, 1, true])
})
