/** Front matter is one schema: each key says what it is for, and editors can be given it as a JSON Schema. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AnswerFront, QuestionFront } from './index.ts'

test('every key says what an author is to write', () => {
  for (const schema of [QuestionFront, AnswerFront]) {
    const silent = Object.entries(schema.shape).filter(([, key]) => !/^\S.{20,}\.$/.test(key.description ?? ''))
    expect(silent.map(([name]) => name)).toEqual([])
  }
})

test('editors get the same schema, unknown keys included', () => {
  const json = z.toJSONSchema(QuestionFront, { io: 'input' })
  expect(json).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { level: { enum: ['L1', 'L2', 'L3', 'L4'] } },
  })
  expect(json.required).not.toContain('needs')
})
