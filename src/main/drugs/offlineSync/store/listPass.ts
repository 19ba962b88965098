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

/** One reading of a plan's list. Pages are numbered from 1. */
export type Pass = {
  /** ISO 8601. */
  beganAt: string
  /** Its pages held names only. */
  namesOnly: boolean
  listEnded: boolean
  /** All drugs and pathways that its settings need were requested. */
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
  doubt: Message | null
  /** The list that ended is whole: see `isProvenWhole`. */
  isProven: boolean
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
  // Another process has noted it.
  if (page !== pass.nextPage || pass.listEnded) return { pass, fresh: 0 }
  const before = await findRepeatedIds(query, planId, drugIds, pass.round)
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
  const list = await readList(query, planId)
  const isLast = isLastPage({ ...list.pages, page, limit, items, fresh })
  return { pass: isLast ? await endList(query, planId, list) : list.pass, fresh: added }
}

/** Ends the list, or begins it again where it shows that drugs are missing. Null where it is forgotten. */
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

/** The drugs stay cached. */
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
 * True if the list is certainly complete: it has as many drugs as the service reports, or it ends with an empty page after
 * full pages without repeats. A list without pages is a list of this computer.
 */
function isProvenWhole(pages: Pages): boolean {
  const { pages: count, reportedTotal, totals, seen, members, allRepeated, twice, shortWithin, more } = pages
  if (count === 0) return true
  if (reportedTotal !== null && totals === 1 && [seen, members].includes(reportedTotal)) return true
  return pages.endsEmpty && allRepeated === 0 && twice === 0 && shortWithin === 0 && !more
}

/** One reading of a list from its first to its last page, when it has ended. */
type ListRead = {
  /** From 1. */
  round: number
  pages: number
  /** Items that repeat no earlier page. */
  seen: number
  /** How many the service says there are; null where it does not. */
  reportedTotal: number | null
  /** The total was another one on another page. */
  changed: boolean
  /** Pages that had new drugs, and some of earlier pages too. */
  overlaps: number
  scant: number
  /** Drugs of the plan: of all readings, those only this one found, and those it did not find. */
  members: number
  added: number
  missed: number
  /** Items that name no drug, and items under the identifier of another one of their page. */
  withoutId: number
  twice: number
  /** The last page says that there is another one; it names one that was read before. */
  more: boolean
  loops: boolean
  /** Items of the first page, and of pages that repeat an earlier one. */
  size: number
  allRepeated: number
  /** Pages that name the next one. */
  linked: number
  /** Pages shorter than the first, with drugs on a later one. */
  shortWithin: number
}

/** `doubt`: why drugs may be missing, for a person; null where nothing says so. */
type ListOutcome = { again: true } | { again: false; doubt: Message | null; dropMissed: boolean }

/** A list that moved under the reader is read twice more at most. */
const maxRounds = 3

/** What to make of a list that was read: pages that overlap or lack drugs show that it moved, or lies. */
function classifyListRead(read: ListRead): ListOutcome {
  const { round, reportedTotal, seen, members } = read
  const isGap = reportedTotal !== null && seen < reportedTotal
  const isMoved = read.changed || read.overlaps > 0
  const lasting = describeIncompleteList(read)
  if (isEndless(read)) return { again: false, doubt: endless(read.pages), dropMissed: false }
  if (!isGap && !isMoved) return { again: false, doubt: lasting, dropMissed: true }
  const isSame = round > 1 && read.added === 0 && read.missed === 0
  if (round < maxRounds && !isSame) return { again: true }
  // Pages that overlap alike twice belong to this service; without order, several readings find all.
  if ((isSame && !isGap) || (members === reportedTotal && !read.changed))
    return { again: false, doubt: lasting, dropMissed: false }
  const passing = members < (reportedTotal ?? 0) ? gap(reportedTotal ?? 0, members) : moved
  return { again: false, doubt: joinNotices(lasting, passing), dropMissed: false }
}

/** What another reading would show again. */
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

/** What is known after a page of a list. `fresh`: drugs it named that no page of this reading did before. */
export type PageStats = {
  page: number
  limit: number
  items: number
  fresh: number
  /** Items of all pages that repeat no earlier page. */
  seen: number
  /** As this page says; null where it does not, or cannot mean all of the list. */
  reportedTotal: number | null
  /** Pages in a row, up to this one, with no new drug, and with one at most. */
  barren: number
  scant: number
  /** This page names the address of the next one, or only says that there is one. */
  next: boolean
  more: boolean
  /** This page stood at an address that the one before named. */
  followed: boolean
  /** It names an address that an earlier page has named. */
  loops: boolean
}

/** So many pages in a row without a new drug end a list, though its total says there are more. */
const maxBarrenPages = 3
/** So many pages in a row with one new drug at most: this list never ends. */
const maxScantPages = 20

/** Drugs of the largest page (service-interface, "Common parameters"). */
const fullPage = 100
/** Sizes that services give whatever is requested: such a page, and a total like it, need not be the whole list. */
const ownSizes: ReadonlySet<number> = new Set([10, 20, 25, 30, 40, 50])

/** Whether a list is given up, since it would go on for ever. */
const isEndless = ({ scant }: Pick<PageStats, 'scant'>): boolean => scant >= maxScantPages

/**
 * A list that links to its next page ends at the first page without a link. Any other list ends at its total. Without a
 * total it ends at an empty or repeated page, since more pages may follow a short one. Below its total it ends after a few
 * pages that add no drug. Some services ignore the requested page size, or report the size of the page as the total: only
 * a second page shows it.
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
