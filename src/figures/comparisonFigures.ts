import {
  type Comparison,
  type ComparisonRow,
  canBeClaimed,
  isFound,
} from '../shared/domain/results/comparison.ts'
import { inSd, sdOfGroups } from '../shared/domain/results/spread.ts'
import type { BoxGroup, DotMatrixCell, SlopePair, TestedRow, VolcanoRow } from './data.ts'
import type { ForestRow } from './spec.ts'
import type { GroupStyles } from './style/groupStyles.ts'

type Values = {
  samples: readonly { sampleId: string; clientReference: string }[]
  pathways: readonly string[]
  /** `values[row * pathways.length + column]`. NaN if nothing was returned. */
  values: ArrayLike<number>
}

/** Returns the values of one pathway by group. Missing values are null; the chart counts them. */
export function toBoxGroups(table: Values, groups: Comparison['groups'], column = 0): BoxGroup[] {
  const { samples, pathways, values } = table
  const rowOf = new Map(samples.map(({ sampleId }, row) => [sampleId, row]))
  return groups.map(({ name, sampleIds }) => ({
    name,
    values: sampleIds.flatMap((id) => {
      const row = rowOf.get(id)
      if (row === undefined || column < 0) return []
      const value = values[row * pathways.length + column] ?? Number.NaN
      const label = samples[row]?.clientReference ?? id
      return [{ id, label, value: Number.isNaN(value) ? null : value }]
    }),
  }))
}

/**
 * Pairs samples with the same key, from the second group to the first, so that a line rises if the difference first −
 * second is positive. Several samples of a pair on one side are averaged.
 */
export function toSlopePairs(
  [first, second]: readonly BoxGroup[],
  keyOf: (sampleId: string) => string | null | undefined,
): SlopePair[] {
  const sideOf = (group: BoxGroup | undefined) => {
    const keyed = (group?.values ?? []).flatMap(({ id, value }) => {
      const key = keyOf(id)
      return value === null || key === null || key === undefined ? [] : [{ key, value }]
    })
    return Map.groupBy(keyed, ({ key }) => key)
  }
  const ends = sideOf(first)
  return [...sideOf(second)].flatMap(([key, values]) => {
    const others = ends.get(key)
    return others ? [{ id: key, label: key, first: meanOf(values), second: meanOf(others) }] : []
  })
}

const meanOf = (values: readonly { value: number }[]): number =>
  values.reduce((sum, { value }) => sum + value / values.length, 0)

/** Sorts groups in the order used on all screens, independent of the reference group. */
export const inOrderOf = <T extends { name: string }>(styles: GroupStyles, groups: readonly T[]): T[] => {
  const order = [...styles.keys()]
  return groups.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

export const toVolcanoRow = (row: ComparisonRow): VolcanoRow => {
  const { pathway, effect, p, q, withinNoise } = row
  return { pathway, effect, p, q, withinNoise, canBeClaimed: canBeClaimed(row) }
}

/** Scales a difference to its pathway's SD, because all share the axis. Without a spread it is not drawn. */
export const toForestRow = (row: ComparisonRow): Omit<ForestRow, 'notes'> => ({
  label: row.pathway,
  p: row.p,
  q: row.q,
  ...inSd(row, sdOfGroups(row.groups) || Number.NaN),
  isFound: isFound(row),
})

export type DotMatrix = { rows: string[]; columns: string[]; cells: DotMatrixCell[]; tests: TestedRow[] }

/**
 * Two groups give one column: color is the effect, size is q. Several groups give one column per pair: color is the
 * pair's effect, and size is the larger of the overall q and the pair's Holm p, so that a pair is never more
 * significant than the overall test.
 */
export function toDots({ rows, groups }: Pick<Comparison, 'rows' | 'groups'>): DotMatrix {
  const names = groups.map(({ name }) => name)
  const contrasts = names.flatMap((_, a) => names.slice(a + 1).map((_second, at) => ({ a, b: a + 1 + at })))
  const cells = rows.flatMap((row): DotMatrixCell[] =>
    groups.length === 2
      ? [{ effect: row.effect, adjustedP: row.q, faded: row.withinNoise || !canBeClaimed(row) }]
      : contrasts.map(({ a, b }) => {
          const pair = row.pairwise.find((one) => one.a === a && one.b === b)
          const pHolm = pair?.pHolm ?? null
          return {
            effect: pair?.effect ?? null,
            adjustedP: row.q === null || pHolm === null ? null : Math.max(row.q, pHolm),
            faded: pair?.withinNoise === true,
          }
        }),
  )
  return {
    rows: rows.map(({ pathway }) => pathway),
    columns: contrasts.map(({ a, b }) => `${names[a]} − ${names[b]}`),
    cells,
    tests: rows.map(({ p, q }) => ({ p, q })),
  }
}
