import type { Covariate } from '../results/cohort.ts'
import type { TestName } from '../results/comparison.ts'
import { inNameOrder, type StudyDesign } from './study.ts'

/* What the fields of samples suggest: groups, control and pairs, the same in the overview, in Compare and beside the clock. */

/** Names under which cohorts say their groups, the likeliest first. */
const groupFields: readonly string[] = [
  'group',
  'treatment',
  'condition',
  'arm',
  'genotype',
  'diagnosis',
  'cohort',
]
/** Names of what samples are processed in. Values of one batch are alike, but no batch counts once. */
const batchFields =
  /(^|_)(batch|plate|run|lane|flow_?cell|chip|array|slide|operator|technician|site|cent(er|re)|lab|instrument|day|date|week|month)(_?(id|no|number))?$|_at$/
/** Names of what a sample is, or what was done to it: values of one tissue are alike, but no tissue counts once. */
const propertyFields =
  /^(age|sex|gender|tissue|organ|cell_?(type|line)|species|strain|genotype|phenotype|diagnosis|disease|group|condition|arm|cohort|treatment|treated|drug|compound|dose|intervention|exposure|stimulus|time_?point|time|passage|weight|bmi|height|concentration)(_|$)/

/** Classifies a field by its equal values: samples of one `unit` (the default), of one `batch`, or with one `property`. */
export function kindOfField(name: string): 'unit' | 'batch' | 'property' {
  const normalized = normalizeName(name)
  if (name.startsWith('tag:') || propertyFields.test(normalized)) return 'property'
  return batchFields.test(normalized) ? 'batch' : 'unit'
}

/** Names under which they say whom a sample is of, the likeliest first: “Donor ID” and `donor_id` alike. A bare “mouse” is a species. */
const unitFields: readonly RegExp[] = [
  /^donor(_?(id|no|number))?$/,
  /^subject(_?(id|no|number))?$/,
  /^patient(_?(id|no|number))?$/,
  /^(participant|individual|person)(_?(id|no|number))?$/,
  /^(animal|mouse|rat)_?(id|no|number)$/,
]
const normalizeName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.-]+/g, '_')

const controlWords =
  /^(control|controls|ctrl|ctl|con|vehicle|veh|untreated|placebo|sham|mock|dmso|saline|wt|wild.?type|baseline|healthy|对照.*|空白.*|未处理.*|kontrolle|témoin)$/i
/** The first group whose name says that it is a control; null where none does. */
export const findControl = (names: readonly string[]): string | null =>
  names.find((name) => controlWords.test(name.trim())) ?? null

/** Names of groups so that differences are “treated − control”; else in their order. */
export const controlLast = (names: readonly string[], control: string | null): string[] =>
  names.toSorted((a, b) => Number(a === control) - Number(b === control))
/** The two that are compared where nobody chose: the first that is no control less the control, or the first two. */
export const firstTwo = (names: readonly string[], control: string | null): string[] =>
  control !== null && names.includes(control)
    ? [...names.filter((name) => name !== control).slice(0, 1), control]
    : names.slice(0, 2)
const controlFirst = (names: readonly string[], control: string | null): string[] =>
  controlLast(names.toReversed(), control).toReversed()

/** More groups than that are no groups that anybody compares. */
const maxGroups = 12

/**
 * The groups by the first field whose name is one of groups and that has two to twelve values, the one that is named as
 * a control first, and samples of one donor are pairs where donors stand in several samples.
 */
export function suggestDesign(covariates: readonly Covariate[]): StudyDesign {
  const groups = groupFields.flatMap(
    (name) =>
      covariates.find(
        (one) => normalizeName(one.name) === name && one.distinct >= 2 && one.distinct <= maxGroups,
      ) ?? [],
  )[0]
  const pairs = unitFields.flatMap(
    (pattern) =>
      covariates.find(
        ({ name, values }) => pattern.test(normalizeName(name)) && values.some(({ count }) => count > 1),
      ) ?? [],
  )[0]
  const values = inNameOrder(groups?.values.map(({ value }) => value) ?? [])
  const control = findControl(values)
  return {
    groupBy: groups?.name ?? null,
    groups: controlFirst(values, control).map((value) => ({ value })),
    control,
    pairBy: pairs?.name ?? null,
    independent: [],
  }
}

/** So many pairs, and this share of the units in both groups, make a paired test the better one. */
const minPairs = 3
const minPairedShare = 2 / 3
export const isPaired = ({ units, inBoth }: { units: number; inBoth: number }): boolean =>
  inBoth >= minPairs && inBoth >= minPairedShare * units

/** “donor” of the field `donor_id`. */
export const wordOfUnit = (field: string): string => field.replace(/[_ .-]?(id|no|number)$/i, '')

/** How groups are compared where nobody chose; `unit`: the field that says whom a sample is of. */
export type SuggestedTest = { test: TestName; pairBy: string | null; replicatesBy: string | null }

/**
 * Two groups by pairs, where most units are in both; else samples of one unit in one group count once, by their mean: they
 * are no independent values.
 */
export function suggestTest(
  groups: number,
  unit: string | null,
  { units, inBoth, repeated }: { units: number; inBoth: number; repeated: number },
): SuggestedTest {
  const isOfPairs = groups === 2 && unit !== null && isPaired({ units, inBoth })
  if (isOfPairs) return { test: 'paired', pairBy: unit, replicatesBy: null }
  const test = groups > 2 ? 'welch-anova' : 'welch'
  return { test, pairBy: null, replicatesBy: repeated > 0 ? unit : null }
}
