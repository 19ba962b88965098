import { message, plural } from '../../messages/message.ts'
import { benjaminiHochberg } from '../results/adjust.ts'
import type { ComparedMeasure, Comparison, RunTest } from '../results/comparison.ts'
import type { Compared } from './overviewFindings.ts'

/* Which tests keep their error rate with groups of these sizes; docs/design/overview.md has the rates. */

/** Welch's approximations are good in groups of so many; below, only where the others are not many more. */
const enoughValues = 5
const mostTimes = 2
/** With more groups, the analysis of variance needs as many values in each as there are groups. */
const fewGroups = 4

function keepsErrorRate(test: RunTest, sizes: readonly number[]): boolean {
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (test === 'welch') return least >= enoughValues || most <= mostTimes * least
  return test !== 'welch-anova' || sizes.length <= fewGroups || least >= sizes.length
}

/** A comparison whose untrustworthy tests are as if they had not been made: they have no p, and q is of the others. */
export function withTrustedTests<M extends ComparedMeasure, C extends Comparison<M>>(
  contrast: number | null,
  comparison: C,
): Compared<C> {
  const { test, rows, groups } = comparison
  const sizesOf = (row: C['rows'][number]) => row.groups.map(({ n }) => n)
  const trusted = rows.map((row) => row.p === null || keepsErrorRate(test, sizesOf(row)))
  if (trusted.every(Boolean)) return { contrast, comparison, distrusted: null }
  const p = rows.map((row, at) => (trusted[at] ? row.p : null))
  const q = benjaminiHochberg(p)
  const testedRows = rows.map((row, at) => ({
    ...row,
    p: p[at] ?? null,
    q: row.q === null ? null : (q[at] ?? null),
  }))
  const result = { ...comparison, rows: testedRows }
  if (p.some((one) => one !== null)) return { contrast, comparison: result, distrusted: null }
  const largest = groups.map((_, at) => Math.max(...rows.map((row) => row.groups[at]?.n ?? 0)))
  const least = Math.min(...largest)
  const [a = '', b = ''] = groups.map(({ name }) => name)
  const distrusted =
    test === 'welch-anova'
      ? message`The ${groups.length} groups were not tested all together: the analysis of variance of so many groups finds differences where there are none unless each has at least ${groups.length} independent values, and the smallest has ${least}.`
      : message`${a} and ${b} were not tested: with ${least} independent ${plural(least, 'value')} beside ${Math.max(...largest)}, Welch’s test finds differences where there are none.`
  return { contrast, comparison: result, distrusted }
}
