/**
 * The nine task states of A2A v1.0 and their classes (a2a.proto, `enum TaskState`; "active" is the source material's own word).
 * For the workbook's own side. Nothing of this file may reach a planner through `#kit`.
 */
export const STATES = {
  TASK_STATE_UNSPECIFIED: 'error',
  TASK_STATE_SUBMITTED: 'active',
  TASK_STATE_WORKING: 'active',
  TASK_STATE_COMPLETED: 'terminal',
  TASK_STATE_FAILED: 'terminal',
  TASK_STATE_CANCELED: 'terminal',
  TASK_STATE_INPUT_REQUIRED: 'interrupted',
  TASK_STATE_REJECTED: 'terminal',
  TASK_STATE_AUTH_REQUIRED: 'interrupted',
} as const

export type StateName = keyof typeof STATES
export type StateClass = (typeof STATES)[StateName]

/** The class of a state's name. UNSPECIFIED, a missing state and an unknown name are all `error`. */
export function classOf(state: string | undefined): StateClass {
  return state !== undefined && Object.hasOwn(STATES, state) ? STATES[state as StateName] : 'error'
}

export const isTerminal = (state: string | undefined): boolean => classOf(state) === 'terminal'
export const isInterrupted = (state: string | undefined): boolean => classOf(state) === 'interrupted'
