import { type Kysely, sql } from 'kysely'
import type { DrugsSchema } from '../../store/drugs.ts'
import { isLastPage } from './lastPage.ts'
import { addMembers, namedBefore } from './members.ts'
import { judgeList } from './verdict.ts'

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
  /** Items of all pages that repeat no earlier page. */
  seen: number
  /** As the pages said last; null where none did. */
  total: number | null
  /** How often the list was begun. */
  round: number
  /** Why drugs of a list that ended may be missing, for a person. */
  doubt: string | null
}

/** `items`: how many it held, those without an identifier too. `told`: the total, where the page has one. */
export type NotedPage = {
  page: number
  limit: number
  items: number
  drugIds: string[]
  told: number | null
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
  const { pages, seen, told } = await readPages(query, planId)
  return {
    beganAt: pass.began_at,
    namesOnly: pass.names_only === 1,
    listEnded: pass.list_ended === 1,
    over: pass.over === 1,
    nextPage: pages + 1,
    seen,
    total: told,
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
  return { ...all, told: last?.total ?? null }
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
  { page, limit, items, drugIds, told, fetchedAt }: NotedPage,
): Promise<{ pass: Pass; fresh: number } | null> {
  const pass = await readPass(query, planId)
  if (!pass) return null
  // Another process has noted it.
  if (page !== pass.nextPage || pass.listEnded) return { pass, fresh: 0 }
  const before = await namedBefore(query, planId, drugIds, pass.round)
  const fresh = new Set(drugIds.filter((drugId) => !before.has(drugId))).size
  const repeated = drugIds.filter((drugId) => before.has(drugId)).length
  const added = await addMembers(query, planId, drugIds, pass.round)
  const seen = pass.seen + (fresh > 0 ? items - repeated : 0)
  // Less than what was seen cannot be the total: some services count the page.
  const estimated = told === null || told < seen ? 1 : 0
  const row = {
    items,
    total: told ?? seen,
    fetched_at: fetchedAt,
    fresh,
    added,
    repeated,
    estimated,
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
  const verdict = judgeList({ ...pages, round: pass.round, changed: pages.totals > 1, members, missed })
  if (verdict.again) await forgetPages(query, planId)
  else if (verdict.dropMissed) await dropMissed(query, planId, pass.round)
  await query
    .updateTable('prefetch_passes')
    .set(verdict.again ? { round: pass.round + 1 } : { list_ended: 1, doubt: verdict.doubt })
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
