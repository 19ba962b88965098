import type { BoxGroup, SlopePair } from '../../../../figures/data.ts'
import type { Covariate } from '../../../../shared/domain/results/cohort.ts'
import type { ValueTable } from '../../../client/useValues.ts'

type Values = Pick<ValueTable, 'samples' | 'values' | 'pathways'>
type Texts = readonly (string | null)[]

/** Groups of few values make boxes that can be read. */
export const mostGroups = 20
export const canGroup = ({ distinct }: Covariate): boolean => distinct >= 1 && distinct <= mostGroups

const inOrder = new Intl.Collator('en', { numeric: true })

/** Groups as people count them: 3 before 12. */
export const toGroupNames = (field: Pick<Covariate, 'values'> | undefined): string[] =>
  (field?.values ?? []).map(({ value }) => value).toSorted(inOrder.compare)

/** The values of a table of one pathway by a covariate, the groups in the order of `names`, then those without a value. */
export function toGroups(table: Values, texts: Texts, names: readonly string[], none: string): BoxGroup[] {
  const rows = Map.groupBy(table.samples.keys(), (row) => texts[row] ?? null)
  const group = (name: string, of: readonly number[] | undefined): BoxGroup[] =>
    of ? [{ name, values: of.map((row) => toValue(table, row)) }] : []
  return [...names.flatMap((name) => group(name, rows.get(name))), ...group(none, rows.get(null))]
}

/** One line for each value of `pairs` that a sample of both groups has; several on one side count by their mean. */
export function toPairs(
  table: Values,
  texts: Texts,
  pairs: Texts,
  [first, second]: readonly [string, string],
): SlopePair[] {
  const sides = { first: new Map<string, number[]>(), second: new Map<string, number[]>() }
  for (const row of table.samples.keys()) {
    const side = texts[row] === first ? sides.first : texts[row] === second ? sides.second : null
    const pair = pairs[row] ?? null
    const { value } = toValue(table, row)
    if (side && pair !== null && value !== null) side.set(pair, [...(side.get(pair) ?? []), value])
  }
  return [...sides.first].flatMap(([pair, values]) => {
    const others = sides.second.get(pair)
    return others ? [{ id: pair, label: pair, first: meanOf(values), second: meanOf(others) }] : []
  })
}

function toValue({ samples, values, pathways }: Values, row: number) {
  const { sampleId = '', clientReference = '' } = samples[row] ?? {}
  const value = values[row * pathways.length]
  return {
    id: sampleId,
    label: clientReference,
    value: value === undefined || Number.isNaN(value) ? null : value,
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value / values.length, 0)
