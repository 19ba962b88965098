import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SampleFilter } from '../../shared/domain/samples/sample.ts'
import type { Database } from '../ports.ts'
import { idsOfSamples } from '../samples/register/search/sampleSearch.ts'
import type { JournalSchema } from '../store/journal.ts'
import { openStores } from '../store/testing/openStores.ts'
import { createSampleChooser } from './chooseSamples.ts'
import { addCohort } from './cohort/testing/addCohort.ts'

let journal: Database<JournalSchema>
let closeStores: () => Promise<void>

beforeEach(async () => {
  const stores = await openStores()
  journal = stores.journal
  closeStores = stores.close
})
afterEach(() => closeStores())

const chooser = () =>
  createSampleChooser({
    journal,
    findSamples: (text: string, filter: SampleFilter) => idsOfSamples(journal.query, { text, filter }),
  })

const named = (count: number, fields: (index: number) => Record<string, string | number> = () => ({})) =>
  Array.from({ length: count }, (_, index) => ({ sampleId: `S${index}`, fields: fields(index) }))

test('all samples are chosen in register order, however many pages that takes', async () => {
  await addCohort({ journal }, named(12_345))
  const found = await chooser()({ filter: {} })
  expect(found).toHaveLength(12_345)
  expect(found.slice(0, 3)).toEqual(['S0', 'S1', 'S2'])
  expect(new Set(found).size).toBe(12_345)
  expect(found.at(-1)).toBe('S12344')
})

test('a search by text and filter chooses the samples that the register finds', async () => {
  await addCohort(
    { journal },
    named(40, (index) => ({
      tissue: index < 10 ? 'liver' : 'blood',
      group: index % 2 ? 'treated' : 'control',
    })),
  )
  expect(await chooser()({ text: 'liver', filter: { group: 'treated' } })).toEqual([
    'S1',
    'S3',
    'S5',
    'S7',
    'S9',
  ])
  expect(await chooser()({ text: 'nothing like it', filter: {} })).toEqual([])
})

test('the samples of a search are chosen except for the excluded ones', async () => {
  await addCohort({ journal }, named(6))
  expect(await chooser()({ filter: {}, except: ['S1', 'S4', 'gone'] })).toEqual(['S0', 'S2', 'S3', 'S5'])
  expect(await chooser()({ filter: {}, except: [] })).toHaveLength(6)
})

test('named samples are chosen once each, and an unknown sample is rejected by name', async () => {
  await addCohort({ journal }, named(5000))
  expect(await chooser()({ sampleIds: ['S3', 'S1', 'S3'] })).toEqual(['S3', 'S1'])
  const many = [...named(5000).map(({ sampleId }) => sampleId), '<b>S9999</b>']
  await expect(chooser()({ sampleIds: many })).rejects.toMatchObject({
    code: 'notFound',
    message: expect.stringContaining('<b>S9999</b>'),
  })
})
