/** Errors for people: the one class whose message is shown alone. Any other error is a fault of the workbook, and keeps its stack. */

/** Misuse, or a file that a person wrote and has to mend. The message says what is wrong and what to do; the command ends with `code`. */
export class FriendlyError extends Error {
  readonly code: number

  constructor(message: string, code = 2) {
    super(message)
    this.name = 'FriendlyError'
    this.code = code
  }
}
