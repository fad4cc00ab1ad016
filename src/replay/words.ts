/** The sentences that end a play, in one place. Each says what happened and, where there is one, the next step. */
import type { Json, JsonObject } from '../a2a/json.ts'
import type { Model, Segment } from './model.ts'
import { isObject, partsOf, textOf } from './shape.ts'

const quoted = (text: string): string => `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`

/** What a call was, in words: `SendMessage “deploy build 17 to staging” to deploy`. */
export function callWords(agent: string, method: string, params: JsonObject): string {
  const text = isObject(params.message) ? textOf(partsOf(params)) : ''
  return `${method}${text ? ` ${quoted(text)}` : ''} to ${agent}`
}

/** `why`: what about the call nobody recorded. */
export function unrecorded(agent: string, method: string, params: JsonObject, why: string, model: Model): string {
  const recorded = recordedCauses(model)
  const list = recorded.length > 0 ? ` Recorded with this agent: ${recorded.join('; ')}.` : ''
  return `Your planner called ${callWords(agent, method, params)} ${why}. Nobody recorded that, so nobody knows what the agent would answer.${list}`
}

/** What a message must say to be the recorded one. */
function saying(parts: Segment['key']['parts']): string {
  if (parts?.match === 'any') return 'any text'
  if (typeof parts?.match === 'object') return `a text with ${quoted(parts.match.contains)}`
  return quoted(parts ? textOf(parts.recorded as Json) : '')
}

function recordedCauses(model: Model): string[] {
  const lines = new Set<string>()
  const walk = (segment: Segment): void => {
    const { key } = segment
    if (key.cause === 'send') lines.add(`sending ${saying(key.parts)}`)
    else if (key.cause === 'answer') lines.add(`a message to the task while ${key.state}`)
    else if (key.cause === 'cancel') lines.add(`CancelTask while ${key.state}`)
    segment.next.forEach(walk)
  }
  model.roots.forEach(walk)
  return [...lines].slice(0, 6)
}

export const recordingEnds = (agent: string, run: string): string =>
  `Your planner still waits for ${agent}, and the recording “${run}” ends here. Nobody knows what came next.`

export const endless = (agent: string, method: string, times: number, answer: string): string =>
  `Your planner asked ${agent} ${times} times with ${method} and got ${answer} each time. It would never end, so it was stopped.`

export const tooManyCalls = (calls: number): string =>
  `Your planner made ${calls.toLocaleString('en-US')} calls and had not ended. It was stopped.`
export const tooManyTurns = (turns: number): string =>
  `Your planner was woken ${turns.toLocaleString('en-US')} times and had not ended. It was stopped.`
export const onlySlept = (times: number): string =>
  `Your planner slept ${times.toLocaleString('en-US')} times in a row and called nobody in between. It would never end, so it was stopped. Look for a loop that waits for what nothing tells it.`
export const computing =
  'Your planner went on computing without calling anybody, sleeping or returning. It would never end, so it was stopped. Look for a loop that does not wait.'
export const computedTooMuch =
  'Your planner computed too much between its calls, and had not ended. It was stopped. Look for work that grows with every call.'
export const outOfMemory =
  'Your planner used more than 64 MB of memory. It was stopped. Look for what it keeps and never drops.'
export const stackOverflow =
  'Your planner called itself too deeply: its stack overflowed. Look for a function that calls itself without an end.'
export const tooMuchSent = (chars: number): string =>
  `Your planner sent ${chars.toLocaleString('en-US')} characters and had not ended. It was stopped.`
export const tooMuchAnswered = (chars: number): string =>
  `Your planner was answered with ${chars.toLocaleString('en-US')} characters and had not ended. It was stopped.`
export const tooMuchLogged = 'Your planner logged without an end. It was stopped.'
export const notAMessage =
  'Your planner changed something that its desk is made of, such as Object.prototype.toJSON, so that what it sent could not be read. It was stopped.'
export const clockStands = (wakes: number): string =>
  `Your planner slept ${wakes.toLocaleString('en-US')} times and its clock had not moved: it sleeps for 0 ms. It would never end, so it was stopped. Sleep for longer.`
export const tooLong = 'Your planner had not ended after a year of virtual time. It was stopped.'
export const tooLarge = (chars: number): string =>
  `Your planner sent a message of ${chars.toLocaleString('en-US')} characters; the desk takes 1,000,000. It was stopped.`

/** `waits`: what is open. */
export function deadlock(waits: string[]): string {
  if (waits.length === 0)
    return 'Your planner waits for something that will never come: it made no call, set no timer, and returned nothing. Look for a promise that nothing resolves.'
  return `Your planner waits for ${waits.join(' and ')}, and nothing more will happen.`
}
