import { describe, expect, it } from 'vitest'
import { noRange } from '../../../../shared/domain/results/valueRange.ts'
import { searchSchemas } from '../../../state/searchSchemas.ts'
import { tablesOfCohort } from '../../../state/tables/shownTables.ts'
import { defaultLayout } from '../../../ui/table/columns/columnLayout.ts'
import { readEarlier, shownPathways } from './tableLayout.ts'
import { sortRows, toCopied } from './tableRows.ts'

const sample = (sampleId: string) => ({
  sampleId,
  clientReference: sampleId,
  group: null,
  fetchedAt: '2026-11-20',
})

const table = {
  measure: 'activity' as const,
  view: 'raw' as const,
  pathways: ['AMPK', 'mTOR'],
  samples: ['S10', 'S2', 'S1'].map(sample),
  values: Float64Array.of(1, Number.NaN, 1e308, -3, -1e308, 0),
  range: noRange,
  totalSamples: 3,
  withoutResult: 0,
  reference: [],
  joined: [],
  service: 'demo',
  oldestFetchedAt: null,
  newestFetchedAt: null,
  synthetic: true,
}
const covariates = new Map([
  ['age', ['9', null, '10']],
  ['dose', ['9', 'none', '10']],
])
const named = (rows: readonly number[]) => rows.map((row) => table.samples[row]?.sampleId)
const sorted = (by: string, order: 'asc' | 'desc') =>
  named(sortRows(table, covariates, [{ column: by, order }]))

describe('the order of the rows', () => {
  it('is that of the register until the user sorts by a column', () => {
    expect(named(sortRows(table, covariates, []))).toEqual(['S10', 'S2', 'S1'])
  })

  it('sorts a pathway in both directions, and keeps missing values last', () => {
    expect(sorted('pathway AMPK', 'desc')).toEqual(['S2', 'S10', 'S1'])
    expect(sorted('pathway AMPK', 'asc')).toEqual(['S1', 'S10', 'S2'])
    expect(sorted('pathway mTOR', 'asc')).toEqual(['S2', 'S1', 'S10'])
    expect(sorted('pathway mTOR', 'desc')).toEqual(['S1', 'S2', 'S10'])
  })

  it('sorts a covariate as numbers only if each of its values is one', () => {
    expect(sorted('covariate age', 'asc')).toEqual(['S10', 'S1', 'S2'])
    expect(sorted('covariate dose', 'asc')).toEqual(['S10', 'S1', 'S2'])
  })

  it('sorts numbers in names by value', () => {
    expect(sorted('sample', 'asc')).toEqual(['S1', 'S2', 'S10'])
  })

  it('is unchanged if the sort column no longer exists', () => {
    expect(sorted('pathway gone', 'asc')).toEqual(['S10', 'S2', 'S1'])
  })

  it('sorts equal values by a second column, then by a third', () => {
    const equal = { ...table, values: Float64Array.of(1, 5, 1, Number.NaN, 1, 7) }
    const by = (...sort: [string, 'asc' | 'desc'][]) =>
      named(
        sortRows(
          equal,
          covariates,
          sort.map(([column, order]) => ({ column, order })),
        ),
      )
    expect(by(['pathway AMPK', 'asc'], ['pathway mTOR', 'desc'])).toEqual(['S1', 'S10', 'S2'])
    expect(by(['pathway AMPK', 'desc'], ['sample', 'asc'])).toEqual(['S1', 'S2', 'S10'])
    expect(by(['sample', 'asc'], ['pathway mTOR', 'desc'])).toEqual(['S1', 'S2', 'S10'])
  })
})

const parse = (search: unknown) => searchSchemas()['/study/$studyId/_cohort/explore/table'].parse(search)

describe('the columns of a view saved by an earlier release', () => {
  const earlier = {
    covariates: ['age', '<b>'],
    pathways: ['mTOR, "x"', 'AMPK'],
    pinned: ['pathway AMPK'],
    sort: { by: 'sample', order: 'asc' },
    widths: { 'pathway AMPK': 220, 'pathway gone': -5 },
  }

  it('are restored as they were shown', () => {
    const layout = readEarlier(parse(JSON.parse(JSON.stringify(earlier))))
    expect(layout?.columns).toEqual([
      { id: 'covariate age', hidden: false, pinned: false },
      { id: 'covariate <b>', hidden: false, pinned: false },
      { id: 'pathway mTOR, "x"', hidden: false, pinned: false },
      { id: 'pathway AMPK', hidden: false, pinned: true, width: 220 },
      { id: 'pathway gone', hidden: false, pinned: false, width: 48 },
      { id: 'covariate group', hidden: true, pinned: false },
    ])
    expect(layout).toMatchObject({ othersHidden: true, sort: [{ column: 'sample', order: 'asc' }] })
    expect(readEarlier(parse({ sort: [{ by: 'a', order: 'desc' }] }))?.sort).toEqual([
      { column: 'a', order: 'desc' },
    ])
  })

  it('have their default layout if the address holds none or an invalid one', () => {
    expect(readEarlier(parse({ measure: 'activity' }))).toBeNull()
    const unreadable = { pathways: 'x', sort: { by: 5 }, covariates: 7, widths: { a: 'wide' } }
    expect(readEarlier(parse(unreadable))).toBeNull()
  })

  it('determine the pathways of an export, in the shown order', () => {
    expect(shownPathways(['AMPK', 'mTOR'], defaultLayout)).toBeNull()
    const earlier = readEarlier({ pathways: ['mTOR', 'gone', 'AMPK'] }) ?? defaultLayout
    expect(shownPathways(['AMPK', 'mTOR'], earlier)).toEqual(['mTOR', 'AMPK'])
  })

  it('offer no values to export as shown if every pathway is hidden', () => {
    const kinds = (layout: typeof defaultLayout) =>
      tablesOfCohort(
        { of: {}, measure: 'activity', view: 'mean' } as never,
        shownPathways(['AMPK', 'mTOR'], layout),
      ).map(({ kind }) => kind)
    expect(kinds(defaultLayout)).toEqual(['resultsWide', 'resultsLong', 'samples', 'answers'])
    expect(kinds({ ...defaultLayout, othersHidden: true })).toEqual(['samples', 'answers'])
  })
})

it('copies unrounded numbers, leaves missing ones empty, and names measure and view in each header', () => {
  const columns = ['sample', 'covariate age', 'pathway AMPK', 'pathway mTOR']
  const { table: copied } = toCopied(
    { table, covariates, columns, rows: [1, 0] },
    { sample: 'Sample', sampleId: 'Id', value: 'Activity, as returned' },
  )
  expect(copied.columns[3]).toBe('AMPK (Activity, as returned)')
  expect(copied.rows).toEqual([
    ['S2', 'S2', null, 1e308, -3, '2026-11-20', 'demo', 'yes'],
    ['S10', 'S10', '9', 1, null, '2026-11-20', 'demo', 'yes'],
  ])
})

it("copies the reference of each pathway's z-scores", () => {
  const reference = [{ pathway: 'AMPK', n: 3, mean: 0.25, sd: null, why: 'noSpread' as const }]
  const columns = ['sample', 'covariate group', 'pathway AMPK', 'pathway mTOR']
  const { table: copied } = toCopied(
    { table: { ...table, view: 'z', reference }, covariates, columns, rows: [0] },
    { sample: 'Sample', sampleId: 'Id', value: 'Activity, z' },
  )
  expect(copied.columns).toEqual([
    'Sample',
    'Id',
    'group',
    'AMPK (Activity, z; n 3, mean 0.25, SD –)',
    'mTOR (Activity, z)',
    'fetched_at',
    'service',
    'synthetic',
  ])
})
