/** The front matter of question.md and answer.md: one schema each, every key described, and errors with their line. */
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { nearest, type Report } from './fault.ts'

/** What each level is called, and whom it asks for. */
export const LEVELS = { L1: 'Foundations', L2: 'Working', L3: 'Senior', L4: 'Staff' } as const
export type Level = keyof typeof LEVELS

const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const name = z.string().min(1)

/** Front matter of `question.md`. A description is a sentence that an author can act on. */
export const QuestionFront = z.strictObject({
  id: z
    .string()
    .regex(ID)
    .describe(
      'The name of the kata for ever: lower-case words joined by hyphens. Never change it; folder and title may change.',
    ),
  title: name.describe('What a caller sees go wrong, in a few words. Never the cause.'),
  chapter: name.describe('The chapter of the workbook that lists it.'),
  level: z.enum(['L1', 'L2', 'L3', 'L4']).describe('L1 Foundations, L2 Working, L3 Senior or L4 Staff.'),
  kind: z
    .enum(['Debug', 'Design', 'Review', 'Explain'])
    .describe('What is asked for: Debug, Design, Review or Explain.'),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(120)
    .describe('How long it takes, in whole minutes. An estimate until it is measured.'),
  tags: z.array(name).min(1).describe('What it trains, such as [Debugging, Coding].'),
  roles: z.array(name).min(1).describe('For whom it is asked, such as [Agent Systems Engineering].'),
  needs: z
    .array(z.string().regex(ID))
    .default([])
    .describe('Ids of the katas to do before this one. Empty when there are none.'),
  points: z.number().int().min(1).max(10).describe('What it weighs in a grade, from 1 to 10.'),
  status: z.enum(['draft', 'ready']).describe('draft: listed for authors only. ready: shipped.'),
})
export type QuestionFront = z.infer<typeof QuestionFront>

/** Front matter of `answer.md`. */
export const AnswerFront = z.strictObject({
  kata: z.string().regex(ID).describe('The id of the kata that it answers.'),
  misses: z
    .array(z.string().regex(/^R[1-9]\d*$/))
    .min(1)
    .describe('The requirements that the shipped planner misses, such as [R1, R2]. It meets the others.'),
  oneWay: name
    .optional()
    .describe('Why every right planner uses the same desk operations; leave it out where they go several ways.'),
  alike: z
    .array(z.string().regex(/^R[1-9]\d* and R[1-9]\d*: \S/))
    .default([])
    .describe('Why two requirements may stop exactly the same wrong planners, such as ["R1 and R2: ..."].'),
  spoilers: z
    .array(name)
    .min(1)
    .describe('Terms that give the answer away, such as [artifact]. None may stand where a candidate reads first.'),
})
export type AnswerFront = z.infer<typeof AnswerFront>

export interface Fronted {
  /** The YAML between the two `---` lines. */
  yaml: string
  /** What stands behind it, and the line (from 1) on which that begins. */
  body: string
  bodyLine: number
}

/** Cuts a file in two at its front matter; `null`: it has none. */
export function cutFront(text: string): Fronted | null {
  const lines = text.split('\n')
  if (lines[0]?.trimEnd() !== '---') return null
  const end = lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---')
  if (end === -1) return null
  return { yaml: lines.slice(1, end).join('\n'), body: lines.slice(end + 1).join('\n'), bodyLine: end + 2 }
}

/** Reads front matter by its schema. Every fault is reported with its line; `null` when there was one. */
export function readFront<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape, z.core.$strict>,
  yaml: string,
  report: Report,
): z.infer<z.ZodObject<Shape, z.core.$strict>> | null {
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter })
  // The YAML begins on the file's second line.
  const lineOf = (key: PropertyKey): number => {
    if (!isMap(document.contents)) return 1
    const pair = document.contents.items.find((item) => isScalar(item.key) && item.key.value === key)
    const at = pair !== undefined && isScalar(pair.key) ? pair.key.range?.[0] : undefined
    return at === undefined ? 1 : counter.linePos(at).line + 1
  }
  const broken = document.errors[0]
  if (broken !== undefined) {
    report(
      (broken.linePos?.[0].line ?? 0) + 1,
      `The front matter is not YAML: ${broken.message.split('\n')[0]?.replace(/ at line.*$/, '') ?? ''}.`,
      'Write each key as `key: value` on a line of its own.',
    )
    return null
  }
  const parsed = schema.safeParse(document.toJS() ?? {})
  if (parsed.success) return parsed.data
  const keys = Object.keys(schema.shape)
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const meant = nearest(key, keys)
        report(
          lineOf(key),
          `Unknown key \`${key}\`.`,
          meant === undefined ? `Remove it; the keys are ${keys.join(', ')}.` : `Write \`${meant}\`.`,
        )
      }
      continue
    }
    const key = String(issue.path[0] ?? '')
    const described = (schema.shape[key] as z.ZodType | undefined)?.description ?? `The keys are ${keys.join(', ')}.`
    const there = isMap(document.contents) && document.contents.has(key)
    const value: unknown = there ? (document.toJS() as Record<string, unknown>)[key] : undefined
    report(lineOf(key), there ? `\`${key}\` cannot be ${JSON.stringify(value)}.` : `\`${key}\` is missing.`, described)
  }
  return null
}
