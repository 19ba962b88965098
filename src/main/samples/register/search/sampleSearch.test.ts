import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Journal } from '../../../store/journal.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { addBatch, recordOutcome } from '../../orders/ledger/ledger.ts'
import { newBatch } from '../../orders/testing/newBatch.ts'
import { addSample } from '../../testing/addSample.ts'
import { facetsOf } from './facets.ts'
import { pageOfSamples, samplesNamed } from './sampleSearch.ts'

let journal: Journal
let close: () => Promise<void>
beforeEach(async () => {
  ;({ journal, close } = await openStores())
})
afterEach(() => close())

const tissues = ['Leber', 'MÜLL', 'skin "a"', '肝脏', 'a%b_c', 'Кровь', 'x', 'zz', 'OR NOT*', 'ends in QJ']

const add = (client_reference: string, tissue: string) =>
  addSample(journal.query, `s-${client_reference}`, { client_reference, fields: { tissue } })

const listed = async (text: string, by: 'client_reference' | 'created_at' = 'client_reference') => {
  const sort = [{ by, order: 'asc' as const }]
  const { rows, total } = await pageOfSamples(journal.query, { text, sort, page: 1, limit: 100 })
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

it('returns the sample of that name first, then names that begin with it, then the others, literally', async () => {
  for (const name of ['HLS-0021', 'x-HLS-002', 'hls-002', '50%_a', '50xxa'])
    await addSample(journal.query, name)
  const named = async (text: string, limit = 10) =>
    (await samplesNamed(journal.query, text, limit)).map(({ sampleId }) => sampleId)
  expect(await named('HLS-002')).toEqual(['hls-002', 'HLS-0021', 'x-HLS-002'])
  expect(await named('HLS-002', 2)).toEqual(['hls-002', 'HLS-0021'])
  expect(await named('50%_')).toEqual(['50%_a'])
  expect(await named("'; --")).toEqual([])
})

it('keeps the file order, whichever response arrives first', async () => {
  const at = '2026-11-21T08:00:00.000Z'
  const orders = [10, 2, 9].map((row) => ({ row, fields: { client_reference: `R${row}` } }))
  await addBatch(journal, newBatch(orders), { batchId: 'b1', profileId: 'p1', nowMs: Date.parse(at) })
  for (const { row, fields } of orders) {
    const value = { sampleId: `S${row}`, status: 'queued', state: 'queued', createdAt: at } as const
    const answer = { value, raw: {}, fetchedAt: at, service: 's', requestId: null, synthetic: false }
    await recordOutcome(journal, { batchId: 'b1', row, fields }, { state: 'created', answer }, at)
  }
  expect((await listed('', 'created_at')).references).toEqual(['R2', 'R9', 'R10'])
})
