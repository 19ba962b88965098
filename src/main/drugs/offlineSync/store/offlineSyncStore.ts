import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import type { Requirements } from '../plans.ts'
import { begin, closeList, forgetList, type NotedPage, notePage, type Pass, readPass } from './listPass.ts'
import {
  addCachedMembers,
  addMembers,
  type Counts,
  type DueDrug,
  readCounts,
  readDue,
  type Slice,
} from './members.ts'

/** How far plans are. Lives beside the drugs, so that both are stored or lost together. Throws `file`. */
export type OfflineSyncStore = {
  pass(planId: string): Promise<Pass | null>
  /**
   * Begins anew. The list stays unless a page of it is from before `listsAfter` or later than now, it lacks what
   * the settings need, or drugs of it may be missing.
   */
  begin(planId: string, options: { atIso: string; listsAfter: string; namesOnly: boolean }): Promise<Pass>
  /**
   * Notes a page whose drugs are cached already. `fresh`: how many of them are new to the plan. A list that has ended
   * and shows that drugs are missing begins again at its first page. Null: nothing is noted, since this reading is
   * forgotten: the file was damaged, or the plan removed.
   */
  notePage(planId: string, page: NotedPage): Promise<{ pass: Pass; fresh: number } | null>
  /** The service has no page after the last one. Null where the reading is forgotten. */
  endList(planId: string): Promise<Pass | null>
  /** Makes these, and no others, the members of a plan whose scope is a list of a person, or the drugs cached now. */
  setMembers(planId: string, drugIds: readonly string[] | 'cached'): Promise<void>
  /** Ends the reading: the next run begins another one. False where it is forgotten. */
  endPass(planId: string): Promise<boolean>
  /** Of the next members, by their ids from `after` on: all at once would hold up whoever else reads. */
  counts(planId: string, requirements: Requirements, after: string): Promise<Slice<Counts>>
  /** The drugs that are due among the next members. */
  due(planId: string, requirements: Requirements, after: string): Promise<Slice<DueDrug[]>>
  /** 0, and the request is noted; or the ms to wait, since `perHour` have left within the hour. */
  claim(atMs: number, perHour: number): Promise<number>
  /** Requests of all plans in the hour before. */
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
        await (drugIds === 'cached' ? addCachedMembers(open, planId) : addMembers(open, planId, drugIds))
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
        await forgetList(open, planId)
        await open.deleteFrom('prefetch_passes').where('plan_id', '=', planId).execute()
      }),
  }
}

const hourMs = 60 * 60_000
/** A request is noted right before it leaves; by so much may one have left later than it was noted. */
const marginMs = 10_000
const windowMs = hourMs + marginMs
/** Far more than two processes differ: the clock was set back. */
const maxClockSkewMs = 60_000

/**
 * Notes a request that leaves now and gives 0; or, when `perHour` have left within the hour, the ms until one may.
 * To be run in a transaction: whoever else counts sees all or nothing of it.
 */
async function claimRequest(query: Kysely<DrugsSchema>, atMs: number, perHour: number): Promise<number> {
  await query
    .deleteFrom('prefetch_sent')
    .where('at_ms', '<=', atMs - windowMs)
    .execute()
  // When they really left is not known any more, but it was not later than now.
  await query
    .updateTable('prefetch_sent')
    .set({ at_ms: atMs })
    .where('at_ms', '>', atMs + maxClockSkewMs)
    .execute()
  // Counted by their span first: reading through a million entries at each request would take its time.
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
