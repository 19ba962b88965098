import type { Kysely } from 'kysely'
import type { Database } from '../../ports.ts'
import type { DrugsSchema } from '../../store/drugs.ts'
import { claimRequest, hourMs } from './hour.ts'
import { isLastPage } from './lastPage.ts'
import { addMembers, type Counts, type DueDrug, readCounts, readDue, type Slice } from './members.ts'
import type { Wanted } from './wanted.ts'

/** One reading of a plan's list. Pages are numbered from 1; `total`: as the last page said, null before. */
export type Pass = {
  /** ISO 8601. */
  beganAt: string
  /** Its pages held names only. */
  namesOnly: boolean
  listEnded: boolean
  /** All that it wanted was asked for. */
  over: boolean
  nextPage: number
  /** Items of all pages, a drug that stands there twice counted twice. */
  seen: number
  total: number | null
}

/** `items`: how many it held, those without an identifier too. */
type NotedPage = {
  page: number
  limit: number
  items: number
  drugIds: string[]
  total: number
  fetchedAt: string
}

/** How far plans are. Lives beside the drugs, so that both are kept or lost together. Throws `file`. */
export type PrefetchBook = {
  pass(planId: string): Promise<Pass | null>
  /** Begins anew. The list stays unless a page of it is from before `listsAfter`, or it lacks what is wanted now. */
  begin(planId: string, asked: { atIso: string; listsAfter: string; namesOnly: boolean }): Promise<Pass>
  /** Notes a page whose drugs are kept already. `fresh`: how many of them no page before named. Null: nothing is
   * noted, since this reading is forgotten: the file was damaged, or the plan removed. */
  notePage(planId: string, page: NotedPage): Promise<{ pass: Pass; fresh: number } | null>
  /** The service has no page after the last one. */
  endList(planId: string): Promise<void>
  /** Makes these, and no others, the members of a plan whose scope is a list of a person. */
  setMembers(planId: string, drugIds: readonly string[]): Promise<void>
  /** Ends the reading: the next run begins another one. False where it is forgotten. */
  endPass(planId: string): Promise<boolean>
  /** Of the next members, by their ids from `after` on: all at once would hold up whoever else reads. */
  counts(planId: string, wanted: Wanted, after: string): Promise<Slice<Counts>>
  /** The drugs that are due among the next members. */
  due(planId: string, wanted: Wanted, after: string): Promise<Slice<DueDrug[]>>
  /** 0, and the request is noted; or the ms to wait, since `perHour` have left within the hour. */
  claim(atMs: number, perHour: number): Promise<number>
  /** Requests of all plans in the hour before. */
  sentLastHour(atMs: number): Promise<number>
  forget(planId: string): Promise<void>
}

export function createPrefetchBook(database: Database<DrugsSchema>): PrefetchBook {
  const { query } = database
  return {
    pass: (planId) => readPass(query, planId),
    begin: (planId, asked) => database.transaction((open) => begin(open, planId, asked)),
    notePage: (planId, page) => database.transaction((open) => notePage(open, planId, page)),
    async endList(planId) {
      await endList(query, planId)
    },
    setMembers: (planId, drugIds) =>
      database.transaction(async (open) => {
        await open.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
        await addMembers(open, planId, drugIds)
        await endList(open, planId)
      }),
    async endPass(planId) {
      const { numUpdatedRows } = await query
        .updateTable('prefetch_passes')
        .set({ over: 1 })
        .where('plan_id', '=', planId)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    counts: (planId, wanted, after) => readCounts(query, planId, wanted, after),
    due: (planId, wanted, after) => readDue(query, planId, wanted, after),
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

async function readPass(query: Kysely<DrugsSchema>, planId: string): Promise<Pass | null> {
  const pass = await query
    .selectFrom('prefetch_passes')
    .selectAll()
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  if (!pass) return null
  const pages = await query
    .selectFrom('prefetch_pages')
    .select((made) => [made.fn.max('page').as('last'), made.fn.sum<number | null>('items').as('seen')])
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  const last = pages?.last ?? 0
  const said = await query
    .selectFrom('prefetch_pages')
    .select('total')
    .where('plan_id', '=', planId)
    .where('page', '=', last)
    .executeTakeFirst()
  return {
    beganAt: pass.began_at,
    namesOnly: pass.names_only === 1,
    listEnded: pass.list_ended === 1,
    over: pass.over === 1,
    nextPage: last + 1,
    seen: pages?.seen ?? 0,
    total: said?.total ?? null,
  }
}

async function begin(
  query: Kysely<DrugsSchema>,
  planId: string,
  { atIso, listsAfter, namesOnly }: { atIso: string; listsAfter: string; namesOnly: boolean },
): Promise<Pass> {
  const former = await readPass(query, planId)
  const old = await query
    .selectFrom('prefetch_pages')
    .select('page')
    .where('plan_id', '=', planId)
    .where('fetched_at', '<=', listsAfter)
    .executeTakeFirst()
  const stays = former !== null && old === undefined && (namesOnly || !former.namesOnly)
  if (!stays) await forgetList(query, planId)
  const values = {
    began_at: atIso,
    names_only: (stays ? former.namesOnly : namesOnly) ? (1 as const) : (0 as const),
    list_ended: stays && former.listEnded ? (1 as const) : (0 as const),
    over: 0 as const,
  }
  await query
    .insertInto('prefetch_passes')
    .values({ plan_id: planId, ...values })
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(values))
    .execute()
  return passOf(query, planId)
}

async function notePage(
  query: Kysely<DrugsSchema>,
  planId: string,
  { page, limit, items, drugIds, total, fetchedAt }: NotedPage,
): Promise<{ pass: Pass; fresh: number } | null> {
  if (!(await readPass(query, planId))) return null
  const fresh = await addMembers(query, planId, drugIds)
  const row = { items, total, fetched_at: fetchedAt }
  await query
    .insertInto('prefetch_pages')
    .values({ plan_id: planId, page, ...row })
    .onConflict((conflict) => conflict.columns(['plan_id', 'page']).doUpdateSet(row))
    .execute()
  const { seen } = await passOf(query, planId)
  if (isLastPage({ page, limit, items, fresh, seen, total })) await endList(query, planId)
  return { pass: await passOf(query, planId), fresh }
}

async function passOf(query: Kysely<DrugsSchema>, planId: string): Promise<Pass> {
  const pass = await readPass(query, planId)
  if (!pass) throw new Error('this plan has begun no reading')
  return pass
}

const endList = (query: Kysely<DrugsSchema>, planId: string) =>
  query.updateTable('prefetch_passes').set({ list_ended: 1 }).where('plan_id', '=', planId).execute()

async function forgetList(query: Kysely<DrugsSchema>, planId: string): Promise<void> {
  await query.deleteFrom('prefetch_pages').where('plan_id', '=', planId).execute()
  await query.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
}
