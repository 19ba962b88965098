import type { MatchDirection } from '../../../shared/domain/drugs/drugMatch.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { TestName } from '../../../shared/domain/results/comparison.ts'
import type { SearchParams } from '../../state/searchParams.ts'
import type { comparisonParts } from '../../state/searchSchemas.ts'

type CompareSearch = SearchParams<'/study/$studyId/_cohort/compare'>
export type Show = (typeof comparisonParts)[number]
export type NamedSet = { name: string; of: SampleChoice }

/** The conversion of sample choices to and from the address (state/cohort). */
export type HeldChoices = {
  holdChoice(choice: SampleChoice): SampleChoice | string
  findChoice(held: SampleChoice | string): SampleChoice | undefined
}

/** Keeps choices unchanged, as boards and saved comparisons store them in full. */
export const storedChoices: HeldChoices = {
  holdChoice: (choice) => choice,
  findChoice: (held) => (typeof held === 'string' ? undefined : held),
}

/** The groups chosen so far. Fewer than two are reported, not compared. Differences are first − second. */
export type GroupDraft = { by: string; values: readonly string[] } | { sets: readonly NamedSet[] }

/** The model of an adjusted comparison, beside its groups. */
export type Adjustment = NonNullable<CompareSearch['adjust']>

/** The state in the address of a comparison, beside the selection that all views of the results share. */
export type CompareView = {
  /** null if the user chose none; groups are then suggested. */
  groups: GroupDraft | null
  /** null if the user chose none; the suggested test is then used. */
  test: TestName | null
  pairBy: string | null
  replicatesBy: string | null
  show: Show
  /** The vertical axis of the volcano plot. */
  against: 'p' | 'q'
  /** The direction of the matched drugs. */
  direction: MatchDirection
  /** The pathway shown in the detail pane. */
  pathway: string | null
  /** The model that adjusts the comparison; null: a test of the groups. */
  adjust: Adjustment | null
  /** The contrast that is shown; null: the first. */
  contrast: string | null
}

export const parseCompare = (search: CompareSearch, held: HeldChoices): CompareView => ({
  groups: readGroups(search, held),
  test: search.test ?? null,
  pairBy: search.pair ?? null,
  replicatesBy: search.replicates ?? null,
  show: search.show ?? 'table',
  against: search.against ?? 'q',
  direction: search.direction ?? 'mimicking',
  pathway: search.pathway ?? null,
  adjust: search.adjust ?? null,
  contrast: search.contrast ?? null,
})

/** Returns the search params of a view, without those that have their default value. */
export function toCompareSearch(view: CompareView, { holdChoice }: HeldChoices): CompareSearch {
  const { groups, test, pairBy, replicatesBy, show, against, direction, pathway, adjust, contrast } = view
  return {
    by: groups && 'by' in groups ? groups.by : undefined,
    groups: groups && 'by' in groups ? [...groups.values] : undefined,
    sets:
      groups && 'sets' in groups
        ? groups.sets.map(({ name, of }) => ({ name, of: holdChoice(of) }))
        : undefined,
    test: test ?? undefined,
    pair: pairBy ?? undefined,
    replicates: replicatesBy ?? undefined,
    show: show === 'table' ? undefined : show,
    against: against === 'q' ? undefined : against,
    direction: direction === 'mimicking' ? undefined : direction,
    pathway: pathway ?? undefined,
    adjust: adjust ?? undefined,
    contrast: contrast ?? undefined,
  }
}

/** Reads the groups. Sets whose samples are no longer known are left out; the user has to choose them again. */
function readGroups({ sets, by, groups }: CompareSearch, { findChoice }: HeldChoices): GroupDraft | null {
  if (sets)
    return {
      sets: sets.flatMap(({ name, of }) => {
        const choice = findChoice(of)
        return choice ? [{ name, of: choice }] : []
      }),
    }
  return by === undefined ? null : { by, values: groups ?? [] }
}
