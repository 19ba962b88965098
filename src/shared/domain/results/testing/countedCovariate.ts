import type { Covariate } from '../cohort.ts'

/** Returns a field of categories by the number of samples with each value. */
export const countedCovariate = (
  name: string,
  counts: Record<string, number>,
  more: Partial<Covariate> = {},
): Covariate => ({
  name,
  kind: 'categories',
  values: Object.entries(counts).map(([value, count]) => ({ value, count })),
  distinct: Object.keys(counts).length,
  missing: 0,
  ...more,
})
