import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StandingOut } from '../../../shared/domain/pathway.ts'
import { type Spread, toSpread } from '../../../shared/domain/spread.ts'
import type { Database } from '../../ports.ts'
import { among } from '../../store/among.ts'
import type { AnswersSchema } from '../../store/answers.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { Current, Held, Named } from './heldAnswers.ts'
import { placeOf, type ResultNames } from './resultNames.ts'

/** The names of one pathway, in the order of the table. */
type Asked = { pathway: string; names: readonly string[] }
/** One sample's activity of a pathway; `name` as the answer writes it. */
type Activity = { analysisId: string; sampleId: string; name: string; activity: number }
type Placed = Activity & { pathway: string; z: number }

/** A few ms of reading each, then whatever else waits has its turn. */
const lookUpsAtOnce = 2500

/** The activities of each pathway as a cohort, with those furthest from its mean first. */
export async function placesOf(
  stored: Database<AnswersSchema>,
  asked: readonly Asked[],
  results: ResultNames,
): Promise<Map<string, { cohort: Spread; places: Placed[] }>> {
  const read = await readActivities(stored, asked, results)
  return new Map(
    asked.map(({ pathway }) => {
      const activities = read.get(pathway) ?? []
      const cohort = toSpread(activities.map(({ activity }) => activity))
      const places = cohort.whyNone
        ? []
        : activities.map((one) => ({ ...one, pathway, z: cohort.zOf(one.activity) }))
      return [pathway, { cohort, places: places.sort(furthestFirst) }]
    }),
  )
}

export const furthestFirst = (a: Placed, b: Placed): number =>
  Math.abs(b.z) - Math.abs(a.z) || (a.sampleId < b.sampleId ? -1 : 1)

type Ranks = ReadonlyMap<string, { pathway: string; rank: number }>

/**
 * One activity a sample and pathway. Where the current values of a sample stand under several names of a pathway, the
 * name that stands first in the table is taken.
 */
async function readActivities(
  stored: Database<AnswersSchema>,
  asked: readonly Asked[],
  results: ResultNames,
): Promise<Map<string, Activity[]>> {
  const ranks: Ranks = new Map(
    asked.flatMap(({ pathway, names }) => names.map((name, rank) => [name, { pathway, rank }] as const)),
  )
  const samples = samplesWith(results, [...ranks.keys()])
  const size = Math.max(1, Math.floor(lookUpsAtOnce / Math.max(1, ranks.size)))
  const found = new Map<string, Activity[]>(asked.map(({ pathway }) => [pathway, []]))
  for (let from = 0; from < samples.length; from += size) {
    if (from > 0) await nextTurn()
    for (const { pathway, rank: _rank, ...activity } of await bestOf(
      stored,
      samples.slice(from, from + size),
      ranks,
    ))
      found.get(pathway)?.push(activity)
  }
  return found
}

/** The pathway analyses in which one of these names has a value, those of one sample together. */
function samplesWith({ current }: ResultNames, names: readonly string[]): Current[] {
  const wanted = new Map<Named, boolean>()
  const isWanted = ({ named }: Held): boolean => {
    const known = wanted.get(named) ?? names.some((name) => named.valued.has(name))
    wanted.set(named, known)
    return known
  }
  return [...current.values()].flatMap(({ answers, ...one }) => {
    const some = one.kind === 'activity' ? answers.filter(isWanted) : []
    return some.length > 0 ? [{ ...one, answers: some }] : []
  })
}

async function bestOf(
  stored: Database<AnswersSchema>,
  samples: readonly Current[],
  ranks: Ranks,
): Promise<Iterable<Activity & { pathway: string; rank: number }>> {
  const held = new Map(
    samples.flatMap(({ sampleId, answers }) =>
      answers.map(({ analysisId, named }) => [analysisId, { sampleId, named }] as const),
    ),
  )
  const best = new Map<string, Activity & { pathway: string; rank: number }>()
  for (const [analysisId, name, activity] of await readScores(stored, held, ranks)) {
    const [place, of] = [ranks.get(name), held.get(analysisId)]
    // What a newer answer was asked for stands in the older one still.
    if (!place || !of?.named.valued.has(name)) continue
    const key = `${of.sampleId} ${place.pathway}`
    if ((best.get(key)?.rank ?? Number.POSITIVE_INFINITY) > place.rank)
      best.set(key, { analysisId, sampleId: of.sampleId, name, activity, ...place })
  }
  return best.values()
}

const readScores = (
  { reader }: Database<AnswersSchema>,
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

/** What else is told of these few: the sample's reference, its aging offset, and when the answer was fetched. */
export async function describe(
  stores: { journal: Database<JournalSchema>; answers: Database<AnswersSchema> },
  places: readonly Placed[],
  asked: readonly Asked[],
  results: ResultNames,
): Promise<(StandingOut & { pathway: string })[]> {
  const [references, answers, offsetOf] = await Promise.all([
    referencesOf(stores.journal, places),
    fetchedAt(stores.answers, places),
    readOffsets(stores.answers, places, asked, results),
  ])
  return places.map((place) => ({
    pathway: place.pathway,
    sampleId: place.sampleId,
    clientReference: references.get(place.sampleId) ?? place.sampleId,
    activity: place.activity,
    z: place.z,
    agingOffset: offsetOf(place),
    fetchedAt: answers.get(place.analysisId) ?? '',
  }))
}

async function referencesOf(
  { query }: Database<JournalSchema>,
  places: readonly Placed[],
): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('samples')
    .select(['sample_id', 'client_reference'])
    .where('sample_id', 'in', among(places.map(({ sampleId }) => sampleId)))
    .execute()
  return new Map(rows.map((row) => [row.sample_id, row.client_reference]))
}

async function fetchedAt(
  { query }: Database<AnswersSchema>,
  places: readonly Placed[],
): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('analyses')
    .select(['analysis_id', 'fetched_at'])
    .where('analysis_id', 'in', among(places.map(({ analysisId }) => analysisId)))
    .execute()
  return new Map(rows.map((row) => [row.analysis_id, row.fetched_at]))
}

/** Of the same answer and name, else as the clock tells it, which may write the pathway in another way. */
async function readOffsets(
  { query }: Database<AnswersSchema>,
  places: readonly Placed[],
  asked: readonly Asked[],
  { current }: ResultNames,
): Promise<(place: Placed) => number | null> {
  const namesOf = new Map(asked.map(({ pathway, names }) => [pathway, names]))
  const answersOf = ({ sampleId, analysisId }: Placed): Held[] => {
    const own = (kind: Current['kind']) => current.get(placeOf(kind, sampleId))?.answers ?? []
    const first = (held: Held) => Number(held.analysisId === analysisId)
    return [...own('activity').toSorted((a, b) => first(b) - first(a)), ...own('clock')]
  }
  const rows = await query
    .selectFrom('scores')
    .select(['analysis_id', 'pathway', 'aging_offset'])
    .where('analysis_id', 'in', among(places.flatMap(answersOf).map((held) => held.analysisId)))
    .where('pathway', 'in', among(places.flatMap(({ pathway }) => namesOf.get(pathway) ?? [])))
    .execute()
  const offsets = new Map(rows.map((row) => [`${row.analysis_id} ${row.pathway}`, row.aging_offset]))
  return (place) => {
    for (const { analysisId, named } of answersOf(place))
      for (const name of [place.name, ...(namesOf.get(place.pathway) ?? [])]) {
        const offset = named.valued.has(name) ? (offsets.get(`${analysisId} ${name}`) ?? null) : null
        if (offset !== null) return offset
      }
    return null
  }
}
