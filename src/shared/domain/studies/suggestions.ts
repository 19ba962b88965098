import type { Covariate } from '../results/cohort.ts'
import type { TestName } from '../results/comparison.ts'
import { inNameOrder, type StudyDesign } from './study.ts'

/* Suggestions from the fields of samples: groups, control and pairs. The overview, Compare and the clock share them. */

/** Field names that hold the groups, most likely first. */
const groupFields: readonly string[] = [
  'group',
  'treatment',
  'condition',
  'arm',
  'genotype',
  'diagnosis',
  'cohort',
]
/**
 * Names of fields for joint processing. Samples of one batch have similar values, but they still count individually.
 */
const batchFields =
  /(^|_)(batch|plate|run|lane|flow_?cell|chip|array|slide|operator|technician|site|cent(er|re)|lab|instrument|day|date|week|month)(_?(id|no|number))?$|_at$/
/**
 * Names of fields for a property or treatment of samples. Samples of one tissue have similar values, but they still
 * count individually.
 */
const propertyFields =
  /^(age|sex|gender|tissue|organ|cell_?(type|line)|species|strain|genotype|phenotype|diagnosis|disease|group|condition|arm|cohort|treatment|treated|drug|compound|dose|intervention|exposure|stimulus|time_?point|time|passage|weight|bmi|height|concentration)(_|$)/

/**
 * Classifies a field whose values repeat: they identify samples of one `unit` (the default), of one `batch`, or with
 * one `property`.
 */
export function kindOfField(name: string): 'unit' | 'batch' | 'property' {
  const normalized = normalizeName(name)
  if (name.startsWith('tag:') || propertyFields.test(normalized)) return 'property'
  return batchFields.test(normalized) ? 'batch' : 'unit'
}

/**
 * Names of fields for the unit (such as the donor) of a sample, most likely first. “Donor ID” and `donor_id` are the
 * same; a bare “mouse” is a species.
 */
const unitFields: readonly RegExp[] = [
  /^donor(_?(id|no|number))?$/,
  /^subject(_?(id|no|number))?$/,
  /^patient(_?(id|no|number))?$/,
  /^(participant|individual|person)(_?(id|no|number))?$/,
  /^(animal|mouse|rat)_?(id|no|number)$/,
]
/** Names of fields that identify a thing even if their values are numbers. */
const identifierFields = /(^|_)(id|code|barcode|replicate|rep|vial|tube|well|aliquot)$/

export const isIdentifier = (name: string): boolean =>
  [identifierFields, ...unitFields].some((field) => field.test(normalizeName(name)))

/** Returns true for a field whose numbers are quantities, such as a dose, and not those of batches or donors. */
export const isQuantity = (name: string): boolean => !isIdentifier(name) && kindOfField(name) !== 'batch'

const normalizeName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s.-]+/g, '_')

const controlWords =
  /^(control|controls|ctrl|ctl|con|vehicle|veh|untreated|placebo|sham|mock|dmso|saline|wt|wild.?type|baseline|healthy|对照.*|空白.*|未处理.*|kontrolle|témoin)$/i
/** Returns the first group whose name looks like a control, or null. */
export const findControl = (names: readonly string[]): string | null =>
  names.find((name) => controlWords.test(name.trim())) ?? null

/** Puts the control last, so that differences are “treated − control”. Otherwise keeps the order. */
export const controlLast = (names: readonly string[], control: string | null): string[] =>
  names.toSorted((a, b) => Number(a === control) - Number(b === control))
/**
 * Returns the default pair to compare: the first group that is not the control, and the control; without a control, the
 * first two.
 */
export const firstTwo = (names: readonly string[], control: string | null): string[] =>
  control !== null && names.includes(control)
    ? [...names.filter((name) => name !== control).slice(0, 1), control]
    : names.slice(0, 2)
const controlFirst = (names: readonly string[], control: string | null): string[] =>
  controlLast(names.toReversed(), control).toReversed()

/** A field with more values is not a useful set of groups. */
const maxGroups = 12

/**
 * Suggests a design. The groups come from the first field with a group name and two to twelve values, with the control
 * first. Samples of one donor are pairs if a donor has several samples.
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

/** A paired test is suggested from this many pairs on, if they are at least this share of all units. */
const minPairs = 3
const minPairedShare = 2 / 3
export const isPaired = ({ units, inBoth }: { units: number; inBoth: number }): boolean =>
  inBoth >= minPairs && inBoth >= minPairedShare * units

/** Returns “donor” for the field `donor_id`. */
export const wordOfUnit = (field: string): string => field.replace(/[_ .-]?(id|no|number)$/i, '')

/** The default test for groups. `unit`: the field that identifies the unit of a sample. */
export type SuggestedTest = { test: TestName; pairBy: string | null; replicatesBy: string | null }

/**
 * Suggests a paired test for two groups if most units are in both. Otherwise the samples of one unit in one group are
 * averaged, because they are not independent values.
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
