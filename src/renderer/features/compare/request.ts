import type { Input } from '../../../shared/contract/contract.ts'
import { type Covariate, everySample, type SampleChoice } from '../../../shared/domain/results/cohort.ts'
import {
  pairedTests,
  severalGroupTests,
  type TestName,
  testSchema,
} from '../../../shared/domain/results/comparison.ts'
import { inGroupOrder, type StudyDesign } from '../../../shared/domain/studies/study.ts'
import {
  controlLast,
  findControl,
  firstTwo,
  suggestDesign,
} from '../../../shared/domain/studies/suggestions.ts'
import type { CohortSelection } from '../../state/cohort/cohort.ts'
import { mostGroups } from '../../state/searchSchemas.ts'
import type { CompareView, GroupDraft } from './view.ts'

/** The reason why nothing can be compared yet; `test`: the suggested test is still loading. */
export type Missing = 'groups' | 'pairs' | 'test'
export type Request = Input<'results.compare'>

/** Returns the request of a comparison, or what is still missing. Sets made by hand ignore the sample selection. */
export function toRequest(
  { groups, test, pairBy, replicatesBy }: CompareView,
  { measure, of }: Pick<CohortSelection, 'measure' | 'of'>,
): { request: Request } | { missing: Missing } {
  if (groups === null || sizeOf(groups) < 2) return { missing: 'groups' }
  if (test === null) return { missing: 'test' }
  const isPaired = pairedTests.has(test)
  if (isPaired && pairBy === null) return { missing: 'pairs' }
  return {
    request: {
      measure,
      of: samplesOf(groups, of),
      groups: toGroups(groups),
      test,
      ...(isPaired && pairBy !== null ? { pairBy } : {}),
      ...(replicatesBy === null ? {} : { replicatesBy }),
    },
  }
}

/** Returns the samples to compare. Sets made by hand name their own samples. */
export const samplesOf = (groups: GroupDraft | null, of: SampleChoice): SampleChoice =>
  groups && 'sets' in groups ? everySample : of

export const toGroups = (groups: GroupDraft): Request['groups'] =>
  'by' in groups ? { by: groups.by, values: [...groups.values] } : { sets: [...groups.sets] }

export const sizeOf = (groups: GroupDraft): number =>
  'by' in groups ? groups.values.length : groups.sets.length

/** Returns the tests for a number of groups. */
export const testsFor = (count: number): TestName[] =>
  testSchema.options.filter((test) => severalGroupTests.has(test) === count > 2)

/** Returns the view with other groups. The test is kept if it suits their number. */
export function withGroups(view: CompareView, groups: GroupDraft): CompareView {
  if (view.test === null) return { ...view, groups }
  const tests = testsFor(sizeOf(groups))
  return { ...view, groups, test: tests.includes(view.test) ? view.test : firstOf(tests, view.test) }
}

/** Returns a test of the same kind: a rank test stays a rank test when the number of groups changes. */
function firstOf(tests: readonly TestName[], before: TestName): TestName {
  const isRanked =
    before === 'mann-whitney' || before === 'kruskal-wallis' || before === 'wilcoxon-signed-rank'
  const alike = tests.find((test) => (test === 'mann-whitney' || test === 'kruskal-wallis') === isRanked)
  return (isRanked ? alike : tests.find((test) => test.startsWith('welch'))) ?? 'welch'
}

/**
 * Suggests two groups of the study's group field, or of the first field with categories. The control is second, so
 * that differences are "treated − control".
 */
export function suggestGroups(
  covariates: readonly Covariate[],
  design: Pick<StudyDesign, 'groupBy' | 'groups' | 'control'> = suggestDesign(covariates),
): GroupDraft | null {
  const fitting = covariates.filter(({ distinct }) => distinct >= 2 && distinct <= mostGroups)
  const ofDesign = fitting.find(({ name }) => name === design.groupBy)
  const field = ofDesign ?? fitting.find(({ kind }) => kind === 'categories')
  if (!field) return null
  const present = field.values.map(({ value }) => value)
  return ofDesign
    ? { by: field.name, values: firstTwo(inGroupOrder(design.groups, present), design.control) }
    : { by: field.name, values: firstTwo(present, findControl(present)) }
}

/**
 * Orders groups as in the study with the control last, so that each is compared with it. Two groups keep the user's
 * order, which defines the sign of the difference.
 */
export function inDesignOrder(by: string, values: readonly string[], design: StudyDesign): string[] {
  if (by !== design.groupBy || values.length < 3) return [...values]
  return controlLast(inGroupOrder(design.groups, values), design.control)
}
