/** The two errors that a desk throws. They run inside the wall, so this file imports nothing at run time. */
import type { Json } from '../a2a/json.ts'

/** Status and headers of the HTTP reply that carried an answer. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
}

/** The agent answered, and its answer is an error. */
export class A2AError extends Error {
  override readonly name = 'A2AError'
  /** JSON-RPC error code, such as -32001. */
  readonly code: number
  /** `reason` of the error's google.rpc.ErrorInfo, where the agent gave one. */
  readonly reason: string | undefined
  /** The error's `data`, as it came. */
  readonly data: Json | undefined
  readonly http: HttpAnswer

  constructor(answer: { code: number; message: string; reason?: string; data?: Json; http: HttpAnswer }) {
    super(answer.message)
    this.code = answer.code
    this.reason = answer.reason
    this.data = answer.data
    this.http = answer.http
  }
}

/** No answer came, or half of one: the connection broke. The task may exist all the same. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
}
