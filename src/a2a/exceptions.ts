import type { Run } from '../replay/run.ts'

/**
 * What recordings may break of the strict schemas: each exception names a run, a place and its reason, and is met by at least one
 * recording (a test holds it to that). Everything else that the schemas refuse is an error.
 */
export interface Exception {
  /** Whose run; anybody's without it. */
  sdk?: Sdk
  /** The run's id, or `*`. */
  run: string
  /** How the pointer of the place ends. */
  at: string
  /** How the pointer of the place begins. */
  within?: string
  /** The only values that are excepted; `undefined` stands for a field that is missing. */
  values: unknown[]
  reason: string
}

export type Sdk = Run['sdk']['language']

const IN_LISTS = 'The SDK prints a listing, and nothing else, with every field that has its default.'

export const EXCEPTIONS: Exception[] = [
  {
    run: '*',
    at: '/nextPageToken',
    values: [''],
    reason: 'The specification requires the field and wants it empty where there is no further page.',
  },
  {
    run: '*',
    at: 'GetTask/request/id',
    values: [undefined],
    reason:
      'A read without an id is recorded on purpose: planners make it when they look for a task where there is none.',
  },
  {
    run: 'ask-where-the-parcel-is',
    at: '/status/state',
    values: [undefined],
    reason:
      'The agent sets TASK_STATE_UNSPECIFIED, which ProtoJSON shows as no `state` at all. That is what the run is about.',
  },
  {
    run: 'ask-where-the-second-parcel-is',
    at: '/status/state',
    values: ['UNRECOGNIZED'],
    reason:
      'The agent sets a state that its SDK does not know, and the SDK writes this name. That is what the run is about.',
  },
  {
    run: 'ask-where-the-third-parcel-is',
    at: '/status/state',
    values: ['TASK_STATE_PAUSED', 'TASK_STATE_DELEGATED', 'TASK_STATE_ON_HOLD', 'TASK_STATE_EXPIRED'],
    reason: 'A synthetic run, with a name that a later version may bring, and other such names for its twins.',
  },
  {
    run: 'ask-where-the-fourth-parcel-is',
    at: '/status/state',
    values: ['completed', 'working', 'rejected', 'input-required'],
    reason: 'A synthetic run, with a name as A2A 0.3 spelt it, and other such names for its twins.',
  },
  {
    run: 'count-to-three-for-an-older-client',
    at: '/message/role',
    values: ['user'],
    reason: 'The client sends the role as A2A 0.3 spelt it. That is what the run is about.',
  },
  {
    run: 'count-to-three-for-an-older-client',
    at: '/role',
    values: ['UNRECOGNIZED'],
    reason: 'The SDK echoes a role that it does not know under this name. That is what the run is about.',
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/filename',
    values: [''],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/mediaType',
    values: [''],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/description',
    values: [''],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/extensions',
    values: [[]],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/referenceTaskIds',
    values: [[]],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: '*',
    within: 'ListTasks/reply/result/tasks/',
    at: '/history',
    values: [[]],
    reason: IN_LISTS,
  },
  {
    sdk: 'python',
    run: 'ask-where-the-parcel-is',
    within: 'ListTasks/reply/result/tasks/',
    at: '/status/state',
    values: ['TASK_STATE_UNSPECIFIED'],
    reason: `${IN_LISTS} There the state that the agent did not set has a name.`,
  },
  {
    sdk: 'python',
    run: 'ask-where-the-second-parcel-is',
    at: '/status/state',
    values: [9],
    reason:
      'The agent sets a state that its SDK does not know, and the SDK writes its number. That is what the run is about.',
  },
  {
    sdk: 'python',
    run: '*',
    at: '/error/data/0/metadata/errors',
    values: [[{ field: 'id', message: 'Field is required.' }]],
    reason: 'The SDK puts the fields that are wrong, as a list, where google.rpc.ErrorInfo has texts alone.',
  },
  {
    sdk: 'python',
    run: '*',
    at: '/error/data',
    values: [undefined],
    reason: 'An internal error (-32603) of the SDK carries a message and nothing else.',
  },
  {
    sdk: 'go',
    run: '*',
    at: 'ListTasks/reply/result/tasks',
    values: [null],
    reason: 'The SDK writes null where there is no task, and not an empty list.',
  },
  {
    sdk: 'go',
    run: 'ask-where-the-parcel-is',
    at: '/status/state',
    values: ['TASK_STATE_UNSPECIFIED'],
    reason: 'The agent sets no state, and the SDK writes that by its name. That is what the run is about.',
  },
  {
    sdk: 'go',
    run: 'ask-where-the-second-parcel-is',
    at: '/status/state',
    values: ['TASK_STATE_PAUSED'],
    reason: 'The agent sets a state of a later version. To the SDK a state is any text. That is what the run is about.',
  },
  {
    sdk: 'go',
    run: 'count-to-three-for-an-older-client',
    at: '/role',
    values: ['user'],
    reason: 'The SDK echoes a role as it came, also one that it does not know. That is what the run is about.',
  },
]

/** The exception that covers this value at this pointer of this SDK's run. */
export function exceptionFor(sdk: Sdk, run: string, pointer: string, value: unknown): Exception | undefined {
  const text = JSON.stringify(value)
  return EXCEPTIONS.find(
    (one) =>
      (one.sdk === undefined || one.sdk === sdk) &&
      (one.run === '*' || one.run === run) &&
      pointer.startsWith(one.within ?? '') &&
      pointer.endsWith(one.at) &&
      one.values.some((other) => JSON.stringify(other) === text),
  )
}
