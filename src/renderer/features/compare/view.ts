import type { MatchDirection } from '../../../shared/domain/drugs/drugMatch.ts'
import type { SampleChoice } from '../../../shared/domain/results/cohort.ts'
import type { TestName } from '../../../shared/domain/results/comparison.ts'
import type { SearchParams } from '../../state/searchParams.ts'
import { comparisonParts } from '../../state/searchSchemas.ts'

type CompareSearch = SearchParams<'/study/$studyId/_cohort/compare'>
export type Show = (typeof comparisonParts)[number]
export type NamedSet = { name: string; of: SampleChoice }

/** How choices of samples stand in an address (state/cohort). */
export type HeldChoices = {
  holdChoice(choice: SampleChoice): SampleChoice | string
  findChoice(held: SampleChoice | string): SampleChoice | undefined
}

/** Choices as what is stored has them: in full. */
export const storedChoices: HeldChoices = {
  holdChoice: (choice) => choice,
  findChoice: (held) => (typeof held === 'string' ? undefined : held),
}

/** Groups as far as they are chosen: too few of them are reported, not compared. Differences are first − second. */
export type GroupDraft = { by: string; values: readonly string[] } | { sets: readonly NamedSet[] }

/** What the address of a comparison holds beside the selection that all views of the results share. */
export type CompareView = {
  /** null: nobody chose; the likeliest are then suggested. */
  groups: GroupDraft | null
  /** null: nobody chose; what is suggested is then used. */
  test: TestName | null
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

export const parseCompare = (search: CompareSearch, held: HeldChoices): CompareView => ({
  groups: readGroups(search, held),
  test: search.test ?? null,
  pairBy: search.pair ?? null,
  replicatesBy: search.replicates ?? null,
  show: search.show ?? 'table',
  against: search.against ?? 'q',
  direction: search.direction ?? 'mimicking',
  pathway: search.pathway ?? null,
})

/** The view as an address holds it: nothing of what is as it is at first. */
export function toCompareSearch(view: CompareView, { holdChoice }: HeldChoices): CompareSearch {
  const { groups, test, pairBy, replicatesBy, show, against, direction, pathway } = view
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
  }
}

/** Groups whose samples are not known any more are left out: they are to be chosen anew, and none are guessed. */
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
