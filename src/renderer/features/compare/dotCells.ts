import type { DotMatrixCell } from '../../../figures/data.ts'
import type { Comparison } from '../../../shared/domain/comparison.ts'

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
