import type { Covariate } from '../../shared/domain/results/cohort.ts'
import type { StudyDesign } from '../../shared/domain/studies/study.ts'

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
const pairFields: readonly string[] = [
  'donor_id',
  'donor',
  'subject_id',
  'subject',
  'patient_id',
  'patient',
  'animal_id',
]
const controlWords =
  /^(control|controls|ctrl|ctl|con|vehicle|veh|untreated|placebo|sham|mock|dmso|saline|wt|wild.?type|baseline|healthy|对照|对照组|空白|kontrolle|témoin)$/i

/** More groups than that are no groups that anybody compares. */
const maxGroups = 12

/**
 * What the fields of the samples suggest: the groups by the first field whose name is one of groups and that has two
 * to twelve values, those named as controls go last and are the control, and samples of one donor are pairs where
 * donors stand in several samples.
 */
export function suggestDesign(covariates: readonly Covariate[]): StudyDesign {
  const named = (names: readonly string[], isFit: (one: Covariate) => boolean) =>
    names.flatMap((name) => covariates.find((one) => one.name.toLowerCase() === name && isFit(one)) ?? [])[0]
  const groups = named(groupFields, ({ distinct }) => distinct >= 2 && distinct <= maxGroups)
  const values = groups?.values.map(({ value }) => value).toSorted() ?? []
  const control = values.find((value) => controlWords.test(value.trim())) ?? null
  const ordered = control === null ? values : [...values.filter((value) => value !== control), control]
  const pairs = named(pairFields, ({ values }) => values.some(({ count }) => count > 1))
  return {
    groupBy: groups?.name ?? null,
    groups: ordered.map((value) => ({ value })),
    control,
    pairBy: pairs?.name ?? null,
  }
}
