import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withTable } from '../src/main/results/statistics/testing/agreement.ts'

it('docs/design/results.md holds the agreement with R that is computed now; "npm run docs:agreement" writes it', () => {
  const text = readFileSync(join(import.meta.dirname, '../docs/design/results.md'), 'utf8')
  expect(withTable(text)).toBe(text)
})
