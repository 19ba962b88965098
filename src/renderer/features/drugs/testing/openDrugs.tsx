import { configure } from '@testing-library/react'
import type { Input, Output } from '../../../../shared/contract/contract.ts'
import type { DrugHit } from '../../../../shared/domain/drugs/drug.ts'
import { answerWith, demoStatus } from '../../../app/testing/fakeHost.ts'
import { openApp } from '../../../app/testing/openApp.tsx'
// Imported here, so that tests do not wait for the route to load it.
import '../DrugsScreen.tsx'

// Rendering a whole page takes longer if many tests share a processor.
configure({ asyncUtilTimeout: 10_000 })

const at = '2026-01-01T00:00:00Z'

export const hit = (name: string, source: DrugHit['source']): DrugHit => ({
  drugId: `id-${name}`,
  name,
  synonyms: name === 'Sirolimus' ? ['Rapamycin'] : [],
  category: 'mTOR inhibitor',
  description: null,
  source,
  fetchedAt: at,
})

export const answer = (hits: DrugHit[]): Output<'drugs.search'> => ({
  hits,
  total: hits.length,
  source: hits[0]?.source ?? 'service',
  notice: null,
})

/** One drug is cached; the service returns another one too. */
export const twoSources = ({ from }: Pick<Input<'drugs.search'>, 'from'>): Output<'drugs.search'> =>
  answer(
    from === 'cache'
      ? [hit('Sirolimus', 'cache')]
      : [hit('Everolimus', 'service'), hit('Sirolimus', 'service')],
  )

export const sirolimus = (source: DrugHit['source']): Output<'drugs.show'> => ({
  ...hit('Sirolimus', source),
  raw: { id: 'id-Sirolimus' },
  pathways: [
    { pathway: 'mTOR', direction: 'inhibits', evidence: 'direct' },
    { pathway: 'AMPK', direction: 'unknown', evidence: null },
  ],
  pathwaysFetchedAt: at,
  detailsFetchedAt: at,
  notice: null,
  pathwaysRaw: [{ pathway: 'mTOR' }],
  otherFields: [
    { name: 'max_phase', value: 4 },
    { name: 'targets', value: [{ gene: 'MTOR' }] },
  ],
})

/** Opens the drug section at an address with a host that returns little data; `answers` override its responses. */
export function openDrugs(address: string, answers: Parameters<typeof answerWith>[0]) {
  answerWith({
    'app.status': () => demoStatus,
    'drugs.search': twoSources,
    'drugs.facets': () => ({
      categories: [
        { value: 'mTOR inhibitor', count: 2 },
        { value: 'Statin', count: 1 },
      ],
      pathways: [{ pathway: 'mtor', title: 'mTOR', count: 2 }],
      directions: [{ value: 'inhibits', count: 2 }],
      countedOf: null,
      cached: 0,
    }),
    'drugs.show': ({ from }) => sirolimus(from === 'cache' ? 'cache' : 'service'),
    'drugs.marks': () => [],
    'drugs.links': () => ({ screenings: [], samples: [] }),
    'drugLists.list': () => [],
    'searches.list': () => [],
    ...answers,
  })
  return openApp(address)
}
