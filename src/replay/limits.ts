/** What a play may use before it is stopped as one that never ends. Counted in what a planner does, so equal on every machine. */
export const LIMITS = {
  /** Answers in a row that say the same settled state or the same error. */
  sameAnswers: 300,
  calls: 20_000,
  /** Deliveries. */
  turns: 200_000,
  /** Sleeps that end at the same moment. */
  wakesAtOnce: 10_000,
  /** Sleeps in a row, with no call between them and nothing to wait for but the next one. */
  idleWakes: 10_000,
  /** Virtual milliseconds: a year. */
  elapsed: 365 * 86_400_000,
  /** Characters of one message across the wall. */
  messageChars: 1_000_000,
  /** Characters of all that a planner sends in a play, logs aside, and of all that it is answered: they are kept until it is judged. */
  sentChars: 16_000_000,
  answeredChars: 128_000_000,
  /** Characters of a thrown error's name and message. */
  errorChars: 2_000,
  /** Levels of objects and arrays in one message. */
  depth: 100,
  /** Characters that a planner may try to log, each line counted as 200 more. */
  triedLogChars: 10_000_000,
  /** Characters of a play's log; what is beyond is counted, not kept. */
  logChars: 100_000,
} as const
