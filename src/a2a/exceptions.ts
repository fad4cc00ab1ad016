/**
 * What recordings may break of the strict schemas: each exception names a run, a place and its reason, and is met by at least one
 * recording (a test holds it to that). Everything else that the schemas refuse is an error.
 */
export interface Exception {
  /** The run's id, or `*`. */
  run: string
  /** How the pointer of the place ends. */
  at: string
  /** The only values that are excepted; `undefined` stands for a field that is missing. */
  values: unknown[]
  reason: string
}

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
]

/** The exception that covers this value at this pointer of this run. */
export function exceptionFor(run: string, pointer: string, value: unknown): Exception | undefined {
  return EXCEPTIONS.find(
    (one) => (one.run === '*' || one.run === run) && pointer.endsWith(one.at) && one.values.includes(value),
  )
}
