// Writes the table of agreement with R in docs/design/results.md, from the fixtures that R made.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTable } from '../src/main/results/statistics/testing/agreement.ts'

const path = join(import.meta.dirname, '../docs/design/results.md')
writeFileSync(path, withTable(readFileSync(path, 'utf8')))
