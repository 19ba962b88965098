import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Journal } from '../../../store/journal.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { eventLoopTurns } from '../../../testing/eventLoopTurns.ts'
import { facetsOf } from './facets.ts'
import { idsOfSamples, pageOfSamples } from './sampleSearch.ts'

let journal: Journal
let close: () => Promise<void>
beforeEach(async () => {
  ;({ journal, close } = await openStores())
  await sql`INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic)
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 90)
    SELECT 's' || i, 'COHORT-' || i, json_object('tissue', iif(i % 3 = 0, 'liver', 'skin'), 'group', 'arm ' || (i % 4)),
      'done', iif(i % 5 = 0, 'failed', 'succeeded'), '2026', 's', i % 2 FROM n`.execute(journal.query)
  await sql`INSERT INTO annotations (sample_id, tags, changed_at, changed_by)
    SELECT sample_id, iif(synthetic, '["pilot","redo"]', '["pilot"]'), '2026', 'me' FROM samples
    WHERE state = 'failed'`.execute(journal.query)
})
afterEach(() => close())

const analysed = async () => new Set(Array.from({ length: 30 }, (_, at) => `s${at + 1}`))
const searches = [
  { text: '' },
  { text: 'liver' },
  { text: 'COHORT-' },
  { text: 'sk' },
  { text: 'none of them' },
  { text: 'liver', filter: { states: ['succeeded' as const], hasResult: false } },
  { text: '', filter: { hasResult: true, group: 'arm 1' } },
  { text: '', filter: { tag: 'redo' } },
  { text: '', filter: { stages: ['analyzed' as const, 'failed' as const] } },
  { text: 'liver', filter: { stages: ['ready' as const] } },
]

it.each(searches)('counts %j in chunks with the same result as in one go', async (one) => {
  const atOnce = await facetsOf(journal.query, one, analysed)
  for (const size of [1, 7, 45, 90, 91])
    expect(await facetsOf(journal.query, one, analysed, size)).toEqual(atOnce)
})

it('returns the counts that a manual count gives', async () => {
  const counted = await facetsOf(journal.query, { text: 'liver' }, analysed, 7)
  const { total, stages, tags, groups, batches, synthetic, withoutResult } = counted
  expect({ total, synthetic, withoutResult }).toEqual({ total: 30, synthetic: 15, withoutResult: 20 })
  const toText = (facets: { value: string | null; count: number }[]) =>
    facets.map(({ value, count }) => `${value} ${count}`)
  expect(toText(stages)).toEqual(['ready 16', 'analyzed 10', 'failed 4'])
  expect(toText(tags)).toEqual(['pilot 6', 'redo 3'])
  expect(toText(groups).sort()).toEqual(['arm 0 7', 'arm 1 7', 'arm 2 8', 'arm 3 8'])
  expect(toText(batches)).toEqual(['null 30'])
})

it.each([['ready'], ['analyzed'], ['analyzed', 'failed'], ['ready', 'failed'], ['ordered']] as const)(
  'lists and selects as many samples at %j %j as it counts',
  async (...stages) => {
    const counted = (await facetsOf(journal.query, { text: '' }, analysed)).stages
    const expected = stages.map((stage) => counted.find(({ value }) => value === stage)?.count ?? 0)
    const total = expected.reduce((sum, count) => sum + count, 0)
    const search = { text: '', filter: { stages: [...stages] } }
    for (const by of ['client_reference', 'group'] as const) {
      const params = { ...search, sort: [{ by, order: 'asc' as const }], page: 1, limit: 100 }
      const page = await pageOfSamples(journal.query, params, analysed)
      expect([page.total, page.rows.length]).toEqual([total, total])
    }
    expect(await idsOfSamples(journal.query, search, analysed)).toHaveLength(total)
  },
)

it('yields to the event loop between two chunks', async () => {
  const counting = facetsOf(journal.query, { text: 'liver' }, analysed, 10)
  expect(await eventLoopTurns(counting)).toBeGreaterThanOrEqual(9)
})
