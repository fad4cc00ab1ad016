/** Tests that need `devDependencies` or the network of this machine (real agents, the linter, a terminal): run by `.ci/run` alone. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,fixtures,site,katas,solutions}/**/*.ci.test.ts'],
    exclude: ['**/node_modules/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
