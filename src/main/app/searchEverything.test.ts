import { expect, it } from 'vitest'
import { createSearchEverything, type SearchSources } from './searchEverything.ts'

const nothing: SearchSources = {
  studies: async () => [],
  samples: async () => [],
  pathways: async () => [],
  drugs: async () => [],
}
const search = async (given: Partial<SearchSources>, text: string, limit = 5) =>
  (await createSearchEverything({ ...nothing, ...given })({ text, limit })).map(
    ({ kind, name, match }) => `${kind} ${name} ${match}`,
  )
const study = (name: string) => ({ studyId: name, name, question: '' })

it('ranks exact matches before prefixes, and those before the rest, for all kinds', async () => {
  const found = await search(
    {
      studies: async () => [study('Effect of mTOR'), study('Liver')],
      samples: async () => [{ sampleId: 's-1', clientReference: 'mtor-01' }],
      pathways: async () => [
        { pathway: 'mtor', title: 'mTOR', names: ['mTOR Signaling'] },
        { pathway: 'wnt', title: 'Wnt', names: [] },
      ],
      drugs: async () => [{ drugId: 'd-1', name: 'Sirolimus', category: 'mTOR inhibitor' }],
    },
    ' MTOR ',
  )
  expect(found).toEqual([
    'pathway mTOR whole',
    'sample mtor-01 beginning',
    'study Effect of mTOR elsewhere',
    'drug Sirolimus elsewhere',
  ])
})

it('finds a sample by its ID, and a pathway by another of its names', async () => {
  const given: Partial<SearchSources> = {
    samples: async () => [{ sampleId: 'smp_7', clientReference: 'HLS-002' }],
    pathways: async () => [{ pathway: 'nfkb', title: 'NF-κB', names: ['NF_KB'] }],
  }
  expect(await search(given, 'smp_7')).toEqual(['sample HLS-002 whole'])
  expect(await search({ pathways: given.pathways! }, 'nf_kb')).toEqual(['pathway NF-κB whole'])
})

it('returns at most the requested number of each kind, and nothing for an empty text', async () => {
  const given = { studies: async () => ['Liver 1', 'Liver 2', 'Old liver'].map(study) }
  expect(await search(given, 'liver', 2)).toEqual(['study Liver 1 beginning', 'study Liver 2 beginning'])
  expect(await search(given, '  ')).toEqual([])
})

it('finds nothing without a text, but preloads what the first search needs', async () => {
  let read = 0
  const pathways = async () => {
    read += 1
    throw new Error('cannot be read')
  }
  expect(await search({ studies: async () => [study('Liver')], pathways }, ' ')).toEqual([])
  expect(read).toBe(1)
})
