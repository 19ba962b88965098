import { type Kysely, sql } from 'kysely'
import { toJsonList } from '../../../../shared/json.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { isDue, needsDrug, needsPathways, type Requirements } from '../plans.ts'

/** Counts of a plan's members. `detailed`: members that have everything the settings need. */
export type Counts = { members: number; listed: number; detailed: number; oldestFetchedAt: string | null }

/** A drug of a plan, with its missing or old parts. */
export type DueDrug = { drugId: string; isCached: boolean; drug: boolean; pathways: boolean }

/** Data of the members up to `after`, where the next slice starts; null at the end. */
export type Slice<T> = { found: T; after: string | null }

/** The number of members read per slice, which takes about 4 ms. */
const sliceSize = 2000
/** Small, so that a drug that the user opens in the meantime is rarely requested twice. */
const dueAtOnce = 100

export async function addMembers(
  query: Kysely<DrugsSchema>,
  planId: string,
  drugIds: readonly string[],
): Promise<number> {
  const added = await sql`
    INSERT INTO prefetch_members (plan_id, drug_id)
    SELECT ${planId}, value FROM json_each(${toJsonList(drugIds)}) WHERE TRUE ON CONFLICT DO NOTHING
  `.execute(query)
  return Number(added.numAffectedRows ?? 0)
}

export const addCachedMembers = (query: Kysely<DrugsSchema>, planId: string) =>
  sql`INSERT INTO prefetch_members (plan_id, drug_id) SELECT ${planId}, drug_id FROM drugs`.execute(query)

const sliceOf = (query: Kysely<DrugsSchema>, planId: string, after: string) =>
  query
    .selectFrom((made) =>
      made
        .selectFrom('prefetch_members')
        .select('drug_id')
        .where('plan_id', '=', planId)
        .where('drug_id', '>', after)
        .orderBy('drug_id')
        .limit(sliceSize)
        .as('member'),
    )
    .leftJoin('drugs', 'drugs.drug_id', 'member.drug_id')

/** Returns the oldest fetch time of the parts in use. A list of names does not refresh a drug's other fields. */
function oldestPart({ drug, pathways }: Requirements) {
  const answeredAt =
    drug === 'details'
      ? sql<string | null>`coalesce(details_fetched_at, whole_fetched_at, drugs.fetched_at)`
      : sql<string | null>`coalesce(whole_fetched_at, drugs.fetched_at)`
  return pathways
    ? sql<string | null>`min(min(${answeredAt}, coalesce(pathways_fetched_at, ${answeredAt})))`
    : sql<string | null>`min(${answeredAt})`
}

export async function readCounts(
  query: Kysely<DrugsSchema>,
  planId: string,
  requirements: Requirements,
  after: string,
): Promise<Slice<Counts>> {
  const row = await sliceOf(query, planId, after)
    .select([
      sql<number>`count(*)`.as('members'),
      sql<number>`count(CASE WHEN NOT ${needsDrug(requirements)} THEN 1 END)`.as('upToDate'),
      sql<number>`count(drugs.drug_id)`.as('cached'),
      sql<number>`count(CASE WHEN NOT ${isDue(requirements)} THEN 1 END)`.as('ready'),
      sql<string | null>`max(member.drug_id)`.as('last'),
      oldestPart(requirements).as('oldestFetchedAt'),
    ])
    .executeTakeFirstOrThrow()
  return {
    found: {
      members: row.members,
      listed: requirements.drug === 'details' ? row.cached : row.upToDate,
      detailed: requirements.pathways ? row.ready : 0,
      oldestFetchedAt: row.oldestFetchedAt,
    },
    after: row.members < sliceSize ? null : row.last,
  }
}

export async function readDue(
  query: Kysely<DrugsSchema>,
  planId: string,
  requirements: Requirements,
  after: string,
): Promise<Slice<DueDrug[]>> {
  const rows = await sliceOf(query, planId, after)
    .select(['member.drug_id as drugId', 'drugs.drug_id as cachedId'])
    .select([needsDrug(requirements).as('drug'), needsPathways(requirements).as('pathways')])
    .where(isDue(requirements), '=', 1)
    .orderBy('member.drug_id')
    .limit(dueAtOnce)
    .execute()
  const found = rows.map(({ drugId, cachedId, drug, pathways }) => ({
    drugId,
    isCached: cachedId !== null,
    drug: drug === 1,
    pathways: pathways === 1,
  }))
  if (found.length === dueAtOnce) return { found, after: found.at(-1)?.drugId ?? null }
  const end = await query
    .selectFrom('prefetch_members')
    .select('drug_id')
    .where('plan_id', '=', planId)
    .where('drug_id', '>', after)
    .orderBy('drug_id')
    .offset(sliceSize - 1)
    .limit(1)
    .executeTakeFirst()
  return { found, after: end?.drug_id ?? null }
}
