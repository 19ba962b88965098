import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCohort } from '../../../results/cohort/testing/addCohort.ts'
import { openStores } from '../../../store/testing/openStores.ts'
import { samplesNamed } from './sampleSearch.ts'

let stores: Awaited<ReturnType<typeof openStores>>
beforeAll(async () => {
  stores = await openStores()
  const made = ['HLS-0021', 'x-HLS-002', 'hls-002', '50%_a', '50xxa'].map((sampleId) => ({ sampleId }))
  await addCohort(stores, made)
  await stores.journal.query
    .updateTable('samples')
    .set(({ ref }) => ({ client_reference: ref('sample_id') }))
    .execute()
})
afterAll(() => stores.close())

const named = async (text: string, limit = 10) =>
  (await samplesNamed(stores.journal.query, text, limit)).map(({ sampleId }) => sampleId)

it('returns the sample of that name first, then names that begin with it, then the others', async () => {
  expect(await named('HLS-002')).toEqual(['hls-002', 'HLS-0021', 'x-HLS-002'])
  expect(await named('HLS-002', 2)).toEqual(['hls-002', 'HLS-0021'])
})

it('takes every character literally', async () => {
  expect(await named('50%_')).toEqual(['50%_a'])
  expect(await named("'; --")).toEqual([])
})
