/** The source material's table "What a finished task still answers", held against what the SDKs were recorded to answer. */
import { type Answered, answerWords, type Comparison } from './compare.ts'

/** The table, row by row: what the source says of a call on a terminal task. */
const TABLE = [
  { method: 'GetTask', says: 'the final task', holds: ({ kind }: Answered) => kind === 'task' },
  { method: 'SendMessage', says: '-32004', holds: ({ code }: Answered) => code === -32004 },
  { method: 'SubscribeToTask', says: '-32004', holds: ({ code }: Answered) => code === -32004 },
  { method: 'CancelTask', says: '-32002', holds: ({ code }: Answered) => code === -32002 },
] as const

const TERMINAL = ['TASK_STATE_COMPLETED', 'TASK_STATE_FAILED', 'TASK_STATE_CANCELED', 'TASK_STATE_REJECTED']

export interface Statement {
  method: string
  says: string
  /** Where it was seen to hold: by SDK, in how many states. */
  holds: Record<string, number>
  /** Where it does not, in words. */
  differs: string[]
}

export function holdSource({ rows, sdks }: Comparison): Statement[] {
  return TABLE.map(({ method, says, holds }) => {
    const statement: Statement = { method, says, holds: {}, differs: [] }
    for (const row of rows.filter((one) => one.method === method && TERMINAL.includes(one.state))) {
      for (const [language, answers] of Object.entries(row.answers)) {
        const others = answers.filter((answer) => !holds(answer))
        if (others.length === 0) statement.holds[language] = (statement.holds[language] ?? 0) + 1
        for (const other of others) {
          statement.differs.push(
            `${sdks[language]?.name ?? language} answers ${method} on ${row.state} with ${answerWords(other)}, the source says ${says}.`,
          )
        }
      }
    }
    return statement
  })
}
