import { type Kysely, sql } from 'kysely'
import {
  joinMessages,
  joinNotices,
  type Message,
  message,
  plural,
} from '../../../../shared/messages/message.ts'
import type { NextPage } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { formatMessage, parseMessage } from '../../../store/legacyJson.ts'
import { addMembers, findRepeatedIds } from './members.ts'

/** One reading of a plan's list. Page numbers start at 1. */
export type Pass = {
  /** ISO 8601. */
  beganAt: string
  /** True if its pages contain names only. */
  namesOnly: boolean
  listEnded: boolean
  /** True once all drugs and pathways that the settings need were requested. */
  over: boolean
  nextPage: number
  /** The address of the next page, if the page before named it. */
  nextAddress: string | null
  /** The number of items that were not on an earlier page. */
  seen: number
  /** The latest reported total; null if no page has one. */
  total: number | null
  /** The number of items without a drug id, and of items that share the id of another one. */
  withoutId: number
  repeatedIds: number
  /** The number of times the list was started. */
  round: number
  /** The reason, for the user, why drugs of an ended list may be missing. */
  doubt: Message | null
  /** True if the ended list is complete: see `isProvenWhole`. */
  isProven: boolean
}

/** A page to store. `items` includes those without an id. `reportedTotal`: the total, if the page has one. */
export type NotedPage = Partial<NextPage> & {
  page: number
  limit: number
  items: number
  /** The ids of its items, including repeated ones. */
  drugIds: string[]
  reportedTotal: number | null
  fetchedAt: string
}

type Query = Kysely<DrugsSchema>

type ReadList = { pass: Pass; pages: Awaited<ReturnType<typeof readPages>> }

export const readPass = async (query: Query, planId: string): Promise<Pass | null> =>
  (await findList(query, planId))?.pass ?? null

async function findList(query: Query, planId: string): Promise<ReadList | null> {
  const row = await query
    .selectFrom('prefetch_passes')
    .selectAll()
    .where('plan_id', '=', planId)
    .executeTakeFirst()
  if (!row) return null
  const pages = await readPages(query, planId)
  const pass = {
    beganAt: row.began_at,
    namesOnly: row.names_only === 1,
    listEnded: row.list_ended === 1,
    over: row.over === 1,
    nextPage: pages.pages + 1,
    nextAddress: pages.nextAddress,
    seen: pages.seen,
    total: pages.reportedTotal,
    withoutId: pages.withoutId,
    repeatedIds: pages.twice + pages.repeated,
    round: row.round,
    doubt: parseMessage(row.doubt),
    isProven: isProvenWhole(pages),
  }
  return { pass, pages }
}

async function readList(query: Query, planId: string): Promise<ReadList> {
  const list = await findList(query, planId)
  if (!list) throw new Error('this plan has begun no reading')
  return list
}

/** Combines the stored pages of the list. */
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
      sql<number>`coalesce(sum(repeated), 0)`.as('allRepeated'),
      sql<number>`count(next)`.as('linked'),
      sql<number>`(SELECT count(*) FROM prefetch_members WHERE plan_id = ${planId})`.as('members'),
      sql<number>`coalesce(sum(CASE WHEN items > 0
        AND items < (SELECT items FROM prefetch_pages WHERE plan_id = ${planId} AND page = 1)
        AND page < (SELECT max(page) FROM prefetch_pages WHERE plan_id = ${planId} AND fresh > 0)
        THEN 1 END), 0)`.as('shortWithin'),
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
    .select(['next', 'more', 'items'])
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
    endsEmpty: latest?.items === 0,
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
  return (await readList(query, planId)).pass
}

export async function notePage(
  query: Query,
  planId: string,
  { page, limit, items, drugIds, reportedTotal, fetchedAt, next = null, more = false }: NotedPage,
): Promise<{ pass: Pass; fresh: number } | null> {
  const pass = await readPass(query, planId)
  if (!pass) return null
  // Another process has stored this page.
  if (page !== pass.nextPage || pass.listEnded) return { pass, fresh: 0 }
  const before = await findRepeatedIds(query, planId, drugIds, pass.round)
  const newIds = drugIds.filter((drugId) => !before.has(drugId))
  const fresh = new Set(newIds).size
  const repeated = drugIds.length - newIds.length
  const added = await addMembers(query, planId, drugIds, pass.round)
  const seen = pass.seen + (fresh > 0 ? items - repeated : 0)
  // A total below the number of seen items is wrong: some services report the size of the page.
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
  const list = await readList(query, planId)
  const isLast = isLastPage({ ...list.pages, page, limit, items, fresh })
  return { pass: isLast ? await endList(query, planId, list) : list.pass, fresh: added }
}

/** Ends the list, or starts it again if drugs are missing. Returns null if the list was forgotten. */
export async function closeList(query: Query, planId: string): Promise<Pass | null> {
  const list = await findList(query, planId)
  return list && endList(query, planId, list)
}

async function endList(query: Query, planId: string, { pass, pages }: ReadList): Promise<Pass> {
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
    .set(
      outcome.again
        ? { round: pass.round + 1 }
        : { list_ended: 1, doubt: outcome.doubt && formatMessage(outcome.doubt) },
    )
    .where('plan_id', '=', planId)
    .execute()
  return (await readList(query, planId)).pass
}

/** Removes members that the last reading did not find. The drugs stay cached. */
const dropMissed = (query: Query, planId: string, round: number) =>
  query.deleteFrom('prefetch_members').where('plan_id', '=', planId).where('round', '<', round).execute()

const forgetPages = (query: Query, planId: string) =>
  query.deleteFrom('prefetch_pages').where('plan_id', '=', planId).execute()

export async function forgetList(query: Query, planId: string): Promise<void> {
  await forgetPages(query, planId)
  await query.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
}

type Pages = Awaited<ReturnType<typeof readPages>>

/**
 * True if the list is certainly complete: it has as many drugs as the service reports, or it ends with an empty page
 * after full pages without repeats. A plan without pages uses a list of this computer.
 */
function isProvenWhole(pages: Pages): boolean {
  const { pages: count, reportedTotal, totals, seen, members, allRepeated, twice, shortWithin, more } = pages
  if (count === 0) return true
  if (reportedTotal !== null && totals === 1 && [seen, members].includes(reportedTotal)) return true
  return pages.endsEmpty && allRepeated === 0 && twice === 0 && shortWithin === 0 && !more
}

/** A completed reading of a list, from its first to its last page. */
type ListRead = {
  /** Starts at 1. */
  round: number
  pages: number
  /** The number of items that were not on an earlier page. */
  seen: number
  /** The total that the service reports; null if it reports none. */
  reportedTotal: number | null
  /** True if pages report different totals. */
  changed: boolean
  /** The number of pages with both new drugs and drugs of earlier pages. */
  overlaps: number
  scant: number
  /** Numbers of drugs: all members of the plan, those that only this reading found, and those it did not find. */
  members: number
  added: number
  missed: number
  /** The number of items without a drug id, and of items that repeat an id of their own page. */
  withoutId: number
  twice: number
  /** `more`: the last page announces another one. `loops`: it links to a page that was already read. */
  more: boolean
  loops: boolean
  /** The number of items of the first page, and of pages that only repeat earlier ones. */
  size: number
  allRepeated: number
  /** The number of pages that link to the next one. */
  linked: number
  /** The number of pages that are shorter than the first although a later page has drugs. */
  shortWithin: number
}

/** `doubt`: the reason, for the user, why drugs may be missing; null if there is no sign of that. */
type ListOutcome = { again: true } | { again: false; doubt: Message | null; dropMissed: boolean }

/** A list that changed while it was read is read at most twice more. */
const maxRounds = 3

/**
 * Decides whether to accept a list or to read it again: overlapping pages or missing drugs mean that it changed or is
 * inconsistent.
 */
function classifyListRead(read: ListRead): ListOutcome {
  const { round, reportedTotal, seen, members } = read
  const isGap = reportedTotal !== null && seen < reportedTotal
  const isMoved = read.changed || read.overlaps > 0
  const lasting = describeIncompleteList(read)
  if (isEndless(read)) return { again: false, doubt: endless(read.pages), dropMissed: false }
  if (!isGap && !isMoved) return { again: false, doubt: lasting, dropMissed: true }
  const isSame = round > 1 && read.added === 0 && read.missed === 0
  if (round < maxRounds && !isSame) return { again: true }
  // Two readings with the same overlaps show that this is how the service pages. Without an order, several readings
  // together find all drugs.
  if ((isSame && !isGap) || (members === reportedTotal && !read.changed))
    return { again: false, doubt: lasting, dropMissed: false }
  const passing = members < (reportedTotal ?? 0) ? gap(reportedTotal ?? 0, members) : moved
  return { again: false, doubt: joinNotices(lasting, passing), dropMissed: false }
}

/** Describes the problems that another reading would show again. */
function describeIncompleteList({
  reportedTotal,
  seen,
  withoutId,
  twice,
  more,
  loops,
  size,
  allRepeated,
  linked,
  shortWithin,
}: ListRead): Message | null {
  const isUncounted = reportedTotal === null && linked === 0
  const isFullPage = size === fullPage || ownSizes.has(size)
  return joinNotices(
    withoutId > 0 ? nameless(withoutId) : null,
    twice > 0 ? duplicateIdMessage(twice) : null,
    more && (reportedTotal === null || seen < reportedTotal) ? (loops ? leadsBack : cutOff) : null,
    isUncounted && isFullPage && seen === size && allRepeated > 0 ? sameAgain : null,
    isUncounted && shortWithin > 0 ? shortPage : null,
  )
}

const nameless = (count: number): Message =>
  count === 1
    ? message`One drug of the list has no identifier that can be used, so it could not be stored.`
    : message`${count} drugs of the list have no identifier that can be used, so they could not be stored.`
const duplicateIdMessage = (count: number): Message =>
  count === 1
    ? message`One entry of the list came under the identifier of another drug, and only one of the two was stored.`
    : message`${count} entries of the list came under the identifier of another drug, and only one of each was stored.`
const leadsBack = message`The list of the service leads back to a page that was read before, so drugs may be missing.`
const cutOff = message`The service reports more drugs but names no next page that Pathclock may request, so drugs may be missing.`

const sameAgain = message`The service gave its first page again instead of the next one, so drugs may be missing.`
const shortPage = message`A page within the list was shorter than the others, so drugs may be missing.`

const goOn = message`Resume to read the list again.`
const moved = joinMessages([message`The list changed each time it was read, so drugs may be missing.`, goOn])
const gap = (reported: number, received: number): Message =>
  joinMessages([
    message`The service says ${reported} ${plural(reported, 'drug')} and gave ${received}.`,
    goOn,
  ])
const endless = (pages: number): Message =>
  joinMessages([
    message`The list of the service does not end: after ${pages} pages it had hardly any new drugs, so Pathclock stopped.`,
    goOn,
  ])

/** The state of a list after a page. `fresh`: its drugs that no earlier page of this reading had. */
export type PageStats = {
  page: number
  limit: number
  items: number
  fresh: number
  /** The number of items that were not on an earlier page. */
  seen: number
  /** The total on this page; null if there is none or it cannot be that of the whole list. */
  reportedTotal: number | null
  /** The number of consecutive pages, up to this one, with no new drug, and with at most one. */
  barren: number
  scant: number
  /** `next`: this page links to the next one. `more`: it only says that there is one. */
  next: boolean
  more: boolean
  /** True if this page was reached by a link of the page before. */
  followed: boolean
  /** True if it links to an address that an earlier page linked to. */
  loops: boolean
}

/** A list ends after this many consecutive pages without a new drug, even below its total. */
const maxBarrenPages = 3
/** A list is endless if this many consecutive pages have at most one new drug. */
const maxScantPages = 20

/** The number of drugs on the largest page (service-interface, "Common parameters"). */
const fullPage = 100
/**
 * Page sizes that some services use regardless of the request. Such a page, and an equal total, may not be the whole
 * list.
 */
const ownSizes: ReadonlySet<number> = new Set([10, 20, 25, 30, 40, 50])

/** True if the list would continue forever. */
const isEndless = ({ scant }: Pick<PageStats, 'scant'>): boolean => scant >= maxScantPages

/**
 * A list that links to its next page ends at the first page without a link. Any other list ends at its total. Without a
 * total it ends at an empty or repeated page, since more pages may follow a short one. Below its total it ends after a
 * few pages that add no drug. Some services ignore the requested page size, or report the size of the page as the
 * total, which shows only on the second page.
 */
export function isLastPage(stats: PageStats): boolean {
  if (isEndless(stats)) return true
  const { page, limit, items, fresh, reportedTotal } = stats
  const isBelow = reportedTotal !== null && stats.seen < reportedTotal
  if (stats.next) return stats.loops || stats.barren >= maxBarrenPages
  if (stats.followed) return true
  if (stats.more && stats.seen !== reportedTotal) return stats.barren >= maxBarrenPages
  if (fresh === 0) return !isBelow || stats.barren >= maxBarrenPages
  if (isBelow) return false
  if (page === 1 && items <= limit)
    return items < limit && stats.seen === reportedTotal && !ownSizes.has(items)
  return stats.seen === reportedTotal
}
