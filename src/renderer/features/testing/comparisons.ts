import type { Covariate } from '../../../shared/domain/results/cohort.ts'
import type { Comparison, ComparisonRow } from '../../../shared/domain/results/comparison.ts'

const fetchedAt = '2026-11-20T10:00:00.000Z'

/** Returns a field of six samples: numbers if all its values are, otherwise categories. */
export const covariateOf = (name: string, ...values: string[]): Covariate => ({
  name,
  kind: values.every((value) => Number.isFinite(Number(value))) ? 'numbers' : 'categories',
  values: values.map((value) => ({ value, count: 3 })),
  distinct: values.length,
  missing: 0,
})

export const comparisonRow = (pathway: string, more: Partial<ComparisonRow> = {}): ComparisonRow => ({
  pathway,
  groups: [
    { n: 3, mean: 2, sd: 1, median: 2 },
    { n: 3, mean: 1, sd: 1, median: 1 },
  ],
  pairs: null,
  difference: 1,
  ciLow: -0.5,
  ciHigh: 2.5,
  effect: 0.8,
  statistic: 1.2,
  df: 4,
  df2: null,
  p: 0.01,
  q: 0.02,
  why: null,
  exact: null,
  leastP: null,
  fewValues: false,
  zeros: null,
  effectLow: null,
  effectHigh: null,
  smallestChange: null,
  noiseLimit: null,
  withinNoise: false,
  pairwise: [],
  ...more,
})

/** A comparison of two groups: mTOR differs, and the difference of AMPK is within the noise. */
export const comparison: Comparison = {
  measure: 'activity',
  test: 'welch',
  groups: [
    { name: 'treated', sampleIds: ['S1', 'S2', 'S3'] },
    { name: '<b>control</b>', sampleIds: ['S4', 'S5', 'S6'] },
  ],
  effectName: 'hedges_g',
  pairwiseEffectName: null,
  statisticName: 't',
  fewValues: null,
  leastPairwiseP: null,
  rows: [
    comparisonRow('mTOR'),
    comparisonRow('AMPK', {
      p: 0.4,
      q: 0.4,
      difference: 0.01,
      withinNoise: true,
      smallestChange: 0.2,
      noiseLimit: 0.1,
    }),
  ],
  notes: [],
  noise: null,
  service: 'https://service.example',
  oldestFetchedAt: fetchedAt,
  newestFetchedAt: fetchedAt,
  synthetic: true,
}
