import type { Comparison } from '../../../shared/domain/comparison.ts'
import type { Copied } from '../../ui/copyTable.ts'
import type { Request } from './request.ts'

/** A comparison for the clipboard: every line with what was compared and where its numbers are from. */
export function toCopied(comparison: Comparison, request: Request): Copied {
  const { groups, rows, test, measure, effectName } = comparison
  const names = groups.map(({ name }) => name)
  const contrast = groups.length === 2 ? names.join(' − ') : names.join(', ')
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
        'statistic',
        'df',
        'p',
        'q',
        'why_no_p',
        'smallest_change',
        'within_noise',
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
        row.p,
        row.q,
        row.why,
        row.smallestChange,
        row.withinNoise ? 'yes' : 'no',
        measure,
        test,
        contrast,
        comparison.service,
        comparison.oldestFetchedAt,
        comparison.newestFetchedAt,
        comparison.synthetic ? 'yes' : 'no',
      ]),
    },
  }
}
