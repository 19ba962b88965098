import type { BoxGroup, DotMatrixCell, SlopePair } from '../../../figures/data.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import type { ValueTable } from '../../client/useValues.ts'

type Values = Pick<ValueTable, 'samples' | 'values' | 'pathways'>
type Groups = Comparison['groups']

/** The values of a table of one pathway, by group; what was not returned is null and counted by the chart. */
export function toBoxGroups(table: Values, groups: Groups): BoxGroup[] {
  const rowOf = new Map(table.samples.map(({ sampleId }, row) => [sampleId, row]))
  return groups.map(({ name, sampleIds }) => ({
    name,
    values: sampleIds.flatMap((sampleId) => {
      const row = rowOf.get(sampleId)
      if (row === undefined) return []
      return [
        { id: sampleId, label: table.samples[row]?.clientReference ?? sampleId, value: valueAt(table, row) },
      ]
    }),
  }))
}

/** Pairs by the values `keys` of the samples from the first group to the second; several samples of a pair on one side count by their mean. */
export function toSlopePairs(table: Values, groups: Groups, keys: readonly (string | null)[]): SlopePair[] {
  const rowOf = new Map(table.samples.map(({ sampleId }, row) => [sampleId, row]))
  const sides = groups.slice(0, 2).map(({ sampleIds }) => {
    const side = new Map<string, number[]>()
    for (const sampleId of sampleIds) {
      const row = rowOf.get(sampleId)
      const key = row === undefined ? null : (keys[row] ?? null)
      const value = row === undefined ? null : valueAt(table, row)
      if (key === null || value === null) continue
      side.set(key, [...(side.get(key) ?? []), value])
    }
    return side
  })
  const [first = new Map<string, number[]>(), second = new Map<string, number[]>()] = sides
  return [...first].flatMap(([key, values]) => {
    const others = second.get(key)
    return others ? [{ id: key, label: key, first: meanOf(values), second: meanOf(others) }] : []
  })
}

function valueAt({ values, pathways }: Values, row: number): number | null {
  const value = values[row * pathways.length]
  return value === undefined || Number.isNaN(value) ? null : value
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0)

export type DotMatrix = { rows: string[]; columns: string[]; cells: DotMatrixCell[] }

/**
 * Two groups: one column, colour is the effect, size q. Several: one column for every two of them, colour is the difference
 * of the means, size the greater of q of all groups and their p by Holm: what all groups do not show, no two of them do.
 */
export function toDots(
  { rows, groups }: Comparison,
  words: { contrast(first: string, second: string): string },
): DotMatrix {
  const names = groups.map(({ name }) => name)
  const contrasts = names.flatMap((_, a) => names.slice(a + 1).map((_second, at) => ({ a, b: a + 1 + at })))
  const columns = contrasts.map(({ a, b }) => words.contrast(names[a] ?? '', names[b] ?? ''))
  const cells = rows.flatMap((row): DotMatrixCell[] =>
    groups.length === 2
      ? [{ effect: row.effect, adjustedP: row.q, faded: row.withinNoise }]
      : contrasts.map(({ a, b }) => {
          const pair = row.pairwise.find((one) => one.a === a && one.b === b)
          return {
            effect: pair?.difference ?? null,
            adjustedP: gated(row.q, pair?.pHolm ?? null),
            faded: pair?.withinNoise === true,
          }
        }),
  )
  return { rows: rows.map(({ pathway }) => pathway), columns, cells }
}

const gated = (q: number | null, pHolm: number | null): number | null =>
  q === null || pHolm === null ? null : Math.max(q, pHolm)
