import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import type { SampleSorts } from '../../shared/domain/register.ts'
import { among } from '../store/among.ts'
import type { JournalSchema, KeptSample } from '../store/journal.ts'
import {
  type Asked,
  fewHits,
  filterConditions,
  holdersOf,
  holdsLong,
  holdsShort,
  isIndexed,
  isShort,
  matching,
} from './registerConditions.ts'
import { pageSorted, pageSortedAmong } from './registerSorted.ts'
import { pageAlong, type Walk } from './registerWalk.ts'

/** Samples that have a result, asked for only where a filter needs them. */
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
const manyHits = 30_000

/** One page of the register. `text` is found anywhere in reference, identifier, status, values and annotations. */
export async function pageOfSamples(
  query: Kysely<JournalSchema>,
  { sort, order, page, limit, ...asked }: Checked<'samples.list'>,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<{ rows: KeptSample[]; total: number }> {
  const conditions = await conditionsOf(query, asked)
  if (typeof sort === 'object') {
    const span = { from: (page - 1) * limit, count: limit }
    const { ids, total } = await sortedPage(query, sort, conditions, asked, span, analysedIds)
    return { rows: await samplesOf(query, ids), total }
  }
  const { index, columns } = orders[sort]
  const along = conditions.isSparse ? sql`` : sql`INDEXED BY ${sql.ref(index)}`
  const walk = { rows: sql`register_index AS r ${along}`, where: conditions.walking, columns, order }
  const span = { from: (page - 1) * limit, count: limit }
  const hasResult = asked.filter?.hasResult
  if (hasResult === undefined) {
    const total = conditions.hits ?? (await countOf(query, conditions.where))
    return { rows: await samplesOf(query, await idsAlong(query, walk, span)), total }
  }
  const analysed = await analysedIds()
  const isWanted = (sampleId: string) => analysed.has(sampleId) === hasResult
  const { ids, total } = await pageAlong(query, walk, isWanted, span)
  return { rows: await samplesOf(query, ids), total }
}

async function sortedPage(
  query: Kysely<JournalSchema>,
  sorts: SampleSorts,
  conditions: Conditions,
  { filter }: Asked,
  span: { from: number; count: number },
  analysedIds: AnalysedIds,
): Promise<{ ids: string[]; total: number }> {
  if (filter?.hasResult === undefined) return pageSorted(query, sorts, conditions, span)
  const analysed = await analysedIds()
  const isWanted = (sampleId: string) => analysed.has(sampleId) === filter.hasResult
  return pageSortedAmong(query, sorts, conditions, isWanted, span)
}

async function idsAlong(
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

async function samplesOf(query: Kysely<JournalSchema>, ids: readonly string[]): Promise<KeptSample[]> {
  const rows = await query.selectFrom('samples').selectAll().where('sample_id', 'in', among(ids)).execute()
  const byId = new Map(rows.map((row) => [row.sample_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What one look gives; then whatever else waits has its turn. */
const idsAtOnce = 5000

/** Every sample that is asked for, in the order of the register. */
export async function idsOfSamples(
  query: Kysely<JournalSchema>,
  asked: Asked,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<string[]> {
  type Place = { place: string; created_at: string; sample_id: string }
  const { walking, isSparse } = await conditionsOf(query, asked)
  const hasResult = asked.filter?.hasResult
  const analysed = hasResult === undefined ? null : await analysedIds()
  const along = isSparse ? sql`` : sql`INDEXED BY ${sql.ref(orders.created_at.index)}`
  const found: string[] = []
  for (let after: Place | undefined; ; await turn()) {
    const behind = after
      ? sql`(place, created_at, sample_id) > (${after.place}, ${after.created_at}, ${after.sample_id})`
      : sql`TRUE`
    const { rows } = await sql<Place>`
      SELECT place, created_at, sample_id FROM register_index AS r ${along} WHERE ${behind} AND ${walking}
      ORDER BY place, created_at, sample_id LIMIT ${idsAtOnce}
    `.execute(query)
    for (const { sample_id } of rows)
      if (!analysed || analysed.has(sample_id) === hasResult) found.push(sample_id)
    after = rows.at(-1)
    if (!after || rows.length < idsAtOnce) return found
  }
}

async function countOf(query: Kysely<JournalSchema>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT COUNT(*) AS total FROM register_index AS r WHERE ${where}
  `.execute(query)
  return rows[0]?.total ?? 0
}

type Conditions = {
  /** On `register_index AS r`; `walking` is the same, for a walk along an index that ends soon. */
  where: RawBuilder<unknown>
  walking: RawBuilder<unknown>
  /** A text was asked for that few rows hold. */
  isSparse: boolean
  /** How many rows there are, where the text's index has told. */
  hits: number | null
}

/** But for the result, of which the journal does not know. */
async function conditionsOf(query: Kysely<JournalSchema>, { text, filter = {} }: Asked): Promise<Conditions> {
  const others = [sql`TRUE`, ...filterConditions({ ...filter, hasResult: undefined }, [])]
  const all = (more?: RawBuilder<unknown>) => sql.join(more ? [...others, more] : others, sql` AND `)
  const read = (where: RawBuilder<unknown>) => ({ where, walking: where, isSparse: false, hits: null })
  const wanted = text.trim()
  if (wanted === '') return read(all())
  if (isShort(wanted)) {
    const holders = await holdersOf(query, wanted)
    return holders ? { ...read(all(holders)), isSparse: true } : read(all(holdsShort(wanted)))
  }
  if (!(await isIndexed(query, wanted))) return read(all(holdsLong(wanted)))
  const found = matching(wanted)
  const { rows } = await sql<{ hits: number }>`SELECT COUNT(*) AS hits FROM ${found}`.execute(query)
  const hits = rows[0]?.hits ?? 0
  // As the prefix of every reference: the text then says nothing.
  if (hits > manyHits && hits === (await countOf(query, sql`TRUE`)))
    return { where: all(), walking: all(), isSparse: false, hits: others.length === 1 ? hits : null }
  const where = all(sql`r.id IN (SELECT rowid FROM ${found})`)
  return {
    where,
    walking: hits > manyHits ? all(sql`EXISTS (SELECT 1 FROM ${found} AND rowid = r.id)`) : where,
    isSparse: hits <= fewHits,
    hits: others.length === 1 ? hits : null,
  }
}
