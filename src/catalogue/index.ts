/** The catalogue: katas and their solutions as validated objects. Nothing here runs a planner. */
export {
  ANSWER_SECTIONS,
  type Answer,
  DIMENSIONS,
  type Dimension,
  type FollowUp,
  type RubricLine,
  type WrongAnswer,
} from './answer.ts'
export { CHAPTERS } from './chapters.ts'
export { type Fault, faultText } from './fault.ts'
export { AnswerFront, LEVELS, type Level, QuestionFront } from './front-matter.ts'
export { LABELS } from './labels.ts'
export { type Catalogue, type Fix, type Kata, loadCatalogue, type Solutions } from './load.ts'
export { type Ladder, OUTCOME_KINDS, type OutcomeRow, QUESTION_SECTIONS, type Question } from './question.ts'
export type { Requirement, RequirementId } from './requirements.ts'
export type { WrongFile } from './wrong-file.ts'
