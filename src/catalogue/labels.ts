/** The fixed words of a question's page: headings, and what stands on the folds. The source material's own. */
export const LABELS = {
  roles: 'Roles',
  question: 'The question',
  answer: 'The answer',
  short: 'Show short answer',
  full: 'Show full answer',
  followUps: 'Follow-ups',
  expected: 'Show expected answer',
  wrongAnswers: 'Wrong answers',
  wrong: 'Show the wrong answers that interviewers hear',
  taughtIn: 'Taught in',
} as const
