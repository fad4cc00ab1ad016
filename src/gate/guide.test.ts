/** The author's guide says of every key and section what the schemas say. What it says of the rules: gate.ci.test.ts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schemaTables } from './guide.ts'
import { home } from './planted.ts'

test.each(schemaTables().map((table) => [table.split('\n')[2], table]))(
  'the table that begins with %s stands in the guide as it is written out',
  (_, table) => {
    expect(readFileSync(join(home, 'site/guides/author.md'), 'utf8')).toContain(table)
  },
)
