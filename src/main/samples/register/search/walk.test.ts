import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { eventLoopTurns } from '../../../testing/eventLoopTurns.ts'
import { pageOfSamples } from './sampleSearch.ts'
import { filterConditions } from './searchConditions.ts'
import { type Conditions, pageSortedAmong } from './sortedPages.ts'

const samples = 60
let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
  await sql`INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic, place)
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${samples})
    SELECT printf('s%02d', i * 37 % 100), 'COHORT-' || i % 7, json_object('tissue', iif(i % 3 = 0, 'liver', 'skin')),
      'done', 'succeeded', '2026', 's', i % 2, printf('2026#%02d', i / 4) FROM n`.execute(
    stores.journal.query,
  )
})
afterEach(() => stores.close())

const isAnalysed = (sampleId: string) => Number(sampleId.slice(1)) % 3 !== 0
const isAnalysedRow = (row: { sample_id: string }) => isAnalysed(row.sample_id)
const analysed = async () =>
  new Set(Array.from({ length: 100 }, (_, at) => `s${String(at).padStart(2, '0')}`).filter(isAnalysed))

const conditionsOf = (where: Conditions['where']): Conditions => ({
  where,
  walking: where,
  isSparse: false,
  readsRows: true,
  hits: null,
})
const walks: { sort: SampleSorts[number]; columns: string[] }[] = [
  { sort: { by: 'created_at', order: 'asc' }, columns: ['place', 'created_at', 'sample_id'] },
  { sort: { by: 'created_at', order: 'desc' }, columns: ['place', 'created_at', 'sample_id'] },
  { sort: { by: 'client_reference', order: 'desc' }, columns: ['client_reference', 'sample_id'] },
  { sort: { by: 'sample_id', order: 'asc' }, columns: ['sample_id'] },
]

it('looks up the study and the tag row by row instead of listing them again for each chunk', async () => {
  const where = sql.join(filterConditions({ study: 'one', tag: 'checked' }, []), sql` AND `)
  const { rows } = await sql<{ detail: string }>`
    EXPLAIN QUERY PLAN SELECT sample_id FROM register_index AS r INDEXED BY register_by_place WHERE ${where}
    ORDER BY place, created_at, sample_id LIMIT 10`.execute(stores.journal.query)
  expect(rows.map(({ detail }) => detail).join('; ')).not.toMatch(/LIST SUBQUERY|MATERIALIZE|TEMP B-TREE/)
})

it.each(walks)('finds in chunks along $columns $sort.order the same rows as one query', async (walk) => {
  const { query } = stores.journal
  const conditions = conditionsOf(sql`r.synthetic = 1`)
  const by = sql.raw(walk.columns.map((column) => `${column} ${walk.sort.order}`).join(', '))
  const all = await sql<{ sample_id: string }>`
    SELECT sample_id FROM register_index WHERE synthetic = 1 ORDER BY ${by}`.execute(query)
  const expectedIds = all.rows.map((row) => row.sample_id).filter(isAnalysed)
  for (const size of [1, 4, 30, 31, 500])
    for (const from of [0, 5, expectedIds.length - 1, expectedIds.length])
      expect(
        await pageSortedAmong(query, [walk.sort], conditions, isAnalysedRow, { from, count: 4 }, size),
      ).toEqual({ ids: expectedIds.slice(from, from + 4), total: expectedIds.length })
})

it.each([
  { text: '', filter: { hasResult: true } },
  { text: '', filter: { hasResult: false, synthetic: true } },
  { text: 'liver', filter: { hasResult: true } },
  { text: 'li', filter: { hasResult: false } },
])('lists %j page by page, each sample once', async (search) => {
  const { query } = stores.journal
  const sort: SampleSorts = [{ by: 'client_reference', order: 'asc' }]
  const page = { sort, limit: 7 }
  const all = await pageOfSamples(query, { ...page, ...search, filter: {}, page: 1, limit: 100 })
  const expected = all.rows.filter(
    ({ sample_id: id, synthetic }) =>
      isAnalysed(id) === search.filter.hasResult && (synthetic === 1 || !('synthetic' in search.filter)),
  )
  const found: unknown[] = []
  for (let number = 1; number <= 9; number++) {
    const { rows, total } = await pageOfSamples(query, { ...page, ...search, page: number }, analysed)
    expect(total).toBe(expected.length)
    found.push(...rows)
  }
  expect(found).toEqual(expected)
})

it('yields to the event loop between two chunks', async () => {
  const conditions = conditionsOf(sql`TRUE`)
  const sort: SampleSorts = [{ by: 'sample_id', order: 'asc' }]
  const span = { from: 0, count: 5 }
  const walking = pageSortedAmong(stores.journal.query, sort, conditions, isAnalysedRow, span, 6)
  expect(await eventLoopTurns(walking)).toBeGreaterThanOrEqual(samples / 6 - 1)
})
