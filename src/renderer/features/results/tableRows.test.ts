import { describe, expect, it } from 'vitest'
import { moved, nextSort, parseLayout, toLayoutSearch } from './tableLayout.ts'
import { shownPathways, sortRows, toCopied } from './tableRows.ts'

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
const sorted = (by: string, order: 'asc' | 'desc') => named(sortRows(table, covariates, [{ by, order }]))

describe('the order of the rows', () => {
  it('is that of the register until a column is chosen', () => {
    expect(named(sortRows(table, covariates, []))).toEqual(['S10', 'S2', 'S1'])
  })

  it('follows a pathway either way, however large its values, and keeps what is missing last', () => {
    expect(sorted('pathway AMPK', 'desc')).toEqual(['S2', 'S10', 'S1'])
    expect(sorted('pathway AMPK', 'asc')).toEqual(['S1', 'S10', 'S2'])
    expect(sorted('pathway mTOR', 'asc')).toEqual(['S2', 'S1', 'S10'])
    expect(sorted('pathway mTOR', 'desc')).toEqual(['S1', 'S2', 'S10'])
  })

  it('takes a covariate for numbers only where each of its values is one', () => {
    expect(sorted('covariate age', 'asc')).toEqual(['S10', 'S1', 'S2'])
    expect(sorted('covariate dose', 'asc')).toEqual(['S10', 'S1', 'S2'])
  })

  it('counts the digits of names as numbers', () => {
    expect(sorted('sample', 'asc')).toEqual(['S1', 'S2', 'S10'])
  })

  it('stays as it is where the column is not there any more', () => {
    expect(sorted('pathway gone', 'asc')).toEqual(['S10', 'S2', 'S1'])
  })

  it('goes from the highest to the lowest, and back to that of the register', () => {
    const down = nextSort([], 'sample', false)
    const up = nextSort(down, 'sample', false)
    expect([down[0]?.order, up[0]?.order, nextSort(up, 'sample', false)]).toEqual(['desc', 'asc', []])
  })

  it('follows a second column where the first has equal values, and a third where that has', () => {
    const equal = { ...table, values: Float64Array.of(1, 5, 1, Number.NaN, 1, 7) }
    const by = (...sort: [string, 'asc' | 'desc'][]) =>
      named(
        sortRows(
          equal,
          covariates,
          sort.map(([id, order]) => ({ by: id, order })),
        ),
      )
    expect(by(['pathway AMPK', 'asc'], ['pathway mTOR', 'desc'])).toEqual(['S1', 'S10', 'S2'])
    expect(by(['pathway AMPK', 'desc'], ['sample', 'asc'])).toEqual(['S1', 'S2', 'S10'])
    expect(by(['sample', 'asc'], ['pathway mTOR', 'desc'])).toEqual(['S1', 'S2', 'S10'])
  })

  it('is added to, turned and taken back column by column, and begins anew with one alone', () => {
    const one = nextSort([], 'a', true)
    const two = nextSort(one, 'b', true)
    const turned = nextSort(two, 'a', true)
    expect(turned).toEqual([
      { by: 'a', order: 'asc' },
      { by: 'b', order: 'desc' },
    ])
    expect(nextSort(turned, 'a', true)).toEqual([{ by: 'b', order: 'desc' }])
    expect(nextSort(turned, 'a', false)).toEqual([{ by: 'a', order: 'desc' }])
  })
})

describe('the columns', () => {
  it('are read from the address as they were written, whatever their names hold', () => {
    const layout = {
      covariates: ['age', '<b>'],
      pathways: ['mTOR, "x"', 'AMPK'],
      pinned: ['pathway AMPK'],
      sort: [
        { by: 'pathway AMPK', order: 'asc' as const },
        { by: 'sample', order: 'desc' as const },
      ],
      widths: { 'pathway AMPK': 220 },
    }
    expect(parseLayout(JSON.parse(JSON.stringify(toLayoutSearch(layout))))).toEqual(layout)
    expect(
      toLayoutSearch(parseLayout({ pathways: 'x', sort: { by: 5 }, covariates: 7, widths: { a: 'wide' } })),
    ).toEqual({})
  })

  it('are sorted by one as views said that were saved before there could be several', () => {
    const sort = { by: 'sample', order: 'asc' as const }
    expect(parseLayout({ sort }).sort).toEqual([sort])
    expect(toLayoutSearch(parseLayout({ sort }))).toEqual({ sort })
  })

  it('are as wide as a hand can move them, whatever the address says', () => {
    expect(parseLayout({ widths: { a: -5, b: 1e9, c: 100.4 } }).widths).toEqual({ a: 48, b: 800, c: 100 })
  })

  it('stand in the order chosen; a pathway that no answer holds is left out', () => {
    const layout = { ...parseLayout({}), pathways: ['mTOR', 'gone', 'AMPK'] }
    expect(shownPathways(table, layout)).toEqual([
      { pathway: 'mTOR', at: 1 },
      { pathway: 'AMPK', at: 0 },
    ])
  })

  it('move a place at a time and stop at the ends', () => {
    expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 'z', 1)).toEqual(['a', 'b', 'c'])
  })
})

it('copies numbers whole, leaves missing ones empty, and names measure and view in each header', () => {
  const layout = { ...parseLayout({}), covariates: ['age'] }
  const { table: copied } = toCopied(
    { table, covariates, layout, rows: [1, 0] },
    { sample: 'Sample', sampleId: 'Id', value: 'Activity, as returned' },
  )
  expect(copied.columns[3]).toBe('AMPK (Activity, as returned)')
  expect(copied.rows).toEqual([
    ['S2', 'S2', null, 1e308, -3, '2026-11-20', 'demo', 'yes'],
    ['S10', 'S10', '9', 1, null, '2026-11-20', 'demo', 'yes'],
  ])
})

it('copies with z-scores what each pathway refers to', () => {
  const reference = [{ pathway: 'AMPK', n: 3, mean: 0.25, sd: null, why: 'noSpread' as const }]
  const { table: copied } = toCopied(
    { table: { ...table, view: 'z', reference }, covariates, layout: parseLayout({}), rows: [0] },
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
