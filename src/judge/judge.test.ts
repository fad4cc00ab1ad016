/** The judge says what plain Vitest says, and every right and wrong planner of every kata comes out as its author means it. */
import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../catalogue/index.ts'
import { judgePool } from './pool.ts'
import { passed } from './verdict.ts'

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))
const pool = judgePool(2)
afterAll(() => pool.close())

const katas = loadCatalogue(root).katas
