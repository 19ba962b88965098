import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import { among } from '../store/among.ts'
import type { JournalSchema, KeptSample } from '../store/journal.ts'
import {
  type Asked,
  fewHits,
  filterConditions,
  holdersOf,
  holdsShort,
  isShort,
  matching,
} from './registerConditions.ts'

/** Samples that have a result, asked for only where a filter needs them. */
export type AnalysedIds = () => Promise<readonly string[]>

type Sort = Checked<'samples.list'>['sort']

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
  analysedIds: AnalysedIds = async () => [],
): Promise<{ rows: KeptSample[]; total: number }> {
  const { where, walking, isSparse, hits } = await conditionsOf(query, asked, analysedIds)
  const total = hits ?? (await countOf(query, where))
  const { index, columns } = orders[sort]
  const by = sql.join(columns.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`))
  const along = isSparse ? sql`` : sql`INDEXED BY ${sql.ref(index)}`
  const { rows: found } = await sql<{ sample_id: string }>`
    SELECT sample_id FROM register_index AS r ${along} WHERE ${walking}
    ORDER BY ${by} LIMIT ${limit} OFFSET ${(page - 1) * limit}
  `.execute(query)
  const ids = found.map((row) => row.sample_id)
  const rows = await query.selectFrom('samples').selectAll().where('sample_id', 'in', among(ids)).execute()
  const byId = new Map(rows.map((row) => [row.sample_id, row]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
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

async function conditionsOf(
  query: Kysely<JournalSchema>,
  { text, filter = {} }: Asked,
  analysedIds: AnalysedIds,
): Promise<Conditions> {
  const others = [
    sql`TRUE`,
    ...filterConditions(filter, filter.hasResult === undefined ? [] : await analysedIds()),
  ]
  const all = (more?: RawBuilder<unknown>) => sql.join(more ? [...others, more] : others, sql` AND `)
  const wanted = text.trim()
  if (isShort(wanted)) {
    const holders = wanted === '' ? null : await holdersOf(query, wanted)
    if (holders) return { where: all(holders), walking: all(holders), isSparse: true, hits: null }
    const where = wanted === '' ? all() : all(holdsShort(wanted))
    return { where, walking: where, isSparse: false, hits: null }
  }
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
