import chiSquareCdf from '@stdlib/stats-base-dists-chisquare-cdf'
import fCdf from '@stdlib/stats-base-dists-f-cdf'
import { describe, expect, test } from 'vitest'
import { t975, twoSidedNormal, twoSidedT, upperChiSquare, upperF, z975 } from './pValues.ts'
import { agrees } from './testing/fixtures.ts'

describe('far tails agree with R', () => {
  // pt, pnorm, pchisq and pf of R with lower.tail = FALSE, qt and qnorm.
  const tails: [string, number, number][] = [
    ['twoSidedT(30, 40.5)', twoSidedT(30, 40.5), 2.78663421072015e-29],
    ['twoSidedT(-400, 12)', twoSidedT(-400, 12), 4.01326776954035e-26],
    ['twoSidedT(1e12, 3.3)', twoSidedT(1e12, 3.3), 7.34156724694842e-40],
    ['twoSidedT(1e-8, 1)', twoSidedT(1e-8, 1), 0.999999993633802],
    ['twoSidedNormal(12)', twoSidedNormal(12), 3.55296422415536e-33],
    ['twoSidedNormal(-37)', twoSidedNormal(-37), 1.14511424450492e-299],
    ['upperChiSquare(150, 1)', upperChiSquare(150, 1), 1.73364324571783e-34],
    ['upperChiSquare(300, 4)', upperChiSquare(300, 4), 1.08343949194783e-63],
    ['upperChiSquare(1200, 19)', upperChiSquare(1200, 19), 9.27191562945819e-243],
    ['upperF(90, 2, 77.7)', upperF(90, 2, 77.7), 5.90284554739958e-21],
    ['upperF(5000, 5, 30.2)', upperF(5000, 5, 30.2), 4.23710802703789e-43],
    ['upperF(2e9, 3, 4.4)', upperF(2e9, 3, 4.4), 1.55523383667817e-20],
    ['t975(1)', t975(1), 12.7062047361747],
    ['t975(3.21)', t975(3.21), 3.06784610414092],
    ['t975(4000)', t975(4000), 1.96055722879373],
    ['z975', z975, 1.95996398454005],
  ]
  test.each(tails)('%s is %d', (_, ours, theirs) => {
    expect(agrees(ours, theirs)).toBe(true)
  })
})

test('where 1 − cdf is still precise, both agree', () => {
  for (let df = 1; df <= 19; df += 1)
    for (const x of [0.01, 0.5, 2, 10]) {
      expect(upperChiSquare(x, df)).toBeCloseTo(1 - chiSquareCdf(x, df), 13)
      expect(upperF(x, df, df + 0.7)).toBeCloseTo(1 - fCdf(x, df, df + 0.7), 13)
    }
})

test('the ends are 0 and 1 and never NaN', () => {
  expect([twoSidedT(0, 5), twoSidedNormal(0), upperChiSquare(0, 3), upperF(0, 2, 4)]).toEqual([1, 1, 1, 1])
  expect([twoSidedT(1e300, 50), twoSidedNormal(1e300), upperChiSquare(1e300, 3)]).toEqual([0, 0, 0])
  // The sum of these terms exceeds 1 by rounding.
  expect(upperChiSquare(0.005, 12)).toBe(1)
  for (const df1 of [1, 2, 7]) expect(upperF(1e300, df1, 40)).toBe(0)
})
