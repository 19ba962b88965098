import { describe, expect, it } from 'vitest'
import { pathwayNames } from '../../../demoService/model/pathways.ts'
import { type Covariates, profileSample, treatmentSignature } from '../../../demoService/model/sampleModel.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import type { ComparisonRow, TestName } from '../../../shared/domain/results/comparison.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import type { Matrix } from './cohortMatrix.ts'
import { compare } from './comparison/compare.ts'
import { demoOrders } from './testing/demoOrders.ts'

const orders: Covariates[] = demoOrders()
const truth = treatmentSignature({ treatment: 'rapamycin' })
const rowsOf = (group: string) =>
  Uint32Array.from(orders.keys()).filter((row) => orders[row]?.group === group)

type Profiles = ReturnType<typeof profileSample>['scores'][]

/** The profiles of the unchanged cohort by seed. Several tests use them, and they are most of the work. */
const cachedProfiles = new Map<number, Profiles>()
function profilesAt(seed: number, cohort: Covariates[]): Profiles {
  const known = cohort === orders ? cachedProfiles.get(seed) : undefined
  const profiles = known ?? cohort.map((order) => profileSample(seed, order).scores)
  if (cohort === orders) cachedProfiles.set(seed, profiles)
  return profiles
}

/** Returns the results of the reference service with this seed, as a matrix. */
function matrixAt(seed: number, measure: Measure, cohort: Covariates[]): Matrix {
  const profiles = profilesAt(seed, cohort)
  const columns = pathwayNames.map((pathway, at) => ({
    pathway,
    names: [pathway],
    values: Float64Array.from(profiles, (scores) => {
      const score = scores[at]
      return (measure === 'activity' ? score?.activity : score?.agingOffset) ?? Number.NaN
    }),
  }))
  const origin = { fetchedAt: '2026-01-01T00:00:00.000Z', service: 's', synthetic: true }
  const sampleIds = cohort.map(({ client_reference }) => client_reference)
  return { measure, sampleIds, origins: cohort.map(() => [origin]), columns, joined: [] }
}

function compareAt(seed: number, measure: Measure, test: TestName, cohort = orders): ComparisonRow[] {
  const matrix = matrixAt(seed, measure, cohort)
  return compare({
    test,
    matrix,
    columns: matrix.columns,
    groups: ['treated', 'control'].map((name) => ({ name, rows: rowsOf(name) })),
    pairOf: test === 'paired' ? (row) => String(orders[row]?.donor_id) : null,
    replicateOf: null,
    notes: [],
  }).rows
}

const seeds = Array.from({ length: scale(30, 200) }, (_, at) => at + 1)
/** The largest share of false findings. With fewer seeds, chance moves it more. */
const mostFalse = scale(0.065, 0.05)
const isFound = ({ q }: ComparisonRow) => q !== null && q < 0.05

const isTrue = ({ pathway }: ComparisonRow) => truth.has(pathway)

/** Counts over all seeds how many of the model's shifts were found, in which direction, and how many false ones. */
function tally(measure: Measure, test: TestName, found = isFound) {
  const sum = { put: 0, right: 0, false: 0, turned: 0, falseShares: 0 }
  for (const seed of seeds) {
    const rows = compareAt(seed, measure, test)
    const claimed = rows.filter(found)
    const right = claimed.filter(isTrue)
    sum.put += rows.filter(isTrue).length
    sum.right += right.length
    sum.false += claimed.length - right.length
    sum.falseShares += claimed.length === 0 ? 0 : (claimed.length - right.length) / claimed.length
    if (measure === 'activity') sum.turned += right.filter(isTurned).length
  }
  return sum
}

const isTurned = ({ pathway, difference }: ComparisonRow) =>
  Math.sign(difference ?? 0) !== Math.sign(truth.get(pathway) ?? 0)

const share = (part: number, total: number): string => `${((100 * part) / total).toFixed(1)}%`

describe('a comparison of the demo cohort', () => {
  it.each([
    ['activity', 'paired'],
    ['activity', 'welch'],
    ['activity', 'mann-whitney'],
    ['aging_offset', 'paired'],
  ] as const)('of its %s by %s finds the shifts of the model and few others', (measure, test) => {
    const sum = tally(measure, test)
    printFigure('Findings', `${measure} by ${test}, ${seeds.length} seeds, q < 0.05`, {
      'put in by the model': sum.put,
      found: `${sum.right} (${share(sum.right, sum.put)})`,
      'false ones': `${sum.false} (${share(sum.false, sum.right + sum.false)} of what was found)`,
      'false ones a seed': share(sum.falseShares, seeds.length),
      'in the wrong direction': sum.turned,
    })
    expect(sum.right / sum.put).toBeGreaterThan(0.95)
    expect(sum.false / (sum.right + sum.false)).toBeLessThanOrEqual(mostFalse)
    expect(sum.falseShares / seeds.length).toBeLessThanOrEqual(mostFalse)
    expect(sum.turned).toBe(0)
  })

  it('finds hardly anything without a treatment', () => {
    const untreated = orders.map((order) => ({ ...order, treatment: 'vehicle', group: 'control' }))
    const claims = seeds.map((seed) => compareAt(seed, 'activity', 'welch', untreated).filter(isFound).length)
    const seedsWithAny = claims.filter((count) => count > 0).length
    printFigure('Findings', `activity by welch, ${seeds.length} seeds without a treatment, q < 0.05`, {
      'seeds with a false one': `${seedsWithAny} (${share(seedsWithAny, seeds.length)})`,
    })
    expect(seedsWithAny / seeds.length).toBeLessThanOrEqual(mostFalse)
  })

  it('mutant: a comparison that uses p as q finds too much', () => {
    const sum = tally('activity', 'paired', ({ p }) => p !== null && p < 0.05)
    expect(sum.false / (sum.right + sum.false)).toBeGreaterThan(mostFalse)
  })
})
