import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../ports.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { addSample } from '../../testing/addSample.ts'
import { facetsOf } from './facets.ts'
import { pageOfSamples } from './sampleSearch.ts'

let journal: Database<JournalSchema>
let close: () => Promise<void>
beforeEach(async () => {
  ;({ journal, close } = await openStores())
})
afterEach(() => close())

const tissues = ['Leber', 'MÜLL', 'skin "a"', '肝脏', 'a%b_c', 'Кровь', 'x', 'zz', 'OR NOT*', 'ends in QJ']

const add = (client_reference: string, tissue: string) =>
  addSample(journal.query, `s-${client_reference}`, { client_reference, fields: { tissue } })

const listed = async (text: string, limit = 100) => {
  const sort = [{ by: 'client_reference' as const, order: 'asc' as const }]
  const { rows, total } = await pageOfSamples(journal.query, { text, sort, page: 1, limit })
  return { total, references: rows.map((row) => row.client_reference) }
}
const found = async (text: string): Promise<string[]> => {
  const { total, references } = await listed(text)
  expect(total).toBe(references.length)
  return references
}

it('finds any two letters at any position, including the end', async () => {
  for (const [at, tissue] of tissues.entries()) await add(`R-${at}`, tissue)
  for (const [at, tissue] of tissues.entries()) {
    const letters = Array.from(tissue)
    const pairs = letters.slice(1).map((letter, from) => `${letters[from]}${letter}`)
    for (const two of pairs.filter((pair) => !pair.includes(' ')))
      expect(await found(two), two).toContain(`R-${at}`)
  }
  expect(await found('qj')).toEqual(['R-9'])
  expect(await found('ÜL')).toEqual(['R-1'])
  expect(await found('qq')).toEqual([])
})

it('finds them even if many samples contain them', async () => {
  await sql`INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic)
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    SELECT 's' || i, 'C' || i, '{"tissue":"Leber"}', 'done', 'succeeded', '2026', 's', 0 FROM n`.execute(
    journal.query,
  )
  await add('R-0', 'Leber')
  expect((await listed('be')).total).toBe(6001)
})

it('finds a text with a NUL like any other text', async () => {
  await add('R-0', 'Leber')
  await add('R-1', 'a\0bc')
  for (const text of ['L\0', 'Le\0ber', 'Leber\0"'])
    expect(await found(text), JSON.stringify(text)).toEqual([])
  for (const text of ['\0', 'a\0', 'A\0b', 'a\0bc'])
    expect(await found(text), JSON.stringify(text)).toEqual(['R-1'])
  for (const text of ['Le\0ber', 'L\0'])
    expect(await facetsOf(journal.query, { text, filter: {} }, async () => new Set())).toMatchObject({
      total: 0,
    })
})
