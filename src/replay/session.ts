/** Our side of a play: the virtual clock, the queue of what will happen, the transcript, the limits. The host runs the planner against it. */
import type { Json, JsonObject, Ms } from '../a2a/json.ts'
import type { Answers, PlayJob, PlayRecord, Session } from '../host/host.ts'
import type { FromPlanner, ToPlanner, WireError } from '../host/messages.ts'
import { type Ground, type PlayAgent, playAgent } from './agent.ts'
import { compile } from './compile.ts'
import { clipped, engineStop, fromPlanner } from './from-planner.ts'
import { LIMITS } from './limits.ts'
import { queue } from './queue.ts'
import { isObject } from './shape.ts'
import { stretched } from './task.ts'
import type { Call, Ended, Stop } from './transcript.ts'
import { twinOf } from './twin.ts'
import {
  clockStands,
  deadlock,
  endless,
  notAMessage,
  onlySlept,
  tooLarge,
  tooLong,
  tooManyCalls,
  tooManyTurns,
  tooMuchAnswered,
  tooMuchLogged,
  tooMuchSent,
} from './words.ts'

type CallMessage = Extract<FromPlanner, { t: 'call' }>

/** A call waiting for a decision of the test's: whether the process dies at it, or what a person says. */
type Undecided = {
  call: Call
  id: number /** For a crash: which of the calls to agents it is, from 1. */
  crash: number | null
}

/** `decide`: somebody's decision about a task, which no planner asked for; for checks of recordings. False when no recording has it. */
export function createSession(
  job: PlayJob,
  answers: Answers,
): Session & { decide(taskId: string, decision: string): boolean } {
  const runs = Object.values(job.agents)
  const twin = twinOf(job.seed, runs)
  const todo = queue<() => void>()
  const transcript: Call[] = []
  const logged: PlayRecord['logged'] = []
  const journal: Json[] = []
  const asked = { approver: 0, human: 0 }
  let now: Ms = 0
  let life = 1
  let turns = 0
  let logChars = 0
  let triedLogChars = 0
  let wakes = { at: -1, times: 0 }
  /** Sleeps in a row that ended while nothing else was under way. */
  let idleWakes = 0
  let sentChars = 0
  let answeredChars = 0
  let calls = 0
  let agentCalls = 0
  let outbox: string[] = []
  let undecided: Undecided[] = []
  /** By the planner's id: calls not yet answered, streams open, sleeps. */
  let open = new Map<number, Call | 'sleep'>()
  let peoplePending = 0
  let repeated = { what: '', times: 0 }
  let crashed = false
  let ended: Ended | null = null

  const finish = (how: Ended): void => {
    if (ended) return
    ended = how
    todo.clear()
    outbox = []
  }
  const stop = (kind: Stop['kind'], words: string, call?: Call): void =>
    finish({
      how: 'stopped',
      at: now,
      stop: { kind, words, ...(call ? { call: call.n, ...(call.line === undefined ? {} : { line: call.line }) } : {}) },
    })
  const post = (
    message: Extract<ToPlanner, { t: string }> extends infer M
      ? M extends { now: Ms }
        ? Omit<M, 'now'>
        : never
      : never,
  ): void => {
    if (ended) return
    const own = 'id' in message ? { id: message.id % LIFE } : {}
    push(JSON.stringify({ ...message, ...own, now: twin.epoch + now }))
  }
  const push = (text: string): void => {
    outbox.push(text)
    answeredChars += text.length
    if (answeredChars > LIMITS.answeredChars) stop('endless', tooMuchAnswered(LIMITS.answeredChars), transcript.at(-1))
  }
  const later = (at: Ms, act: () => void): void => {
    if (!ended) todo.add(at, act)
  }
  /** A planner's ids begin at 1 in each life; ours are apart, so that nothing meant for a dead life reaches the next. */
  const keyOf = (id: number): number => (life - 1) * LIFE + id

  /** Counts answers that say the same thing; people who are still being waited for excuse it. */
  function repeats(call: Call, settled: string | null): void {
    if (settled === null || peoplePending > 0) {
      repeated = { what: '', times: 0 }
      return
    }
    const what = `${call.who} ${settled}`
    repeated = { what, times: repeated.what === what ? repeated.times + 1 : 1 }
    if (repeated.times >= LIMITS.sameAnswers)
      stop('endless', endless(call.who, call.method, repeated.times, settled), call)
  }

  const agents = new Map<string, PlayAgent>()
  for (const [name, run] of Object.entries(job.agents)) {
    const ground: Ground = {
      twin,
      now: () => now,
      later,
      answer(id, ok, settled, text) {
        const call = open.get(id)
        if (!isCall(call)) return
        open.delete(id)
        call.reply = { at: now, ok }
        if (text === undefined) post({ t: 'reply', id, ok })
        else if (!ended) push(`{"t":"reply","id":${id % LIFE},"now":${twin.epoch + now},"ok":${text}}`)
        repeats(call, settled)
      },
      fail(id, error, settled) {
        const call = open.get(id)
        if (!isCall(call)) return
        open.delete(id)
        const reply = error.kind === 'a2a' ? { at: now, error: toldError(error) } : { at: now, died: true as const }
        call.reply = reply
        const iterator = call.method === 'SendStreamingMessage' || call.method === 'SubscribeToTask'
        if (iterator) post({ t: 'end', id, error })
        else post({ t: 'error', id, error })
        repeats(call, settled)
      },
      event(id, data) {
        const call = open.get(id)
        if (!isCall(call)) return
        call.events = [...(call.events ?? []), { at: now, data }]
        post({ t: 'event', id, data })
      },
      end(id, how, error) {
        const call = open.get(id)
        if (!isCall(call)) return
        open.delete(id)
        call.end = { at: now, how, ...(error?.kind === 'a2a' ? { error: toldError(error) } : {}) }
        post({ t: 'end', id, ...(error ? { error } : {}) })
      },
      stop(words, id) {
        const call = id === undefined ? transcript.at(-1) : open.get(id)
        if (isCall(call)) stop('unrecorded', words, call)
      },
    }
    agents.set(name, playAgent(name, compile(run), ground))
  }

  function crash(): void {
    for (const [id, call] of open) if (isCall(call)) for (const agent of agents.values()) agent.abandon(id)
    open = new Map()
    peoplePending = 0
    undecided = []
    outbox = []
    crashed = true
    life += 1
  }

  function receiveCall(message: CallMessage): void {
    calls += 1
    const call: Call = {
      n: transcript.length + 1,
      life,
      at: now,
      who: message.who,
      method: message.method,
      params: message.params,
      ...(message.line === undefined ? {} : { line: message.line }),
    }
    transcript.push(call)
    if (calls > LIMITS.calls) return stop('endless', tooManyCalls(LIMITS.calls), call)
    const key = keyOf(message.id)
    open.set(key, call)
    if (message.part === 'journal') return journalCall(key, message, call)
    if (message.part !== 'agent') {
      const asked = isObject(message.params) ? message.params : {}
      const missing = (message.part === 'approver' ? ['taskId', 'text'] : ['question']).find(
        (key) => typeof asked[key] !== 'string',
      )
      if (missing) return stop('shape', `Your planner asked the ${message.part} without a text in “${missing}”.`, call)
      peoplePending += 1
      undecided.push({ call, id: key, crash: null })
      return
    }
    agentCalls += 1
    if (job.crashes) undecided.push({ call, id: key, crash: agentCalls })
    else effect(key, call)
  }

  /** An agent's call takes effect. */
  function effect(id: number, call: Call): void {
    const agent = agents.get(call.who)
    const params = isObject(call.params) ? call.params : {}
    if (!agent)
      return stop('shape', `The desk has no agent “${call.who}”. It has: ${[...agents.keys()].join(', ')}.`, call)
    agent.call(id, call.method, params)
  }

  function journalCall(key: number, message: CallMessage, call: Call): void {
    if (message.method === 'write') journal.push(message.params)
    const ok: Json = message.method === 'read' ? structuredCopy(journal) : null
    later(now + 1, () => {
      if (open.get(key) !== call) return
      open.delete(key)
      call.reply = { at: now, ok }
      post({ t: 'reply', id: key, ok })
    })
  }

  async function decide(): Promise<void> {
    for (let next = undecided.shift(); next && !ended; next = undecided.shift()) {
      const { call, id } = next
      if (next.crash !== null) {
        const when = await answers.crash({ who: call.who, method: call.method, params: call.params }, next.crash)
        if (when === 'before') return crash()
        effect(id, call)
        if (when === 'after') return crash()
        continue
      }
      const part = call.who === 'approver' ? ('approver' as const) : ('human' as const)
      asked[part] += 1
      const said = await answers.ask({ part, nth: asked[part], question: isObject(call.params) ? call.params : {} })
      if (said === null) continue
      todo.add(now + Math.max(1, stretched(twin, said.after)), () => answerPerson(id, call, said.answer))
    }
  }

  function answerPerson(id: number, call: Call, answer: JsonObject): void {
    if (open.get(id) !== call) return
    peoplePending -= 1
    open.delete(id)
    if (call.who === 'approver') {
      const taskId = isObject(call.params) && typeof call.params.taskId === 'string' ? call.params.taskId : ''
      if (!decided(taskId, String(answer.decision)))
        return stop(
          'unrecorded',
          `Your planner asked the approver about the task “${taskId}”, and nobody recorded what follows the decision “${String(answer.decision)}” there.`,
          call,
        )
    }
    call.reply = { at: now, ok: answer }
    post({ t: 'reply', id, ok: answer })
  }

  const decided = (taskId: string, decision: string): boolean =>
    [...agents.values()].some((agent) => agent.decide(taskId, decision))

  function waits(): string[] {
    const lines: string[] = []
    for (const call of open.values()) {
      if (call === 'sleep') continue
      if (call.who === 'approver' || call.who === 'human') lines.push(`the ${call.who}, who never answers`)
      else if (call.events) lines.push(`an event of ${call.method} to ${call.who}, which stays silent`)
      else lines.push(`the answer of ${call.who} to ${call.method}`)
    }
    // Three hundred questions to the same person are one thing to wait for.
    return [...new Set(lines)]
  }

  function step(): string | null {
    for (;;) {
      const message = outbox.shift()
      if (message !== undefined) {
        turns += 1
        if (turns > LIMITS.turns) stop('endless', tooManyTurns(LIMITS.turns))
        return ended ? null : message
      }
      if (ended) return null
      const due = todo.take()
      if (due === undefined) {
        stop('deadlock', deadlock(waits()), lastOpen())
        return null
      }
      now = Math.max(now, due.at)
      if (now > LIMITS.elapsed) {
        stop('endless', tooLong)
        return null
      }
      due.item()
      if (crashed) return null
    }
  }

  const lastOpen = (): Call | undefined => [...open.values()].filter(isCall).at(-1)

  function receive(json: string): void {
    if (ended || crashed) return
    if (json.length > LIMITS.messageChars) return stop('shape', tooLarge(json.length))
    if (tooDeep(json))
      return stop(
        'shape',
        `Your planner sent JSON that is nested more than ${LIMITS.depth} levels deep. It was stopped.`,
      )
    const message = fromPlanner(json, job.parts)
    if (message === null) return stop('shape', notAMessage)
    if (message.t !== 'log') sentChars += json.length
    if (sentChars > LIMITS.sentChars) return stop('endless', tooMuchSent(LIMITS.sentChars), transcript.at(-1))
    if (message.t === 'call') {
      idleWakes = 0
      return receiveCall(message)
    }
    if (message.t === 'sleep') {
      const key = keyOf(message.id)
      open.set(key, 'sleep')
      return later(now + Math.max(0, message.ms), () => {
        if (!open.delete(key)) return
        wakes = { at: now, times: wakes.at === now ? wakes.times + 1 : 1 }
        if (wakes.times > LIMITS.wakesAtOnce) return stop('endless', clockStands(LIMITS.wakesAtOnce))
        idleWakes = [...open.values()].some(isCall) ? 0 : idleWakes + 1
        if (idleWakes > LIMITS.idleWakes) return stop('endless', onlySlept(LIMITS.idleWakes), transcript.at(-1))
        post({ t: 'wake', id: key })
      })
    }
    if (message.t === 'abandon') return abandon(keyOf(message.id))
    if (message.t === 'log') return log(message.line)
    if (message.t === 'outcome') return finish({ how: 'outcome', at: now, outcome: message.outcome })
    if (message.t === 'threw') {
      const line = message.line === undefined ? {} : { line: message.line }
      const why = engineStop(message.name, message.message)
      if (why) return finish({ how: 'stopped', at: now, stop: { ...why, ...line } })
      return finish({ how: 'threw', at: now, name: clipped(message.name), message: clipped(message.message), ...line })
    }
    if (message.t === 'load')
      return finish({
        how: 'stopped',
        at: now,
        stop: {
          kind: 'load',
          words: clipped(message.why),
          ...(message.line === undefined ? {} : { line: message.line }),
        },
      })
    return stop('shape', clipped(message.why))
  }

  function abandon(id: number): void {
    const call = open.get(id)
    open.delete(id)
    if (!isCall(call)) return
    agents.get(call.who)?.abandon(id)
    if (call.events || call.method === 'SubscribeToTask' || call.method === 'SendStreamingMessage')
      call.end = { at: now, how: 'left' }
  }

  function log(line: string): void {
    triedLogChars += line.length + 200
    if (triedLogChars > LIMITS.triedLogChars) return stop('endless', tooMuchLogged)
    logChars += line.length
    if (logChars <= LIMITS.logChars) logged.push({ at: now, line, life })
    else if (logged.at(-1)?.line !== LOG_CUT) logged.push({ at: now, line: LOG_CUT, life })
  }

  return {
    start: () =>
      JSON.stringify({
        t: 'start',
        now: twin.epoch + now,
        request: job.request,
        desk: { agents: [...agents.keys()], parts: job.parts },
      } satisfies ToPlanner),
    receive,
    decide: decided,
    next() {
      if (undecided.length > 0 && !ended) return decide().then(() => (crashed ? null : step()))
      return step()
    },
    get over() {
      return ended !== null
    },
    takeCrash() {
      const was = crashed
      crashed = false
      return was
    },
    stop: (given) => finish({ how: 'stopped', at: now, stop: given }),
    get now() {
      return twin.epoch + now
    },
    record: (used) => ({
      ended: ended ?? { how: 'stopped', at: now, stop: { kind: 'wall', words: 'The play was not played to its end.' } },
      transcript,
      logged,
      elapsed: now,
      names: Object.fromEntries([...agents].map(([name, agent]) => [name, namesOf(agent)])),
      ...used,
    }),
  }

  function namesOf(agent: PlayAgent): PlayRecord['names'][string] {
    const { run, moments } = agent.model
    return {
      words: Object.fromEntries(Object.keys(run.words).map((name) => [name, twin.word(run, name)])),
      moments: Object.fromEntries(Object.entries(moments).map(([name, at]) => [name, stretched(twin, at)])),
      tasks: agent.tasks.map((task) => task.id),
      contexts: [...agent.contexts],
    }
  }
}

/** An error of the agent's as the transcript keeps it. */
const toldError = ({ code, reason, message }: Extract<WireError, { kind: 'a2a' }>) => ({
  code,
  ...(reason === undefined ? {} : { reason }),
  message,
})

/** More than a life can make of ids. */
const LIFE = 1_000_000_000

/** Whether JSON text nests too deeply, without parsing it: what we do with it later goes down level by level. */
function tooDeep(json: string): boolean {
  if (json.length < 2 * LIMITS.depth) return false
  let depth = 0
  let text = false
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i)
    if (text) {
      if (c === 92) i++
      else if (c === 34) text = false
    } else if (c === 34) text = true
    else if (c === 123 || c === 91) {
      if (++depth > LIMITS.depth) return true
    } else if (c === 125 || c === 93) depth--
  }
  return false
}

const LOG_CUT = '(more was logged than is kept)'

const isCall = (call: Call | 'sleep' | undefined): call is Call => call !== undefined && call !== 'sleep'

const structuredCopy = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json
