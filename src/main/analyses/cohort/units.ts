import { meanOf, present } from '../statistics/values.ts'
import { pick } from './matrix.ts'

/** Rows of a matrix that count once, by their mean: repeated measurements of one thing, or a single one. */
export type Unit = Uint32Array
export type Pair = { first: readonly Unit[]; second: readonly Unit[] }

/** Rows with the same key are one unit; those without a key are one each. */
export function toUnits(rows: Iterable<number>, keyOf: (row: number) => string | null): Unit[] {
  const units = Map.groupBy(rows, (row) => {
    const key = keyOf(row)
    return key === null ? row : key
  })
  return [...units.values()].map((same) => Uint32Array.from(same))
}

/** Mean over the rows that have a value; NaN without one. */
const unitMean = (values: Float64Array, unit: Unit): number =>
  unit.length === 1 ? (values[unit[0] ?? 0] ?? Number.NaN) : meanOf(present(pick(values, unit)))

/** One value a unit, those without one left out. */
export const valuesOf = (values: Float64Array, units: readonly Unit[]): Float64Array =>
  present(Float64Array.from(units, (unit) => unitMean(values, unit)))

/** The variance of the mean over units in that of a single measurement: Σ 1/k / n² for n units of k values each. */
export function noiseShare(values: Float64Array, units: readonly Unit[]): number {
  const counts = units.map((unit) => present(pick(values, unit)).length).filter((count) => count > 0)
  return counts.reduce((sum, count) => sum + 1 / count, 0) / counts.length ** 2
}

/** The same of the mean difference of those pairs of which both sides have a value. */
export function pairNoiseShare(values: Float64Array, pairs: readonly Pair[]): number {
  const shares = pairs
    .map(({ first, second }) => noiseShare(values, first) + noiseShare(values, second))
    .filter((share) => !Number.isNaN(share))
  return shares.reduce((sum, share) => sum + share, 0) / shares.length ** 2
}

/** Values of the pairs of which both sides have one. */
export function pairValues(
  values: Float64Array,
  pairs: readonly Pair[],
): { first: Float64Array; second: Float64Array } {
  const both = pairs
    .map(({ first, second }) => [meanOf(valuesOf(values, first)), meanOf(valuesOf(values, second))] as const)
    .filter(([one, other]) => !Number.isNaN(one) && !Number.isNaN(other))
  return {
    first: Float64Array.from(both, ([one]) => one),
    second: Float64Array.from(both, ([, other]) => other),
  }
}

export type Paired = {
  pairs: Pair[]
  /** Rows without a partner, and pairs of which a side has more than one unit. */
  alone: number
  several: number
}

/** Units of two groups that have the same key, in the order of the first group. */
export function toPairs(
  first: readonly Unit[],
  second: readonly Unit[],
  keyOf: (row: number) => string | null,
): Paired {
  const byKey = (units: readonly Unit[]) => Map.groupBy(units, (unit) => keyOf(unit[0] ?? 0))
  const [ofFirst, ofSecond] = [byKey(first), byKey(second)]
  const pairs = [...ofFirst].flatMap(([key, units]) => {
    const others = key === null ? undefined : ofSecond.get(key)
    return others ? [{ first: units, second: others }] : []
  })
  const rows = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + unit.length, 0)
  const paired = pairs.reduce((sum, pair) => sum + rows(pair.first) + rows(pair.second), 0)
  return {
    pairs,
    alone: rows(first) + rows(second) - paired,
    several: pairs.filter((pair) => pair.first.length > 1 || pair.second.length > 1).length,
  }
}
