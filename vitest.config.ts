/**
 * What plain `npx vitest` runs: the katas alone, from this folder or from inside a kata's. No `root`, so that it is the folder you are in.
 * The workbook's own suite has a configuration of its own: vitest.suite.config.ts.
 */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/planner.test.ts'],
    exclude: ['**/node_modules/**', '**/solutions/**', '**/.*/**'],
    // Above the wall's own limits (3 s, and a fresh start), so that a planner which never ends is told in words.
    testTimeout: 20_000,
  },
})
