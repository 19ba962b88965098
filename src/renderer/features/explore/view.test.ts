import { expect, it } from 'vitest'
import { searchSchemas } from '../../state/searchSchemas.ts'
import { type ChartView, parseChartView, toChartSearch } from './view.ts'

const parse = (search: unknown) =>
  parseChartView(searchSchemas()['/study/$studyId/_cohort/explore'].parse(search))

it('round-trips through the address', () => {
  const chartView: ChartView = {
    tracks: ['sex', 'tag:<b>'],
    cluster: 'samples',
    linkage: 'ward',
    distance: 'correlation',
    x: 3,
    y: 1,
    scaled: false,
    colour: '',
    shape: 'sex',
    predicted: { from: 'clock', name: 'pathway_age' },
    chronological: { from: 'covariate', name: 'age' },
    pathway: 'mTOR',
    by: 'group',
    pair: 'donor_id',
    ageMeasure: 'age_acceleration',
  }
  expect(parse(JSON.parse(JSON.stringify(toChartSearch(chartView))))).toEqual(chartView)
})

it('falls back to defaults if the address holds invalid values', () => {
  const nonsense = {
    tracks: [1, {}, 'a', 'a', 'b', 'c', 'd'],
    cluster: 'all',
    linkage: 7,
    x: 99,
    y: 0.5,
    predicted: { from: 'mean of pathways', name: 'age' },
    pathway: { '<b>': 1 },
    by: 5,
  }
  const chartView = parse(nonsense)
  expect(chartView).toEqual({ ...parseChartView({}), tracks: ['1', 'a', 'b'], by: '5' })
  expect(Object.values(toChartSearch(parseChartView({}))).filter((part) => part !== undefined)).toEqual([])
})
