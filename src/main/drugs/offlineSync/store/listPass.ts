import { type Kysely, sql } from 'kysely'
import { toJsonList } from '../../../../shared/json.ts'
import { joinMessages, joinNotices, type Message, message } from '../../../../shared/words/message.ts'
import type { NextPage } from '../../../ports.ts'
import type { DrugsSchema } from '../../../store/drugs.ts'
import { formatMessage, parseMessage } from '../../../store/legacyJson.ts'

/** One reading of a plan's list. Page numbers start at 1. */
export type Pass = {
  /** ISO 8601. */
  beganAt: string
  namesOnly: boolean
  listEnded: boolean
  /** True once all drugs and pathways that the settings need were requested. */
  over: boolean
  nextPage: number
  /** The address of the next page, if the page before named it. */
  nextAddress: string | null
  /** The number of entries that were not on an earlier page. */
  seen: number
  /** The latest reported total; null if no page has one. */
  total: number | null
  /** The number of entries without a drug id, and of entries that share the id of another one. */
  withoutId: number
  repeatedIds: number
  /** The reason, for the user, why drugs of an ended list may be missing. */
  doubt: Message | null
  /** True if the ended list is certainly complete. */
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
type PassRow = DrugsSchema['prefetch_passes']

const toPass = (row: PassRow): Pass => ({
  beganAt: row.began_at,
  namesOnly: row.names_only === 1,
  listEnded: row.list_ended === 1,
  over: row.over === 1,
  nextPage: row.pages + 1,
  nextAddress: row.next,
  seen: row.seen,
  total: row.total,
  withoutId: row.without_id,
  repeatedIds: row.repeated + row.twice,
  doubt: parseMessage(row.doubt),
  isProven: row.proven === 1,
})

const findRow = (query: Query, planId: string): Promise<PassRow | undefined> =>
  query.selectFrom('prefetch_passes').selectAll().where('plan_id', '=', planId).executeTakeFirst()

export async function readPass(query: Query, planId: string): Promise<Pass | null> {
  const row = await findRow(query, planId)
  return row ? toPass(row) : null
}

async function write(query: Query, row: PassRow): Promise<Pass> {
  await query.replaceInto('prefetch_passes').values(row).execute()
  return toPass(row)
}

export async function begin(
  query: Query,
  planId: string,
  { atIso, listsAfter, namesOnly }: { atIso: string; listsAfter: string; namesOnly: boolean },
): Promise<Pass> {
  const former = await findRow(query, planId)
  const isCurrent = former && former.listed_at > listsAfter && former.listed_at <= atIso
  if (isCurrent && former.doubt === null && (namesOnly || former.names_only === 0))
    return write(query, { ...former, began_at: atIso, over: 0 })
  await query.deleteFrom('prefetch_members').where('plan_id', '=', planId).execute()
  return write(query, {
    plan_id: planId,
    began_at: atIso,
    listed_at: atIso,
    names_only: namesOnly ? 1 : 0,
    list_ended: 0,
    over: 0,
    pages: 0,
    first_size: 0,
    seen: 0,
    total: null,
    repeated: 0,
    without_id: 0,
    twice: 0,
    shrunk: 0,
    next: null,
    more: 0,
    // A plan that reads no page has a list of this computer.
    proven: 1,
    doubt: null,
  })
}

/** Returns the number of drugs that are new to the plan. */
export async function addMembers(query: Query, planId: string, drugIds: readonly string[]): Promise<number> {
  const added = await sql`
    INSERT INTO prefetch_members (plan_id, drug_id)
    SELECT ${planId}, value FROM json_each(${toJsonList(drugIds)}) WHERE TRUE ON CONFLICT DO NOTHING
  `.execute(query)
  return Number(added.numAffectedRows ?? 0)
}

export async function notePage(
  query: Query,
  planId: string,
  page: NotedPage,
): Promise<{ pass: Pass; fresh: number } | null> {
  const row = await findRow(query, planId)
  if (!row) return null
  // Another process has stored this page.
  if (page.page !== row.pages + 1 || row.list_ended === 1) return { pass: toPass(row), fresh: 0 }
  const { items, drugIds, reportedTotal, next = null, more = false } = page
  const fresh = await addMembers(query, planId, drugIds)
  const distinct = new Set(drugIds).size
  // A page that only repeats earlier ones adds nothing to the counts.
  const counts = fresh > 0 || page.page === 1 ? 1 : 0
  const seen = row.seen + counts * (items - (distinct - fresh))
  // A total below the number of seen entries is wrong: some services report the size of the page.
  const total = reportedTotal === null || reportedTotal < seen ? row.total : reportedTotal
  const read = {
    ...row,
    listed_at: row.pages === 0 ? page.fetchedAt : row.listed_at,
    pages: page.page,
    first_size: page.page === 1 ? items : row.first_size,
    seen,
    total,
    repeated: row.repeated + counts * (distinct - fresh),
    without_id: row.without_id + counts * (items - drugIds.length),
    twice: row.twice + counts * (drugIds.length - distinct),
    shrunk: total !== null && row.total !== null && total < row.total ? (1 as const) : row.shrunk,
    next,
    more: more ? (1 as const) : (0 as const),
  }
  // The first page always has a successor, because some services report the size of the page as the total.
  const isAtTotal = page.page > 1 && seen === total
  const isLast = fresh === 0 || (next === null ? row.next !== null || isAtTotal : next === row.next)
  return { pass: isLast ? await end(query, read, items === 0) : await write(query, read), fresh }
}

/** Ends the list after the service reports no further page. Null if the list was forgotten. */
export async function closeList(query: Query, planId: string): Promise<Pass | null> {
  const row = await findRow(query, planId)
  return row ? end(query, row, true) : null
}

/** The list is certainly complete at its total, or if it ends with an empty page after pages without repeats. */
function end(query: Query, row: PassRow, endsEmpty: boolean): Promise<Pass> {
  const { seen, total, repeated, more } = row
  const doubt = describeDoubt(row, endsEmpty)
  const isProven = doubt === null && (seen === total || (endsEmpty && repeated === 0 && more === 0))
  return write(query, {
    ...row,
    list_ended: 1,
    doubt: doubt && formatMessage(doubt),
    proven: isProven ? 1 : 0,
  })
}

/** The maximum page size, which is requested (service-interface, "Common parameters"). */
export const pageSize = 100

/** Returns the reason why drugs may be missing; null if there is no sign of that. */
function describeDoubt(row: PassRow, endsEmpty: boolean): Message | null {
  const { pages, first_size: firstSize, seen, total, without_id: withoutId, twice, more } = row
  const isOnePageAgain = pages === 2 && !endsEmpty && seen === firstSize && firstSize === pageSize
  return joinNotices(
    withoutId > 0 ? nameless(withoutId) : null,
    twice > 0 ? duplicateIds(twice) : null,
    more === 1 && seen !== total ? cutOff : null,
    isOnePageAgain && total === null && more === 0 ? sameAgain : null,
    total !== null && seen < total ? gap(total, seen) : null,
    row.shrunk === 1 ? moved : null,
  )
}

const nameless = (count: number): Message =>
  count === 1 ? message('catalogue.oneDrugListNo') : message('catalogue.drugsListNoIdentifier', { count })
const duplicateIds = (count: number): Message =>
  count === 1
    ? message('catalogue.oneEntryListCameUnder')
    : message('catalogue.entriesListCameUnder', { count })
const cutOff = message('catalogue.serviceReportsMoreDrugs')
const sameAgain = message('catalogue.serviceGaveFirstPage')
const goOn = message('catalogue.resumeReadListAgain')
const moved = joinMessages([message('catalogue.listChangedWhileRead'), goOn])
const gap = (reported: number, received: number): Message =>
  joinMessages([message('catalogue.serviceSaysDrugsGave', { count: reported, received }), goOn])
