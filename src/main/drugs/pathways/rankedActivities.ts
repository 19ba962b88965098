import type { ExtremeSample } from '../../../shared/domain/drugs/pathway.ts'
import { type Spread, toSpread } from '../../../shared/domain/results/spread.ts'
import { yieldingChunks } from '../../concurrency/chunks.ts'
import { boundList } from '../../store/boundList.ts'
import type { DrugDeps } from '../rows/drugStore.ts'
import {
  type CurrentResult,
  type NamedPathways,
  type ResultNames,
  resultKey,
  type SampleResults,
} from './resultNames.ts'

/** The names of one pathway, in the order of the table. */
type PathwayNames = { pathway: string; names: readonly string[] }
/** One sample's activity of a pathway; `name` is spelled as in the result. */
type Activity = { analysisId: string; sampleId: string; name: string; activity: number }
type RankedActivity = Activity & { pathway: string; z: number }

/** The lookups per read, a few ms; other work gets a turn in between. */
const lookupsPerBatch = 2500

/** Returns the activities of each pathway as a cohort, with those furthest from its mean first. */
export async function rankActivities(
  stored: DrugDeps['answers'],
  pathways: readonly PathwayNames[],
  results: ResultNames,
): Promise<Map<string, { cohort: Spread; ranked: RankedActivity[] }>> {
  const read = await readActivities(stored, pathways, results)
  return new Map(
    pathways.map(({ pathway }) => {
      const activities = read.get(pathway) ?? []
      const cohort = toSpread(activities.map(({ activity }) => activity))
      const ranked = cohort.whyNone
        ? []
        : activities.map((one) => ({ ...one, pathway, z: cohort.zOf(one.activity) }))
      return [pathway, { cohort, ranked: ranked.sort(furthestFirst) }]
    }),
  )
}

export const furthestFirst = (a: RankedActivity, b: RankedActivity): number =>
  Math.abs(b.z) - Math.abs(a.z) || (a.sampleId < b.sampleId ? -1 : 1)

type Ranks = ReadonlyMap<string, { pathway: string; rank: number }>

/** Reads one activity per sample and pathway. Of several names with a value, the first in the table wins. */
async function readActivities(
  stored: DrugDeps['answers'],
  pathways: readonly PathwayNames[],
  results: ResultNames,
): Promise<Map<string, Activity[]>> {
  const ranks: Ranks = new Map(
    pathways.flatMap(({ pathway, names }) => names.map((name, rank) => [name, { pathway, rank }] as const)),
  )
  const samples = samplesWith(results, [...ranks.keys()])
  const size = Math.max(1, Math.floor(lookupsPerBatch / Math.max(1, ranks.size)))
  const found = new Map<string, Activity[]>(pathways.map(({ pathway }) => [pathway, []]))
  for await (const some of yieldingChunks(samples, size))
    for (const { pathway, rank: _rank, ...activity } of await bestOf(stored, some, ranks))
      found.get(pathway)?.push(activity)
  return found
}

/** Returns the pathway analyses that have a value for one of these names, grouped by sample. */
function samplesWith({ current }: ResultNames, names: readonly string[]): SampleResults[] {
  const requestedByNames = new Map<NamedPathways, boolean>()
  const isRequested = ({ named }: CurrentResult): boolean => {
    const known = requestedByNames.get(named) ?? names.some((name) => named.valued.has(name))
    requestedByNames.set(named, known)
    return known
  }
  return [...current.values()].flatMap(({ answers, ...one }) => {
    const some = one.kind === 'activity' ? answers.filter(isRequested) : []
    return some.length > 0 ? [{ ...one, answers: some }] : []
  })
}

async function bestOf(
  stored: DrugDeps['answers'],
  samples: readonly SampleResults[],
  ranks: Ranks,
): Promise<Iterable<Activity & { pathway: string; rank: number }>> {
  const resultsById = new Map(
    samples.flatMap(({ sampleId, answers }) =>
      answers.map(({ analysisId, named }) => [analysisId, { sampleId, named }] as const),
    ),
  )
  const best = new Map<string, Activity & { pathway: string; rank: number }>()
  for (const [analysisId, name, activity] of await readScores(stored, resultsById, ranks)) {
    const [ranked, owner] = [ranks.get(name), resultsById.get(analysisId)]
    // The older result still contains pathways that a newer one replaced.
    if (!ranked || !owner?.named.valued.has(name)) continue
    const key = `${owner.sampleId} ${ranked.pathway}`
    if ((best.get(key)?.rank ?? Number.POSITIVE_INFINITY) > ranked.rank)
      best.set(key, { analysisId, sampleId: owner.sampleId, name, activity, ...ranked })
  }
  return best.values()
}

const readScores = (
  { reader }: DrugDeps['answers'],
  analyses: ReadonlyMap<string, unknown>,
  names: ReadonlyMap<string, unknown>,
) =>
  reader.lists<[analysisId: string, pathway: string, activity: number]>(
    `SELECT analysis_id, pathway, activity FROM scores
    WHERE analysis_id IN (SELECT value FROM json_each(?)) AND pathway IN (SELECT value FROM json_each(?))
      AND activity IS NOT NULL`,
    [asList(analyses.keys()), asList(names.keys())],
  )

const asList = (texts: Iterable<string>): string =>
  JSON.stringify(Array.from(texts, (text) => text.toWellFormed()))

/** Adds details to these few entries: the sample's reference, its aging offset and the fetch time of the result. */
export async function describe(
  stores: Pick<DrugDeps, 'journal' | 'answers'>,
  entries: readonly RankedActivity[],
  pathways: readonly PathwayNames[],
  results: ResultNames,
): Promise<(ExtremeSample & { pathway: string })[]> {
  const [references, answers, offsetOf] = await Promise.all([
    referencesOf(stores.journal, entries),
    fetchedAt(stores.answers, entries),
    readOffsets(stores.answers, entries, pathways, results),
  ])
  return entries.map((entry) => ({
    pathway: entry.pathway,
    sampleId: entry.sampleId,
    clientReference: references.get(entry.sampleId) ?? entry.sampleId,
    activity: entry.activity,
    z: entry.z,
    agingOffset: offsetOf(entry),
    fetchedAt: answers.get(entry.analysisId) ?? '',
  }))
}

async function referencesOf(
  { query }: DrugDeps['journal'],
  entries: readonly RankedActivity[],
): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference'])
    .where('sample_id', 'in', boundList(entries.map(({ sampleId }) => sampleId)))
    .execute()
  return new Map(rows.map((row) => [row.sample_id, row.client_reference]))
}

async function fetchedAt(
  { query }: DrugDeps['answers'],
  entries: readonly RankedActivity[],
): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('analyses')
    .select(['analysis_id', 'fetched_at'])
    .where('analysis_id', 'in', boundList(entries.map(({ analysisId }) => analysisId)))
    .execute()
  return new Map(rows.map((row) => [row.analysis_id, row.fetched_at]))
}

/** Reads the aging offset with the same result and name, or from the clock, which may spell the pathway differently. */
async function readOffsets(
  { query }: DrugDeps['answers'],
  entries: readonly RankedActivity[],
  pathways: readonly PathwayNames[],
  { current }: ResultNames,
): Promise<(entry: RankedActivity) => number | null> {
  const namesOf = new Map(pathways.map(({ pathway, names }) => [pathway, names]))
  const answersOf = ({ sampleId, analysisId }: RankedActivity): CurrentResult[] => {
    const own = (kind: SampleResults['kind']) => current.get(resultKey(kind, sampleId))?.answers ?? []
    const first = (result: CurrentResult) => Number(result.analysisId === analysisId)
    return [...own('activity').toSorted((a, b) => first(b) - first(a)), ...own('clock')]
  }
  const rows = await query
    .selectFrom('scores')
    .select(['analysis_id', 'pathway', 'aging_offset'])
    .where('analysis_id', 'in', boundList(entries.flatMap(answersOf).map((result) => result.analysisId)))
    .where('pathway', 'in', boundList(entries.flatMap(({ pathway }) => namesOf.get(pathway) ?? [])))
    .execute()
  const offsets = new Map(rows.map((row) => [`${row.analysis_id} ${row.pathway}`, row.aging_offset]))
  return (entry) => {
    for (const { analysisId, named } of answersOf(entry))
      for (const name of [entry.name, ...(namesOf.get(entry.pathway) ?? [])]) {
        const offset = named.valued.has(name) ? (offsets.get(`${analysisId} ${name}`) ?? null) : null
        if (offset !== null) return offset
      }
    return null
  }
}
