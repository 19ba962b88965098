import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Checked } from '../../../../shared/contract/contract.ts'
import type { SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema, StoredSample } from '../../../store/journal.ts'
import {
  containsShortText,
  containsText,
  filterConditions,
  isIndexed,
  isShorterThanTrigram,
  matchingRows,
  maxRareHits,
  rareTextCondition,
  type SampleSearchParams,
} from './searchConditions.ts'
import { pageSorted, pageSortedAmong } from './sortedPages.ts'

/** Samples that have a result, requested only where a filter needs them. */
export type AnalysedIds = () => Promise<ReadonlySet<string>>

type Sort = Exclude<Checked<'samples.list'>['sort'], readonly unknown[]>

/** Index and columns of each order; the columns after the first settle ties. */
const orders: Record<Sort, { index: string; columns: readonly string[] }> = {
  created_at: { index: 'register_by_place', columns: ['place', 'created_at', 'sample_id'] },
  client_reference: { index: 'register_by_reference', columns: ['client_reference', 'sample_id'] },
  sample_id: { index: 'register_by_sample', columns: ['sample_id'] },
  status: { index: 'register_by_status', columns: ['status', 'sample_id'] },
}

/** So many that asking row by row finds a page before a list of all of them is made. */
const minCommonHits = 30_000

/** One page of the register. `text` is found anywhere in reference, identifier, status, values and annotations. */
export async function pageOfSamples(
  query: Kysely<JournalSchema>,
  { sort, order, page, limit, ...params }: Checked<'samples.list'>,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<{ rows: StoredSample[]; total: number }> {
  const conditions = await conditionsOf(query, params)
  if (typeof sort === 'object') {
    const span = { from: (page - 1) * limit, count: limit }
    const { ids, total } = await sortedPage(query, sort, conditions, params, span, analysedIds)
    return { rows: await selectSamples(query, ids), total }
  }
  const { index, columns } = orders[sort]
  const indexHint = conditions.isSparse ? sql`` : sql`INDEXED BY ${sql.ref(index)}`
  const walk = { rows: sql`register_index AS r ${indexHint}`, where: conditions.walking, columns, order }
  const span = { from: (page - 1) * limit, count: limit }
  const hasResult = params.filter?.hasResult
  if (hasResult === undefined) {
    const total = conditions.hits ?? (await countRows(query, conditions.where))
    return { rows: await selectSamples(query, await selectIds(query, walk, span)), total }
  }
  const analysed = await analysedIds()
  const isIncluded = (sampleId: string) => analysed.has(sampleId) === hasResult
  const { ids, total } = await pageByWalk(query, walk, isIncluded, span)
  return { rows: await selectSamples(query, ids), total }
}

async function sortedPage(
  query: Kysely<JournalSchema>,
  sorts: SampleSorts,
  conditions: Conditions,
  { filter }: SampleSearchParams,
  span: { from: number; count: number },
  analysedIds: AnalysedIds,
): Promise<{ ids: string[]; total: number }> {
  if (filter?.hasResult === undefined) return pageSorted(query, sorts, conditions, span)
  const analysed = await analysedIds()
  const isIncluded = (sampleId: string) => analysed.has(sampleId) === filter.hasResult
  return pageSortedAmong(query, sorts, conditions, isIncluded, span)
}

async function selectIds(
  query: Kysely<JournalSchema>,
  { rows, where, columns, order }: Walk,
  { from, count }: { from: number; count: number },
): Promise<string[]> {
  const by = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`))
  const { rows: found } = await sql<{ sample_id: string }>`
    SELECT sample_id FROM ${rows} WHERE ${where} ORDER BY ${by} LIMIT ${count} OFFSET ${from}
  `.execute(query)
  return found.map((row) => row.sample_id)
}

async function selectSamples(query: Kysely<JournalSchema>, ids: readonly string[]): Promise<StoredSample[]> {
  const rows = await query
    .selectFrom('samples')
    .selectAll()
    .where('sample_id', 'in', boundList(ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.sample_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What one look gives; then whatever else waits has its turn. */
const idsPerQuery = 5000

/** Every sample that is requested, in the order of the register. */
export async function idsOfSamples(
  query: Kysely<JournalSchema>,
  params: SampleSearchParams,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<string[]> {
  type SortKey = { place: string; created_at: string; sample_id: string }
  const { walking, isSparse } = await conditionsOf(query, params)
  const hasResult = params.filter?.hasResult
  const analysed = hasResult === undefined ? null : await analysedIds()
  const indexHint = isSparse ? sql`` : sql`INDEXED BY ${sql.ref(orders.created_at.index)}`
  const found: string[] = []
  for (let after: SortKey | undefined; ; await yieldToEventLoop()) {
    const afterCondition = after
      ? sql`(place, created_at, sample_id) > (${after.place}, ${after.created_at}, ${after.sample_id})`
      : sql`TRUE`
    const { rows } = await sql<SortKey>`
      SELECT place, created_at, sample_id FROM register_index AS r ${indexHint} WHERE ${afterCondition} AND ${walking}
      ORDER BY place, created_at, sample_id LIMIT ${idsPerQuery}
    `.execute(query)
    for (const { sample_id } of rows)
      if (!analysed || analysed.has(sample_id) === hasResult) found.push(sample_id)
    after = rows.at(-1)
    if (!after || rows.length < idsPerQuery) return found
  }
}

async function countRows(query: Kysely<JournalSchema>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS total FROM register_index AS r WHERE ${where}
  `.execute(query)
  return rows[0]?.total ?? 0
}

type Conditions = {
  /** On `register_index AS r`; `walking` is the same, for a walk along an index that ends soon. */
  where: RawBuilder<unknown>
  walking: RawBuilder<unknown>
  /** The search text is one that few rows hold. */
  isSparse: boolean
  /** How many rows there are, where the text's index says. */
  hits: number | null
}

/** But for the result, of which the journal does not know. */
async function conditionsOf(
  query: Kysely<JournalSchema>,
  { text, filter = {} }: SampleSearchParams,
): Promise<Conditions> {
  const others = [sql`TRUE`, ...filterConditions({ ...filter, hasResult: undefined }, [])]
  const all = (more?: RawBuilder<unknown>) => sql.join(more ? [...others, more] : others, sql` AND `)
  const toConditions = (where: RawBuilder<unknown>) => ({
    where,
    walking: where,
    isSparse: false,
    hits: null,
  })
  const trimmed = text.trim()
  if (trimmed === '') return toConditions(all())
  if (isShorterThanTrigram(trimmed)) {
    const rareCondition = await rareTextCondition(query, trimmed)
    return rareCondition
      ? { ...toConditions(all(rareCondition)), isSparse: true }
      : toConditions(all(containsShortText(trimmed)))
  }
  if (!(await isIndexed(query, trimmed))) return toConditions(all(containsText(trimmed)))
  const matches = matchingRows(trimmed)
  const { rows } = await sql<{ hits: number }>`SELECT COUNT(*) AS hits FROM ${matches}`.execute(query)
  const hits = rows[0]?.hits ?? 0
  // As the prefix of every reference: the text then says nothing.
  if (hits > minCommonHits && hits === (await countRows(query, sql`TRUE`)))
    return { where: all(), walking: all(), isSparse: false, hits: others.length === 1 ? hits : null }
  const where = all(sql`r.id IN (SELECT rowid FROM ${matches})`)
  return {
    where,
    walking: hits > minCommonHits ? all(sql`EXISTS (SELECT 1 FROM ${matches} AND rowid = r.id)`) : where,
    isSparse: hits <= maxRareHits,
    hits: others.length === 1 ? hits : null,
  }
}

/** So many rows are read before whatever else waits has its turn: some ms. */
const rowsPerChunk = 4000

export type Walk = {
  /** What is read: `register_index AS r`, along the index of the order or not. */
  rows: RawBuilder<unknown>
  where: RawBuilder<unknown>
  /** The columns of the order, which tell each row from all others. */
  columns: readonly string[]
  order: 'asc' | 'desc'
}

/**
 * A page of those rows that are wanted, where the database cannot tell which are: all are read, in pieces along their
 * order, so that a row whose place changes meanwhile may be met at both or at none.
 */
export async function pageByWalk(
  query: Kysely<JournalSchema>,
  { rows, where, columns, order }: Walk,
  isIncluded: (sampleId: string) => boolean,
  { from, count }: { from: number; count: number },
  size = rowsPerChunk,
): Promise<{ ids: string[]; total: number }> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const orderBy = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`))
  const afterCondition = (last: Record<string, string>) =>
    sql`(${names}) ${sql.raw(order === 'asc' ? '>' : '<')} (${sql.join(columns.map((column) => last[column]))})`
  const ids: string[] = []
  let total = 0
  for (let last: Record<string, string> | undefined; ; ) {
    const { rows: chunk } = await sql<Record<string, string>>`
      SELECT ${names} FROM ${rows} WHERE ${where} AND ${last ? afterCondition(last) : sql`TRUE`} ORDER BY ${orderBy} LIMIT ${size}
    `.execute(query)
    for (const { sample_id: sampleId = '' } of chunk) {
      if (!isIncluded(sampleId)) continue
      if (total >= from && total < from + count) ids.push(sampleId)
      total += 1
    }
    last = chunk.at(-1)
    if (chunk.length < size) return { ids, total }
    await yieldToEventLoop()
  }
}
