import { type Kysely, sql } from 'kysely'
import type { NextPage } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { classifyListRead, isLastPage } from './listOutcome.ts'
import { addMembers, namedBefore } from './members.ts'

/** One reading of a plan's list. Pages are numbered from 1. */
export type Pass = {
  /** ISO 8601. */
  beganAt: string
  /** Its pages held names only. */
  namesOnly: boolean
  listEnded: boolean
  /** All that it wanted was asked for. */
  over: boolean
  nextPage: number
  /** Its address, where the page before named it. */
  nextAddress: string | null
  /** Items of all pages that repeat no earlier page. */
  seen: number
  /** As the pages said last; null where none did. */
  total: number | null
  /** Items that name no drug, and items that came under the identifier of another one. */
  withoutId: number
  repeatedIds: number
  /** How often the list was begun. */
  round: number
  /** Why drugs of a list that ended may be missing, for a person. */
  doubt: string | null
}

/** `items`: how many it held, those without an identifier too. `reportedTotal`: the total, where the page has one. */
export type NotedPage = Partial<NextPage> & {
  page: number
  limit: number
  items: number
  /** Of its items, as often as they came. */
  drugIds: string[]
  reportedTotal: number | null
  fetchedAt: string
}

type Query = Kysely<DrugsSchema>

export async function readPass(query: Query, planId: string): Promise<Pass | null> {
  const pass = await query
    .selectFrom('prefetch_passes')
    .selectAll()
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  if (!pass) return null
  const { pages, seen, reportedTotal, nextAddress, withoutId, twice, repeated } = await readPages(
    query,
    planId,
  )
  return {
    beganAt: pass.began_at,
    namesOnly: pass.names_only === 1,
    listEnded: pass.list_ended === 1,
    over: pass.over === 1,
    nextPage: pages + 1,
    nextAddress,
    seen,
    total: reportedTotal,
    withoutId,
    repeatedIds: twice + repeated,
    round: pass.round,
    doubt: pass.doubt,
  }
}

/** What the pages of the list say together. */
async function readPages(query: Query, planId: string) {
  const all = await query
    .selectFrom('prefetch_pages')
    .select([
      sql<number>`coalesce(max(page), 0)`.as('pages'),
      sql<number>`coalesce(sum(CASE WHEN fresh > 0 THEN items - repeated ELSE 0 END), 0)`.as('seen'),
      sql<number>`coalesce(max(CASE WHEN page = 1 THEN items END), 0)`.as('size'),
      sql<number>`coalesce(max(page) - max(CASE WHEN fresh > 0 THEN page ELSE 0 END), 0)`.as('barren'),
      sql<number>`coalesce(max(page) - max(CASE WHEN fresh > 1 THEN page ELSE 0 END), 0)`.as('scant'),
      sql<number>`count(DISTINCT CASE WHEN estimated = 0 THEN total END)`.as('totals'),
      sql<number>`coalesce(sum(CASE WHEN fresh > 0 AND repeated > 0 THEN 1 ELSE 0 END), 0)`.as('overlaps'),
      sql<number>`coalesce(sum(added), 0)`.as('added'),
      sql<number>`coalesce(sum(without_id), 0)`.as('withoutId'),
      sql<number>`coalesce(sum(twice), 0)`.as('twice'),
      sql<number>`coalesce(sum(CASE WHEN fresh > 0 THEN repeated END), 0)`.as('repeated'),
    ])
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  const last = await query
    .selectFrom('prefetch_pages')
    .select('total')
    .where('plan_id', '=', planId)
    .where('estimated', '=', 0)
    .orderBy('page', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [latest, before] = await query
    .selectFrom('prefetch_pages')
    .select(['next', 'more'])
    .where('plan_id', '=', planId)
    .orderBy('page', 'desc')
    .limit(2)
    .execute()
  const nextAddress = latest?.next ?? null
  const { named } = await query
    .selectFrom('prefetch_pages')
    .select((made) => made.fn.countAll<number>().as('named'))
    .where('plan_id', '=', planId)
    .where('next', '=', nextAddress ?? '')
    .executeTakeFirstOrThrow()
  return {
    ...all,
    reportedTotal: last?.total ?? null,
    nextAddress,
    next: nextAddress !== null,
    more: latest?.more === 1,
    followed: typeof before?.next === 'string',
    loops: named > 1,
  }
}

export async function begin(
  query: Query,
  planId: string,
  { atIso, listsAfter, namesOnly }: { atIso: string; listsAfter: string; namesOnly: boolean },
): Promise<Pass> {
  const former = await readPass(query, planId)
  const old = await query
    .selectFrom('prefetch_pages')
    .select('page')
    .where('plan_id', '=', planId)
    .where((page) => page.or([page('fetched_at', '<=', listsAfter), page('fetched_at', '>', atIso)]))
    .limit(1)
    .executeTakeFirst()
  const stays =
    former !== null && old === undefined && former.doubt === null && (namesOnly || !former.namesOnly)
  if (!stays) await forgetList(query, planId)
  const values = {
    began_at: atIso,
    names_only: (stays ? former.namesOnly : namesOnly) ? (1 as const) : (0 as const),
    list_ended: stays && former.listEnded ? (1 as const) : (0 as const),
    over: 0 as const,
    round: stays ? former.round : 1,
    doubt: null,
  }
  await query
    .insertInto('prefetch_passes')
    .values({ plan_id: planId, ...values })
    .onConflict((conflict) => conflict.column('plan_id').doUpdateSet(values))
    .execute()
  return passOf(query, planId)
}

export async function notePage(
  query: Query,
  planId: string,
  { page, limit, items, drugIds, reportedTotal, fetchedAt, next = null, more = false }: NotedPage,
): Promise<{ pass: Pass; fresh: number } | null> {
  const pass = await readPass(query, planId)
  if (!pass) return null
  // Another process has noted it.
  if (page !== pass.nextPage || pass.listEnded) return { pass, fresh: 0 }
  const before = await namedBefore(query, planId, drugIds, pass.round)
  const newIds = drugIds.filter((drugId) => !before.has(drugId))
  const fresh = new Set(newIds).size
  const repeated = drugIds.length - newIds.length
  const added = await addMembers(query, planId, drugIds, pass.round)
  const seen = pass.seen + (fresh > 0 ? items - repeated : 0)
  // Less than what was seen cannot be the total: some services count the page.
  const estimated = reportedTotal === null || reportedTotal < seen ? 1 : 0
  const row = {
    items,
    total: reportedTotal ?? seen,
    fetched_at: fetchedAt,
    fresh,
    added,
    repeated,
    estimated,
    without_id: items - drugIds.length,
    twice: newIds.length - fresh,
    next,
    more: more ? 1 : 0,
  } as const
  await query
    .insertInto('prefetch_pages')
    .values({ plan_id: planId, page, ...row })
    .execute()
  const pages = await readPages(query, planId)
  if (isLastPage({ ...pages, page, limit, items, fresh })) await closeList(query, planId)
  return { pass: await passOf(query, planId), fresh: added }
}

/** Ends the list, or begins it again where it shows that drugs are missing. Null where it is forgotten. */
export async function closeList(query: Query, planId: string): Promise<Pass | null> {
  const pass = await readPass(query, planId)
  if (!pass) return null
  const pages = await readPages(query, planId)
  const { members, missed } = await query
    .selectFrom('prefetch_members')
    .select([
      sql<number>`count(*)`.as('members'),
      sql<number>`count(CASE WHEN round < ${pass.round} THEN 1 END)`.as('missed'),
    ])
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  const outcome = classifyListRead({
    ...pages,
    round: pass.round,
    changed: pages.totals > 1,
    members,
    missed,
  })
  if (outcome.again) await forgetPages(query, planId)
  else if (outcome.dropMissed) await dropMissed(query, planId, pass.round)
  await query
    .updateTable('prefetch_passes')
    .set(outcome.again ? { round: pass.round + 1 } : { list_ended: 1, doubt: outcome.doubt })
    .where('plan_id', '=', planId)
    .execute()
  return passOf(query, planId)
}

async function passOf(query: Query, planId: string): Promise<Pass> {
  const pass = await readPass(query, planId)
  if (!pass) throw new Error('this plan has begun no reading')
  return pass
}

/** The drugs stay kept. */
const dropMissed = (query: Query, planId: string, round: number) =>
  query.deleteFrom('prefetch_members').where('plan_id', '=', planId).where('round', '<', round).execute()

const forgetPages = (query: Query, planId: string) =>
  query.deleteFrom('prefetch_pages').where('plan_id', '=', planId).execute()

export async function forgetList(query: Query, planId: string): Promise<void> {
  await forgetPages(query, planId)
  await query.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
}
