/** What `npm test` runs: the workbook's own suite, with nothing but the `dependencies` installed. The katas themselves are red, and not in it. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,fixtures,site,katas,solutions}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/planner.test.ts', '**/*.ci.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Vitest leaves a core free; the last resort's tests mostly wait.
    maxWorkers: 2,
  },
})
