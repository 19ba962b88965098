import type { JoinedNames } from '../../../../shared/domain/cohort.ts'
import type { Comparison, ComparisonNote, TestName } from '../../../../shared/domain/comparison.ts'
import { unpack } from '../../../../shared/domain/packedNumbers.ts'
import type { CollectedStudy } from '../../study/study.ts'

/** How many values of one measure there are, and how many were not returned. */
export type Counted = { there: number; missing: number; pathways: number; unit: string | null }

export type Data = {
  samples: number
  withResult: number
  /** Of the register, with how many samples that have a result; none where no sample has a group. */
  groups: { name: string | null; n: number }[]
  services: readonly string[]
  first: string | null
  last: string | null
  withClock: boolean
  activity: Counted
  agingOffset: Counted
  joined: readonly JoinedNames[]
}

export type ComparisonFacts = {
  test: TestName
  groups: { name: string; n: number }[]
  /** null: by hand. */
  by: string | null
  pairBy: string | null
  replicatesBy: string | null
  /** Rows that were tested and not, and by which distribution; of each measure. */
  tested: { activity: Tested; agingOffset: Tested }
  noise: Comparison['noise']
  notes: readonly ComparisonNote[]
  /** Pathways that were asked for; null: all. */
  requestedPathways: number | null
  /** Every two groups. */
  twos: number
  /** Fewest and most complete pairs of a pathway; null: no pairs. */
  complete: { least: number; most: number } | null
}
export type Tested = {
  tested: number
  tooFew: number
  noSpread: number
  tooLarge: number
  exact: number
  approximate: number
}

export function dataOf(collected: CollectedStudy): Data {
  const { sampleIds, samples, services, values, units, clock, result } = collected
  const byGroup = Map.groupBy(samples, ({ group }) => group)
  const named = [...byGroup].map(([name, some]) => ({ name, n: some.length }))
  return {
    samples: sampleIds.length,
    withResult: samples.length,
    groups: named.some(({ name }) => name !== null) ? named : [],
    services,
    first: collected.oldestFetchedAt,
    last: collected.newestFetchedAt,
    withClock: (clock?.points.length ?? 0) > 0 || Boolean(result?.clock),
    activity: countValues(values.activity, units.activity_unit),
    agingOffset: countValues(values.aging_offset, units.aging_offset_unit),
    joined: values.activity.joined,
  }
}

function countValues(
  { values, samples, pathways }: CollectedStudy['values']['activity'],
  unit: string | undefined,
): Counted {
  const there = unpack(values).filter((value) => !Number.isNaN(value)).length
  const all = samples.length * pathways.length
  return { there, missing: all - there, pathways: pathways.length, unit: unit || null }
}

export function comparisonFactsOf({ study, comparisons }: CollectedStudy): ComparisonFacts | null {
  const request = study.kind === 'cohort' ? study.comparison : undefined
  const [activity, agingOffset] = comparisons
  if (!request || !activity || !agingOffset) return null
  const { groups } = activity
  return {
    test: activity.test,
    groups: groups.map(({ name, sampleIds }) => ({ name, n: sampleIds.length })),
    by: 'by' in request.groups ? request.groups.by : null,
    pairBy: request.pairBy ?? null,
    replicatesBy: request.replicatesBy ?? null,
    tested: { activity: testedOf(activity), agingOffset: testedOf(agingOffset) },
    noise: activity.noise,
    notes: activity.notes,
    requestedPathways: request.pathways.length > 0 ? activity.rows.length : null,
    twos: (groups.length * (groups.length - 1)) / 2,
    complete: completePairs(comparisons),
  }
}

function completePairs(comparisons: readonly Comparison[]): ComparisonFacts['complete'] {
  const counts = comparisons.flatMap(({ rows }) => rows.flatMap(({ pairs }) => pairs ?? []))
  if (counts.length === 0) return null
  return {
    least: counts.reduce((a, b) => Math.min(a, b)),
    most: counts.reduce((a, b) => Math.max(a, b)),
  }
}

function testedOf({ rows }: Comparison): Tested {
  const count = (holds: (row: (typeof rows)[number]) => boolean) => rows.filter(holds).length
  return {
    tested: count(({ p }) => p !== null),
    tooFew: count(({ why }) => why === 'tooFew'),
    noSpread: count(({ why }) => why === 'noSpread'),
    tooLarge: count(({ why }) => why === 'tooLarge'),
    exact: count(({ exact }) => exact === true),
    approximate: count(({ exact }) => exact === false),
  }
}

const rankTests: ReadonlySet<TestName> = new Set(['mann-whitney', 'wilcoxon-signed-rank', 'kruskal-wallis'])
export const byRanks = (test: TestName): boolean => rankTests.has(test)

/** What Markdown would take for a mark, also at the edge of a word; and letters that turn the text beside them. */
const special = /[\\`*<[\]&~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu
const turning = /[\u202a-\u202e\u2066-\u2069]/g

/** A name in running text: no letter of it is taken for a mark of Markdown, and it stays on its line. */
export const plainText = (text: string): string =>
  text.toWellFormed().replaceAll(turning, '').replaceAll(/\s+/gu, ' ').replaceAll(special, '\\$&')

/** `2026-01-31 09:05 UTC` */
export const dayAndTime = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** The first few, and how many more there are. */
export function firstOf<Item>(items: readonly Item[], most = 10): { shown: readonly Item[]; more: number } {
  return { shown: items.slice(0, most), more: Math.max(0, items.length - most) }
}
