import { describe, expect, test } from 'vitest'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { anova, welch, welchAnova } from './meanTests.ts'

/* Simulated studies with a known truth, on which the rules of docs/design/overview.md are based. */

const createNormal = (seed: number) => {
  const random = createSeededRandom(seed)
  return (mean = 0, sd = 1): number =>
    mean + sd * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
const values = (n: number, of: () => number): Float64Array => Float64Array.from({ length: n }, of)
const shareOf = (count: number, holds: (at: number) => boolean): number =>
  Array.from({ length: count }, (_, at) => holds(at)).filter(Boolean).length / count

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
})
