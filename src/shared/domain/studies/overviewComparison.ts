import { type Message, message } from '../../words/message.ts'
import type { Covariate } from '../results/cohort.ts'
import type { CohortQuality, Pairing } from '../results/cohortQuality.ts'
import {
  fieldOfGroups,
  namesOfGroups,
  pairedTests,
  severalGroupTests,
  type TestName,
} from '../results/comparison.ts'
import type { NotLookedAt, OverviewComparison, OverviewContrast, OverviewRequest } from './overview.ts'
import { inGroupOrder, type SavedComparison, type Study } from './study.ts'
import { controlLast, type SuggestedTest, suggestTest } from './suggestions.ts'

/* The choice of the comparison and the tests for a study's overview; see decision 44. */

/** The groups before pairs are known. `test`: null if the rule chooses it. */
export type ChosenGroups = {
  source: OverviewComparison['source']
  name: string | null
  groups: OverviewRequest['groups']
  names: string[]
  control: string | null
  contrasts: { a: string; b: string }[]
  test: TestName | null
  pairBy: string | null
  replicatesBy: string | null
  pathways: string[]
  /** Values of the field with fewer than two samples with results. */
  leftOut: { name: string; analyzed: number }[]
  /** The number of samples with results but without a value of the field. */
  withoutGroup: number
}

const maxGroups = 20
export const minPerGroup = 2

export type GroupChoice = { chosen: ChosenGroups | null; notLookedAt: NotLookedAt[] }

/**
 * Returns the choices, best first; the next one is used if a choice is rejected. `covariates`: those of the study's
 * samples with results.
 */
export function chooseGroups(
  study: Pick<Study, 'design' | 'chosen' | 'comparisons'>,
  covariates: readonly Covariate[],
): GroupChoice[] {
  const [saved, ...others] = study.comparisons
  const ofDesign = [groupsOfDesign(study, covariates), { chosen: null, notLookedAt: [] }]
  if (!saved || others.length > 0) return ofDesign
  const chosen = groupsOfSaved(saved, study, covariates)
  if (chosen) return [{ chosen, notLookedAt: [] }, ...ofDesign]
  return withReason(ofDesign, whyNotUsed({ source: 'saved', name: saved.name }, emptyGroups))
}

/** The reason why a saved comparison is not used. */
export const emptyGroups = message('overview.notEveryGroupTwo')

export const whyNotUsed = (
  { source, name }: Pick<ChosenGroups, 'source' | 'name'>,
  reason: Message,
): NotLookedAt =>
  source === 'saved'
    ? {
        kind: 'savedComparison',
        statement: message('overview.savedComparisonNotUsed', { name: name ?? '', reason }),
      }
    : { kind: 'comparison', statement: message('overview.noGroupsCompared', { reason }) }

export const withReason = (choices: readonly GroupChoice[], reason: NotLookedAt): GroupChoice[] =>
  choices.map(({ chosen, notLookedAt }) => ({ chosen, notLookedAt: [reason, ...notLookedAt] }))

function groupsOfSaved(
  { name, request }: SavedComparison,
  { design, chosen }: Pick<Study, 'design' | 'chosen'>,
  covariates: readonly Covariate[],
): ChosenGroups | null {
  const { groups, test, pairBy, pathways } = request
  const names = [...namesOfGroups(groups)]
  const by = fieldOfGroups(groups)
  const field = covariates.find((one) => one.name === by)
  const fields = covariates.map((one) => one.name)
  // “Count each mouse once” is an answer for the study, so it also holds for a comparison saved before.
  const unit = chosen.includes('pairBy') && fields.includes(design.pairBy ?? '') ? design.pairBy : null
  const replicatesBy = request.replicatesBy ?? (pairBy === undefined ? unit : null)
  const hasFields = [pairBy ?? null, replicatesBy].every((one) => one === null || fields.includes(one))
  if (!hasFields || (by !== null && !names.every((value) => countOf(field, value) >= minPerGroup)))
    return null
  const isControlled = by !== null && by === design.groupBy && names.includes(design.control ?? '')
  const control = isControlled ? design.control : null
  return {
    source: 'saved',
    name,
    groups,
    names,
    control,
    contrasts: names.length === 2 ? twoOf(names) : againstControl(names, control),
    test,
    pairBy: pairBy ?? null,
    replicatesBy,
    pathways,
    leftOut: [],
    withoutGroup: 0,
  }
}

function groupsOfDesign({ design }: Pick<Study, 'design'>, covariates: readonly Covariate[]): GroupChoice {
  const { groupBy, control, pairBy } = design
  const none = (statement: Message) => ({
    chosen: null,
    notLookedAt: [{ kind: 'comparison' as const, statement }],
  })
  if (groupBy === null) return none(message('overview.noGroupsComparedNo'))
  const field = covariates.find(({ name }) => name === groupBy)
  if (!field) return none(message('overview.noGroupsComparedNoSample', { groupBy }))
  if (field.distinct > maxGroups)
    return none(message('overview.noGroupsComparedValues', { groupBy, distinct: field.distinct, maxGroups }))
  const ordered = inGroupOrder(
    design.groups,
    field.values.map(({ value }) => value),
  )
  const names = controlLast(
    ordered.filter((value) => countOf(field, value) >= minPerGroup),
    control,
  )
  const leftOut = ordered
    .filter((value) => !names.includes(value))
    .map((name) => ({ name, analyzed: countOf(field, name) }))
  if (names.length < 2) return none(message('overview.noGroupsComparedFewer', { groupBy }))
  if (control !== null && !names.includes(control))
    return none(message('overview.noGroupsComparedControl', { control }))
  const several = names.length > 2
  const chosen: ChosenGroups = {
    source: 'design',
    name: null,
    groups: { by: groupBy, values: names },
    names,
    control,
    contrasts: several || control !== null ? againstControl(names, control) : twoOf(names),
    test: null,
    pairBy: covariates.some(({ name }) => name === pairBy) ? pairBy : null,
    replicatesBy: null,
    pathways: [],
    leftOut,
    withoutGroup: field.missing,
  }
  if (!several || control !== null) return { chosen, notLookedAt: [] }
  const statement = message('overview.noTwoGroupsCompared', { count: names.length })
  return { chosen, notLookedAt: [{ kind: 'control', statement }] }
}

const countOf = (field: Covariate | undefined, value: string): number =>
  field?.values.find((one) => one.value === value)?.count ?? 0

const twoOf = ([a = '', b = '']: readonly string[]) => [{ a, b }]
const againstControl = (names: readonly string[], control: string | null) =>
  control === null ? [] : names.filter((name) => name !== control).map((a) => ({ a, b: control }))

/** Chooses the tests. Each contrast is paired if its own units are. */
export function planComparison(
  chosen: ChosenGroups,
  { groups, pairings }: Pick<CohortQuality, 'groups' | 'pairings'>,
  design: Study['design'],
): OverviewComparison {
  const { names, control, groups: ofGroups, pairBy } = chosen
  const several = names.length > 2
  const by = fieldOfGroups(ofGroups)
  const shown = by === null ? names : inGroupOrder(by === design.groupBy ? design.groups : [], names)
  const suggest = (of: readonly string[], pairing: Pairing | undefined) => {
    const members = groups.filter(({ name }) => of.includes(name))
    const repeated = members.reduce((sum, one) => sum + one.repeated, 0)
    return suggestTest(of.length, pairBy, { units: 0, inBoth: 0, ...pairing, repeated })
  }
  return {
    source: chosen.source,
    name: chosen.name,
    by,
    control,
    groups: shown.flatMap((name) => {
      const { samples = 0, analyzed = 0 } = groups.find((group) => group.name === name) ?? {}
      return { name, samples, analyzed }
    }),
    overall: several ? overallOf(chosen, suggest(names, undefined)) : null,
    contrasts: chosen.contrasts.map(({ a, b }, at): OverviewContrast => {
      const pairing = pairings[at]
      const suggested = suggest([a, b], pairing)
      const test = several ? testOfTwo(chosen.test, suggested) : (chosen.test ?? suggested.test)
      const two = 'by' in ofGroups ? { ...ofGroups, values: [a, b] } : setsOf(ofGroups, [a, b])
      const request = toRequest(chosen, two, test, suggested)
      const pairs = pairedTests.has(test) && pairBy !== null ? (pairing?.inBoth ?? 0) : null
      return { a, b, test, pairs, request }
    }),
  }
}

function overallOf(chosen: ChosenGroups, suggested: SuggestedTest): OverviewComparison['overall'] {
  const test = chosen.test ?? suggested.test
  return { test, request: toRequest(chosen, chosen.groups, test, suggested) }
}

const setsOf = (groups: Extract<OverviewRequest['groups'], { sets: unknown }>, names: readonly string[]) => ({
  sets: names.flatMap((name) => groups.sets.find((set) => set.name === name) ?? []),
})

/** Returns the test for two of several groups that matches the test of all groups. */
function testOfTwo(test: TestName | null, suggested: SuggestedTest): TestName {
  if (test === null || !severalGroupTests.has(test)) return suggested.test
  return test === 'kruskal-wallis' ? 'mann-whitney' : 'welch'
}

function toRequest(
  { pairBy, replicatesBy, pathways, source }: ChosenGroups,
  groups: OverviewRequest['groups'],
  test: TestName,
  suggested: SuggestedTest,
): OverviewRequest {
  const replicates = replicatesBy ?? (source === 'design' ? suggested.replicatesBy : null)
  return {
    groups,
    test,
    pathways,
    ...(pairedTests.has(test) && pairBy !== null ? { pairBy } : {}),
    ...(replicates === null ? {} : { replicatesBy: replicates }),
  }
}
