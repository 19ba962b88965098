import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { isDue, needsDrug, needsPathways, type Requirements } from '../plans.ts'
import { addMembers, begin, closeList, type NotedPage, notePage, type Pass, readPass } from './listPass.ts'

/** Counts of a plan's members. `detailed`: members that have everything the settings need. */
export type Counts = { members: number; listed: number; detailed: number; oldestFetchedAt: string | null }

/** A drug of a plan, with its missing or old parts. */
export type DueDrug = { drugId: string; isCached: boolean; drug: boolean; pathways: boolean }

/** Data of the members up to `after`, where the next slice starts; null at the end. */
export type Slice<T> = { found: T; after: string | null }

/** The progress of plans. It is stored beside the drugs, so that both are kept or lost together. Throws `file`. */
export type OfflineSyncStore = {
  pass(planId: string): Promise<Pass | null>
  /** Starts a new reading. Keeps a list that is whole, newer than `listsAfter`, and has what the settings need. */
  begin(planId: string, options: { atIso: string; listsAfter: string; namesOnly: boolean }): Promise<Pass>
  /** Stores a page of cached drugs. `fresh`: the number of drugs new to the plan. Null if the reading was forgotten. */
  notePage(planId: string, page: NotedPage): Promise<{ pass: Pass; fresh: number } | null>
  /** Ends the list after the service reports no further page. Null if the reading was forgotten. */
  endList(planId: string): Promise<Pass | null>
  /** Replaces the members of a plan for a list of the user, or for the drugs cached now. */
  setMembers(planId: string, drugIds: readonly string[] | 'cached'): Promise<void>
  /** Ends the reading, so that the next run starts another one. Returns false if it was forgotten. */
  endPass(planId: string): Promise<boolean>
  /** Counts the next members by id, starting after `after`. Counting all in one query would block other readers. */
  counts(planId: string, requirements: Requirements, after: string): Promise<Slice<Counts>>
  due(planId: string, requirements: Requirements, after: string): Promise<Slice<DueDrug[]>>
  /** Records a request and returns 0, or returns the ms to wait if `perHour` requests were sent within the hour. */
  claim(atMs: number, perHour: number): Promise<number>
  sentLastHour(atMs: number): Promise<number>
  forget(planId: string): Promise<void>
}

export function createOfflineSyncStore(database: Database<DrugsSchema>): OfflineSyncStore {
  const { query } = database
  return {
    pass: (planId) => readPass(query, planId),
    begin: (planId, options) => database.transaction((open) => begin(open, planId, options)),
    notePage: (planId, page) => database.transaction((open) => notePage(open, planId, page)),
    endList: (planId) => database.transaction((open) => closeList(open, planId)),
    setMembers: (planId, drugIds) =>
      database.transaction(async (open) => {
        await open.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
        if (drugIds !== 'cached') await addMembers(open, planId, drugIds)
        else
          await sql`
            INSERT INTO prefetch_members (plan_id, drug_id) SELECT ${planId}, drug_id FROM drugs
          `.execute(open)
        await open
          .updateTable('prefetch_passes')
          .set({ list_ended: 1 })
          .where('plan_id', '=', planId)
          .execute()
      }),
    async endPass(planId) {
      const { numUpdatedRows } = await query
        .updateTable('prefetch_passes')
        .set({ over: 1 })
        .where('plan_id', '=', planId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    counts: (planId, requirements, after) => readCounts(query, planId, requirements, after),
    due: (planId, requirements, after) => readDue(query, planId, requirements, after),
    claim: (atMs, perHour) => database.transaction((open) => claimRequest(open, atMs, perHour)),
    async sentLastHour(atMs) {
      const { sent } = await query
        .selectFrom('prefetch_sent')
        .select((made) => made.fn.countAll<number>().as('sent'))
        .where('at_ms', '>', atMs - hourMs)
        .executeTakeFirstOrThrow()
      return sent
    },
    forget: (planId) =>
      database.transaction(async (open) => {
        await open.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
        await open.deleteFrom('prefetch_passes').where('plan_id', '=', planId).execute()
      }),
  }
}

/** The number of members read per slice, which takes about 4 ms. */
const sliceSize = 2000
/** Small, so that a drug that the user opens in the meantime is rarely requested twice. */
const dueAtOnce = 100

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

async function readCounts(
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

async function readDue(
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

const hourMs = 60 * 60_000
/** A request is recorded right before it is sent; this is the longest delay allowed between the two. */
const marginMs = 10_000
const windowMs = hourMs + marginMs
/** Far more than the clocks of two processes differ: the clock was set back. */
const maxClockSkewMs = 60_000

/** Records a request and returns 0, or the ms until the next one is allowed. Call it in a transaction. */
async function claimRequest(query: Kysely<DrugsSchema>, atMs: number, perHour: number): Promise<number> {
  await query
    .deleteFrom('prefetch_sent')
    .where('at_ms', '<=', atMs - windowMs)
    .execute()
  // The real time of these requests is unknown, but it was not after now.
  await query
    .updateTable('prefetch_sent')
    .set({ at_ms: atMs })
    .where('at_ms', '>', atMs + maxClockSkewMs)
    .execute()
  // Uses the range of ids first: counting a million rows for each request would be slow.
  const { span } = await query
    .selectNoFrom(
      sql<number | null>`(SELECT max(id) FROM prefetch_sent) - (SELECT min(id) FROM prefetch_sent) + 1`.as(
        'span',
      ),
    )
    .executeTakeFirstOrThrow()
  const oldestInWindow = (span ?? 0) >= perHour ? await nthNewest(query, perHour) : undefined
  if (oldestInWindow) return Math.max(1, oldestInWindow.at_ms + windowMs - atMs)
  await query.insertInto('prefetch_sent').values({ at_ms: atMs }).execute()
  return 0
}

const nthNewest = (query: Kysely<DrugsSchema>, n: number) =>
  query
    .selectFrom('prefetch_sent')
    .select('at_ms')
    .orderBy('at_ms', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst()
