import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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

it.each([1, 2, 3, 4, 100])(
  'lists every sample with a current pathway analysis, %i at a time',
  async (size) => {
    expect([...(await createAnalysedSamples(stores.answers, size).analysedIds())]).toEqual(['s1', 's3', 's4'])
  },
)

it('reads them once until this or another process changes the file', async () => {
  const { analysedIds } = createAnalysedSamples(stores.answers)
  const read = await analysedIds()
  expect(await analysedIds()).toBe(read)
  await sql`UPDATE analyses SET kind = 'clock' WHERE sample_id = 's1'`.execute(stores.answers.query)
  expect([...(await analysedIds())]).toEqual(['s3', 's4'])
  const other = new DatabaseSync(join(stores.folder, 'answers.db'))
  other.exec("UPDATE analyses SET kind = 'activity'")
  other.close()
  expect([...(await analysedIds())]).toEqual(['s1', 's2', 's3', 's4'])
})
