import type { SlopePair } from '../../../figures/data.ts'
import type { Comparison } from '../../../shared/domain/results/comparison.ts'
import type { ValueTable } from '../../client/useValues.ts'

type Values = Pick<ValueTable, 'samples' | 'values' | 'pathways'>
type Groups = Comparison['groups']

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
