import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStores } from '../store/testing/openStores.ts'
import { createAnalysedSamples } from './sampleResults.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeEach(async () => {
  stores = await openStores()
  await sql`INSERT INTO analyses
    (analysis_id, sample_id, kind, request, raw, fetched_at, service, synthetic, current)
    VALUES ('1', 's1', 'activity', '', '', '', '', 0, 1), ('2', 's2', 'clock', '', '', '', '', 0, 1),
      ('3', 's3', 'activity', '', '', '', '', 0, 0), ('4', 's3', 'activity', '', '', '', '', 0, 1),
      ('5', 's4', 'activity', '', '', '', '', 0, 1), ('6', 's5', 'activity', '', '', '', '', 0, 0)`.execute(
    stores.answers.query,
  )
})
afterEach(() => stores.close())

it.each([1, 2, 3, 4, 100])('names every sample with a kept pathway analysis, %i at a time', async (size) => {
  expect([...(await createAnalysedSamples(stores.answers, size).analysedIds())]).toEqual(['s1', 's3', 's4'])
})
