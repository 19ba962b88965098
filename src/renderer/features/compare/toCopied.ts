import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import type { Comparison, PairwiseContrast } from '../../../shared/domain/results/comparison.ts'
import { type Copied, yesNo } from '../../../shared/format/copyTable.ts'
import type { ArrangeableColumn } from '../../ui/table/columns/columnLayout.ts'
import { type ShownColumns, toShownColumns } from '../../ui/table/columns/copiedColumns.ts'
import type { Request } from './request.ts'

/** A comparison for the clipboard: every line with what was compared and where its numbers are from. */
export function toCopied(comparison: Comparison, request: Request): Copied {
  const { groups, rows, test, measure, effectName, statisticName, noise } = comparison
  const names = groups.map(({ name }) => name)
  const contrast = groups.length === 2 ? names.join(' − ') : names.join(', ')
  const pairs = rows.some(({ pairwise }) => pairwise.length > 0) ? pairsOf(names) : []
  return {
    json: { request, ...comparison },
    table: {
      columns: [
        'pathway',
        ...names.flatMap((name) => [`n ${name}`, `mean ${name}`, `sd ${name}`, `median ${name}`]),
        'pairs',
        'difference',
        'ci_low',
        'ci_high',
        effectName,
        `statistic ${statisticName}`,
        'df',
        'df2',
        'p',
        'q',
        'p_exact',
        'least_p',
        'why_no_p',
        'few_values',
        'signs_differ',
        'smallest_change',
        'noise_limit',
        'within_noise',
        ...pairs.flatMap(({ name }) => pairColumns.map((column) => `${name} ${column}`)),
        'replicate_sets',
        'noise_df',
        'measure',
        'test',
        'contrast',
        'service',
        'fetched_from',
        'fetched_to',
        'synthetic',
      ],
      rows: rows.map((row) => [
        row.pathway,
        ...names.flatMap((_, at) => {
          const { n, mean, sd, median } = row.groups[at] ?? { n: 0, mean: null, sd: null, median: null }
          return [n, mean, sd, median]
        }),
        row.pairs,
        row.difference,
        row.ciLow,
        row.ciHigh,
        row.effect,
        row.statistic,
        row.df,
        row.df2,
        row.p,
        row.q,
        row.exact === null ? null : yesNo(row.exact),
        row.leastP,
        row.why,
        yesNo(row.fewValues),
        yesNo(row.signsDiffer),
        row.smallestChange,
        row.noiseLimit,
        yesNo(row.withinNoise),
        ...pairs.flatMap(({ a, b }) => pairCells(row.pairwise.find((pair) => pair.a === a && pair.b === b))),
        noise?.sets ?? null,
        noise?.df ?? null,
        measure,
        test,
        contrast,
        comparison.service,
        comparison.oldestFetchedAt,
        comparison.newestFetchedAt,
        yesNo(comparison.synthetic),
      ]),
    },
  }
}

const pairsOf = (names: readonly string[]) =>
  names.flatMap((first, a) =>
    names.slice(a + 1).map((second, at) => ({ a, b: a + 1 + at, name: `${first} − ${second}` })),
  )

const pairColumns = ['n_a', 'n_b', 'difference', 'ci_low', 'ci_high', 'effect', 'p', 'p_holm', 'within_noise']

/** Empty where the two could not be compared. */
const pairCells = (pair: PairwiseContrast | undefined) =>
  pair
    ? [
        ...pair.n,
        pair.difference,
        pair.ciLow,
        pair.ciHigh,
        pair.effect,
        pair.p,
        pair.pHolm,
        yesNo(pair.withinNoise),
      ]
    : pairColumns.map(() => null)

/**
 * How an exported comparison follows the table: it has columns of other names than a copied one. Of more than two groups
 * it has lines for every two of them, whose means and counts are no column of the table, so those stay.
 */
export const exportedColumns = (
  columns: readonly ArrangeableColumn[],
  layout: TableLayout,
  { groups }: Pick<Comparison, 'groups'>,
): ShownColumns | null =>
  toShownColumns(
    columns.map((column) => ({ ...column, copies: exportsOf(column.id, groups.length === 2) })),
    layout,
  )

const letters = ['a', 'b']

function exportsOf(id: string, isOfTwo: boolean): string[] {
  const [kind, at] = id.split(' ')
  if (at !== undefined) return isOfTwo ? [`${kind}_${letters[Number(at)]}`] : []
  const exported: Record<string, string[]> = {
    effect: ['effect', 'effect_name'],
    statistic: ['statistic_name', 'statistic'],
    interval: ['ci_low', 'ci_high'],
    df: ['df', 'df2'],
    note: [],
  }
  return exported[id] ?? [id]
}
