import type { MatchDirection } from '../../../shared/domain/drugs/drugMatch.ts'
import type { TestName } from '../../../shared/domain/results/comparison.ts'
import type { comparisonParts, SearchParams } from '../../state/searchParams.ts'

type CompareSearch = SearchParams<'/study/$studyId/_cohort/compare'>
export type Show = (typeof comparisonParts)[number]
export type NamedSet = NonNullable<CompareSearch['sets']>[number]

/** Groups as far as they are chosen: too few of them are reported, not compared. Differences are first − second. */
export type GroupDraft = { by: string; values: readonly string[] } | { sets: readonly NamedSet[] }

/** What the address of a comparison holds beside the selection that all views of the results share. */
export type CompareView = {
  /** null: nobody chose; the likeliest are then suggested. */
  groups: GroupDraft | null
  test: TestName
  pairBy: string | null
  replicatesBy: string | null
  show: Show
  /** What a volcano shows upwards. */
  against: 'p' | 'q'
  /** Of the drugs that are matched with it. */
  direction: MatchDirection
  /** The line that is open beside the table. */
  pathway: string | null
}

export const parseCompare = (search: CompareSearch): CompareView => ({
  groups: readGroups(search),
  test: search.test ?? 'welch',
  pairBy: search.pair ?? null,
  replicatesBy: search.replicates ?? null,
  show: search.show ?? 'table',
  against: search.against ?? 'q',
  direction: search.direction ?? 'opposing',
  pathway: search.pathway ?? null,
})

/** The view as an address holds it: nothing of what is as it is at first. */
export function toCompareSearch(view: CompareView): CompareSearch {
  const { groups, test, pairBy, replicatesBy, show, against, direction, pathway } = view
  return {
    by: groups && 'by' in groups ? groups.by : undefined,
    groups: groups && 'by' in groups ? [...groups.values] : undefined,
    sets: groups && 'sets' in groups ? [...groups.sets] : undefined,
    test: test === 'welch' ? undefined : test,
    pair: pairBy ?? undefined,
    replicates: replicatesBy ?? undefined,
    show: show === 'table' ? undefined : show,
    against: against === 'q' ? undefined : against,
    direction: direction === 'opposing' ? undefined : direction,
    pathway: pathway ?? undefined,
  }
}

function readGroups({ sets, by, groups }: CompareSearch): GroupDraft | null {
  if (sets) return { sets }
  return by === undefined ? null : { by, values: groups ?? [] }
}
