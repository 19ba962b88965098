import type {
  Comparison,
  ComparisonNote,
  ComparisonRow,
  TestName,
} from '../../../shared/domain/comparison.ts'
import { leastKruskalWallisP, leastMannWhitneyP, leastSignedRankP } from '../statistics/rankTests.ts'

/** Below it nothing is said of a group but that it is small. */
const smallGroup = 5
const level = 0.05

/** `sizes` of the groups, or the number of pairs alone. */
export function sizeNotes(
  test: TestName,
  sizes: readonly number[],
  rows: readonly Pick<ComparisonRow, 'p'>[],
): ComparisonNote[] {
  const tested = rows.flatMap((row) => row.p ?? [])
  const least = Math.min(...sizes)
  const p = leastP(test, sizes)
  // Where one pathway alone could not get a q below the level, the size of the groups decides what is found.
  const isLimiting = p !== null && p * Math.max(1, tested.length) > level
  return [
    // All pathways may reach that p together, and q is p then.
    ...(isLimiting
      ? [{ kind: 'leastP' as const, p, leastQ: p, undercut: tested.filter((one) => isBelow(one, p)).length }]
      : []),
    ...(least < smallGroup ? [{ kind: 'smallGroups' as const, least }] : []),
  ]
}

/** By more than rounding. */
const isBelow = (p: number, least: number): boolean => p < least * (1 - 1e-9)

/** Only tests by ranks have a smallest p. */
function leastP(test: TestName, sizes: readonly number[]): number | null {
  const [a = 0, b = 0] = sizes
  if (sizes.includes(0)) return null
  if (test === 'mann-whitney') return leastMannWhitneyP(a, b)
  if (test === 'kruskal-wallis') return leastKruskalWallisP(sizes)
  return test === 'wilcoxon-signed-rank' ? leastSignedRankP(a) : null
}

/** Of every two groups the two that can show most: alone, and by Holm over all of them. */
export function leastPairwiseP(test: TestName, sizes: readonly number[]): Comparison['leastPairwiseP'] {
  if (test !== 'kruskal-wallis') return null
  const [second = 0, first = 0] = sizes
    .filter((size) => size > 0)
    .toSorted((a, b) => a - b)
    .slice(-2)
  if (second === 0 || first === 0) return null
  const p = leastMannWhitneyP(second, first)
  const pHolm = Math.min(1, (p * sizes.length * (sizes.length - 1)) / 2)
  return pHolm > level ? { p, pHolm } : null
}

/** Groups may be large where a pathway has few values in them. */
export const hasFewValues = ({ p, pairs, groups }: Pick<ComparisonRow, 'p' | 'pairs' | 'groups'>): boolean =>
  p !== null && fewestOf({ pairs, groups }) < smallGroup

const fewestOf = ({ pairs, groups }: Pick<ComparisonRow, 'pairs' | 'groups'>): number =>
  pairs ?? Math.min(...groups.map(({ n }) => n))

export function fewValues(rows: readonly ComparisonRow[]): Comparison['fewValues'] {
  const few = rows.filter((row) => row.fewValues)
  return few.length > 0 ? { pathways: few.length, least: Math.min(...few.map(fewestOf)) } : null
}
