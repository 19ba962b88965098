import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import type { DrugHit, DrugPathway } from '../../shared/domain/drug.ts'
import type { Database } from '../ports.ts'
import type { CacheSchema, DrugRow } from '../store/cache.ts'
import { type SeenDrug, toDrugRow, toHit } from './drugRows.ts'
import { lastRank, rankRules, toTerms } from './ranking.ts'

type CacheQuery = Omit<Checked<'drugs.search'>, 'from'>

/** The drugs kept on this computer. */
export type DrugCache = {
  /** Keeps drugs as they came; pathways that are kept already stay. */
  keep(seen: readonly SeenDrug[]): Promise<void>
  keepPathways(drugId: string, pathways: readonly DrugPathway[], raw: unknown): Promise<void>
  search(query: CacheQuery): Promise<{ hits: DrugHit[]; total: number }>
  get(drugId: string): Promise<DrugRow | undefined>
  categories(): Promise<{ category: string; count: number }[]>
}

const columns = ['drug_id', 'name', 'synonyms', 'category', 'description', 'fetched_at'] as const
const sortColumns: Record<string, 'name' | 'category' | 'drug_id' | 'fetched_at' | 'description'> = {
  name: 'name',
  category: 'category',
  drug_id: 'drug_id',
  id: 'drug_id',
  fetched_at: 'fetched_at',
  description: 'description',
}

export function createDrugCache(cache: Database<CacheSchema>): DrugCache {
  return {
    keep: (seen) =>
      cache.transaction(async (query) => {
        const formers = await rowsById(
          query,
          seen.map(({ drug }) => drug.drugId),
        )
        for (const one of seen) {
          const row = toDrugRow(one, formers.get(one.drug.drugId))
          const { drug_id: _id, ...changes } = row
          await query
            .insertInto('drugs')
            .values(row)
            .onConflict((conflict) => conflict.column('drug_id').doUpdateSet(changes))
            .execute()
        }
      }),
    async keepPathways(drugId, pathways, raw) {
      await cache.query
        .updateTable('drugs')
        .set({ pathways: JSON.stringify(pathways), pathways_raw: JSON.stringify(raw) })
        .where('drug_id', '=', drugId)
        .execute()
    },
    search: (query) => search(cache.query, query),
    get: (drugId) =>
      cache.query.selectFrom('drugs').selectAll().where('drug_id', '=', drugId).executeTakeFirst(),
    async categories() {
      const rows = await cache.query
        .selectFrom('drugs')
        .select((eb) => ['category', eb.fn.countAll<number>().as('count')])
        .where('category', 'is not', null)
        .groupBy('category')
        .orderBy(sql`category COLLATE NOCASE`)
        .execute()
      return rows.flatMap(({ category, count }) => (category === null ? [] : [{ category, count }]))
    },
  }
}

async function rowsById(query: Kysely<CacheSchema>, drugIds: string[]): Promise<Map<string, DrugRow>> {
  if (drugIds.length === 0) return new Map()
  const rows = await query.selectFrom('drugs').selectAll().where('drug_id', 'in', drugIds).execute()
  return new Map(rows.map((row) => [row.drug_id, row]))
}

/** `instr` takes every character for itself, so that nothing in a query can act as a wildcard. */
const holds = (needle: string) => sql<SqlBool>`instr(search_text, ${needle}) > 0`

function condition(
  eb: ExpressionBuilder<CacheSchema, 'drugs'>,
  { text, category }: CacheQuery,
): Expression<SqlBool> {
  const terms = toTerms(text).map((ways) => eb.or(ways.map(holds)))
  const inCategory = category === undefined ? [] : [sql<SqlBool>`category = ${category} COLLATE NOCASE`]
  return eb.and([...terms, ...inCategory])
}

async function search(
  query: Kysely<CacheSchema>,
  asked: CacheQuery,
): Promise<{ hits: DrugHit[]; total: number }> {
  const matching = query.selectFrom('drugs').where((eb) => condition(eb, asked))
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .select(columns)
    .orderBy(firstOrder(asked))
    .orderBy(sql`name COLLATE NOCASE`)
    .orderBy('drug_id')
    .limit(asked.limit)
    .offset((asked.page - 1) * asked.limit)
    .execute()
  return { hits: rows.map((row) => toHit(row, 'cache')), total }
}

/** The column asked for where we have it, whatever names the service knows besides; else the rank. */
function firstOrder({ sort, order, text }: CacheQuery) {
  const column = sort === undefined ? undefined : sortColumns[sort]
  if (column !== undefined) {
    const direction = order === 'desc' ? sql`DESC NULLS LAST` : sql`ASC NULLS LAST`
    return sql`${sql.ref(column)} COLLATE NOCASE ${direction}`
  }
  const cases = rankRules(text).map(({ rank, needle, atStart }) =>
    atStart
      ? sql`WHEN instr(search_text, ${needle}) = 1 THEN ${sql.lit(rank)}`
      : sql`WHEN instr(search_text, ${needle}) > 0 THEN ${sql.lit(rank)}`,
  )
  return cases.length === 0
    ? sql`${lastRank}`
    : sql`CASE ${sql.join(cases, sql` `)} ELSE ${sql.lit(lastRank)} END`
}
