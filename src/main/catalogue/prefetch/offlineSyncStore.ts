import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { begin, closeList, forgetList, type NotedPage, notePage, type Pass, readPass } from './listPass.ts'
import { addMembers, type Counts, type DueDrug, readCounts, readDue, type Slice } from './members.ts'
import { claimRequest, hourMs } from './rateLimitWindow.ts'
import type { Requirements } from './requirements.ts'

/** How far plans are. Lives beside the drugs, so that both are kept or lost together. Throws `file`. */
export type OfflineSyncStore = {
  pass(planId: string): Promise<Pass | null>
  /**
   * Begins anew. The list stays unless a page of it is from before `listsAfter` or later than now, it lacks what is
   * wanted now, or drugs of it may be missing.
   */
  begin(planId: string, options: { atIso: string; listsAfter: string; namesOnly: boolean }): Promise<Pass>
  /**
   * Notes a page whose drugs are kept already. `fresh`: how many of them are new to the plan. A list that has ended
   * and shows that drugs are missing begins again at its first page. Null: nothing is noted, since this reading is
   * forgotten: the file was damaged, or the plan removed.
   */
  notePage(planId: string, page: NotedPage): Promise<{ pass: Pass; fresh: number } | null>
  /** The service has no page after the last one. Null where the reading is forgotten. */
  endList(planId: string): Promise<Pass | null>
  /** Makes these, and no others, the members of a plan whose scope is a list of a person. */
  setMembers(planId: string, drugIds: readonly string[]): Promise<void>
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
        await addMembers(open, planId, drugIds)
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
