import { describe, expect, test } from 'vitest'
import { benjaminiHochberg } from '../../../shared/domain/results/adjust.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { anova, welch, welchAnova } from './meanTests.ts'
import { adjustedDifference } from './regression.ts'

/* Simulated studies with a known truth, on which the rules of docs/design/overview.md are based. */

const createNormal = (seed: number) => {
  const random = createSeededRandom(seed)
  return (mean = 0, sd = 1): number =>
    mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
const values = (n: number, of: () => number): Float64Array => Float64Array.from({ length: n }, of)
const shareOf = (count: number, holds: (at: number) => boolean): number =>
  Array.from({ length: count }, (_, at) => holds(at)).filter(Boolean).length / count

describe('a clock difference of 6 years', () => {
  const studies = scale(400, 4000)
  // Four standard errors of the coverage around 95%.
  const [least, most] = isFull ? [0.94, 0.96] : [0.91, 0.98]

  test.each([0, 8, 15])('is estimated without bias at an age gap of %d years', (gap) => {
    const normal = createNormal(300 + gap)
    const group = (age: number, shift: number) => {
      const x = values(20, () => normal(age, 8))
      return { x, y: x.map((years) => 50 + 0.6 * (years - 50) + shift + normal(0, 4)) }
    }
    let [sum, covered, naive] = [0, 0, 0]
    for (let study = 0; study < studies; study += 1) {
      const [a, b] = [group(50 + gap, 6), group(50, 0)]
      const found = adjustedDifference(a, b)
      if (found.why !== null) throw new Error(found.why)
      sum += found.difference
      covered += Number(found.ciLow <= 6 && 6 <= found.ciHigh)
      const byAcceleration = welch({
        a: a.y.map((years, at) => years - (a.x[at] ?? 0)),
        b: b.y.map((years, at) => years - (b.x[at] ?? 0)),
      })
      if (byAcceleration.why === null)
        naive += Number(byAcceleration.ciLow <= 6 && 6 <= byAcceleration.ciHigh)
    }
    const [bias, coverage] = [sum / studies - 6, covered / studies]
    printFigure('20 Statistics', `clock difference at a gap of ${gap} years`, {
      studies,
      bias: bias.toFixed(3),
      coverage: `${(100 * coverage).toFixed(1)}%`,
      'coverage without age in the model': `${((100 * naive) / studies).toFixed(1)}%`,
    })
    expect(Math.abs(bias)).toBeLessThan(isFull ? 0.1 : 0.35)
    expect(coverage).toBeGreaterThanOrEqual(least)
    expect(coverage).toBeLessThanOrEqual(most)
    // The mutant: comparing age acceleration misses the difference if the groups differ in age.
    expect(naive / studies < 0.9).toBe(gap > 0)
  })
})

describe('the rules for small groups', () => {
  const studies = scale(4000, 40_000)

  test.each([
    [3, 12, 1, 0.5],
    [3, 30, 1, 1],
    [4, 9, 1, 1],
    [4, 20, 1, 0.5],
  ])('two groups of %d and %d by Welch have p < 0.05 in at most 9% of cases', (a, b, sdA, sdB) => {
    const normal = createNormal(a * 100 + b)
    const wrong = shareOf(studies, () => {
      const found = welch({ a: values(a, () => normal(0, sdA)), b: values(b, () => normal(0, sdB)) })
      return found.why === null && found.p < 0.05
    })
    printFigure('20 Statistics', `Welch of ${a} beside ${b}, SD ${sdA} and ${sdB}`, {
      'p < 0.05': `${(100 * wrong).toFixed(1)}%`,
    })
    expect(wrong).toBeLessThan(0.09)
  })

  test.each([
    { k: 10, n: 2, leastByWelch: 0.1 },
    { k: 20, n: 2, leastByWelch: 0.1 },
    { k: 10, n: 3, leastByWelch: 0.1 },
    { k: 3, n: 2, leastByWelch: 0 },
  ])('$k groups of $n by ordinary ANOVA have p < 0.05 in 4 to 6% of cases', ({ k, n, leastByWelch }) => {
    const normal = createNormal(k * 10 + n)
    let [ordinary, byWelch] = [0, 0]
    for (let study = 0; study < studies; study += 1) {
      const groups = Array.from({ length: k }, () => values(n, () => normal()))
      const [one, other] = [anova(groups), welchAnova(groups)]
      ordinary += Number(one.why === null && one.p < 0.05) / studies
      byWelch += Number(other.why === null && other.p < 0.05) / studies
    }
    printFigure('20 Statistics', `ANOVA of ${k} groups of ${n}`, {
      ordinary: `${(100 * ordinary).toFixed(1)}%`,
      Welch: `${(100 * byWelch).toFixed(1)}%`,
    })
    expect(ordinary).toBeGreaterThan(0.04)
    expect(ordinary).toBeLessThan(0.06)
    expect(byWelch).toBeGreaterThanOrEqual(leastByWelch)
  })

  test('groups of 4 and 9 with five of 26 pathways 4 SD apart find them in at least 90%', () => {
    const normal = createNormal(409)
    const count = scale(300, 3000)
    let found = 0
    for (let study = 0; study < count; study += 1) {
      const p = Array.from({ length: 26 }, (_, at) => {
        const tested = welch({ a: values(4, () => normal(at < 5 ? 4 : 0)), b: values(9, () => normal()) })
        return tested.why === null ? tested.p : null
      })
      found += benjaminiHochberg(p.map((one) => one ?? 1))
        .slice(0, 5)
        .filter((q) => (q ?? 1) < 0.05).length
    }
    printFigure('20 Statistics', '4 beside 9, 4 SD apart', { found: `${((20 * found) / count).toFixed(1)}%` })
    expect(found / count / 5).toBeGreaterThanOrEqual(0.9)
  })
})
