import { setImmediate as turn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import type { SampleFacets, SampleFilter } from '../../shared/domain/register.ts'
import { among } from '../store/among.ts'
import type { JournalSchema, KeptSample } from '../store/journal.ts'

/** Samples that have a result, asked for only where a filter needs them. */
export type AnalysedIds = () => Promise<readonly string[]>

type Sort = Checked<'samples.list'>['sort']
type Asked = { text: string; filter?: SampleFilter | undefined }

/** Index and columns of each order; the columns after the first settle ties. */
const orders: Record<Sort, { index: string; columns: readonly string[] }> = {
  created_at: { index: 'register_by_place', columns: ['place', 'created_at', 'sample_id'] },
  client_reference: { index: 'register_by_reference', columns: ['client_reference', 'sample_id'] },
  sample_id: { index: 'register_by_sample', columns: ['sample_id'] },
  status: { index: 'register_by_status', columns: ['status', 'sample_id'] },
}

/** So few hits of a text are sorted in memory; more are met soon enough along the index of the order. */
const fewHits = 5000
/** So many that asking row by row finds a page before a list of all of them is made. */
const manyHits = 30_000
/** Letters that a trigram has; shorter texts are sought by reading the rows. */
const trigram = 3

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

/** What one look gives; then whatever else waits has its turn. */
const idsAtOnce = 5000

/** Every sample that is asked for, in the order of the register. */
export async function idsOfSamples(
  query: Kysely<JournalSchema>,
  asked: Asked,
  analysedIds: AnalysedIds = async () => [],
): Promise<string[]> {
  type Place = { place: string; created_at: string; sample_id: string }
  const { walking, isSparse } = await conditionsOf(query, asked, analysedIds)
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
    for (const { sample_id } of rows) found.push(sample_id)
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

async function conditionsOf(
  query: Kysely<JournalSchema>,
  { text, filter = {} }: Asked,
  analysedIds: AnalysedIds,
): Promise<Conditions> {
  const others = [sql`TRUE`, ...filterConditions(filter)]
  if (filter.hasResult !== undefined)
    others.push(sql`r.sample_id ${sql.raw(filter.hasResult ? 'IN' : 'NOT IN')} ${among(await analysedIds())}`)
  const all = (more?: RawBuilder<unknown>) => sql.join(more ? [...others, more] : others, sql` AND `)
  const wanted = text.trim()
  if (Array.from(wanted).length < trigram) {
    const holders = wanted === '' ? null : await holdersOf(query, wanted)
    if (holders) return { where: all(holders), walking: all(holders), isSparse: true, hits: null }
    const where = wanted === '' ? all() : all(holdsShort(wanted))
    return { where, walking: where, isSparse: false, hits: null }
  }
  const found = sql`register_text WHERE register_text MATCH ${`"${wanted.replaceAll('"', '""')}"`}`
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

function filterConditions({ states, group, tag, batchId, synthetic }: SampleFilter): RawBuilder<unknown>[] {
  return [
    ...(states === undefined
      ? []
      : [sql`r.state IN (SELECT value FROM json_each(${JSON.stringify(states)}))`]),
    ...(group === undefined ? [] : [sql`r.group_name IS ${group}`]),
    ...(tag === undefined
      ? []
      : [sql`r.sample_id IN (SELECT sample_id FROM sample_tags WHERE tag = ${tag})`]),
    ...(batchId === undefined ? [] : [sql`r.batch_id = ${batchId}`]),
    ...(synthetic === undefined ? [] : [sql`r.synthetic = ${synthetic ? 1 : 0}`]),
  ]
}

/** More parts of three letters that begin with the same two are no rare text. */
const mostParts = 100

/**
 * The rows that hold two letters which few rows hold, by the parts of three letters that begin with them; null where
 * they are not rare, and reading along the rows finds a page sooner.
 */
async function holdersOf(query: Kysely<JournalSchema>, wanted: string): Promise<RawBuilder<unknown> | null> {
  const folded = wanted.toLowerCase()
  if (Array.from(folded).length !== 2) return null
  await sql`CREATE VIRTUAL TABLE IF NOT EXISTS temp.register_parts USING fts5vocab(main, register_text, row)`.execute(
    query,
  )
  const { rows } = await sql<{ term: string; doc: number }>`
    SELECT term, doc FROM temp.register_parts WHERE term >= ${folded} AND term < ${`${folded}\u{10ffff}`}
    LIMIT ${mostParts}
  `.execute(query)
  if (rows.length === mostParts || rows.reduce((sum, { doc }) => sum + doc, 0) > fewHits) return null
  if (rows.length === 0) return sql`FALSE`
  const parts = rows.map(({ term }) => `"${term.replaceAll('"', '""')}"`).join(' OR ')
  return sql`r.id IN (SELECT rowid FROM register_text WHERE register_text MATCH ${parts})`
}

/** One or two letters, in every mixture of upper and lower case: SQLite itself knows the case of ASCII alone. */
function holdsShort(text: string): RawBuilder<unknown> {
  const spellings = Array.from(text).reduce<string[]>(
    (all, letter) =>
      all.flatMap((start) =>
        [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].map((end) => start + end),
      ),
    [''],
  )
  return sql`(${sql.join(
    spellings.map((spelling) => sql`instr(r.text, ${spelling}) > 0`),
    sql` OR `,
  )})`
}

const mostValues = 200

/** How many of the samples that are asked for have each value. */
export async function facetsOf(
  query: Kysely<JournalSchema>,
  asked: Asked,
  analysedIds: AnalysedIds,
): Promise<SampleFacets> {
  const { where } = await conditionsOf(query, asked, analysedIds)
  // A big register is counted in several pieces, so that nothing else waits for all of them.
  await turn()
  type Group = {
    state: string
    group_name: string | null
    batch_id: string | null
    synthetic: number
    count: number
  }
  const { rows } = await sql<Group>`
    SELECT state, group_name, batch_id, synthetic, COUNT(*) AS count FROM register_index AS r
    WHERE ${where} GROUP BY state, group_name, batch_id, synthetic
  `.execute(query)
  await turn()
  const isAll = asked.text.trim() === '' && Object.keys(asked.filter ?? {}).length === 0
  const tagged = isAll
    ? sql`TRUE`
    : sql`sample_id IN (SELECT sample_id FROM register_index AS r WHERE ${where})`
  const tags = await sql<{ value: string; count: number }>`
    SELECT tag AS value, COUNT(*) AS count FROM sample_tags WHERE ${tagged}
    GROUP BY tag ORDER BY count DESC, tag LIMIT ${mostValues}
  `.execute(query)
  await turn()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const analysed = sql`${where} AND r.sample_id IN ${among(await analysedIds())}`
  return {
    total,
    states: tally(rows, ({ state }) => state),
    groups: tally(rows, ({ group_name }) => group_name),
    tags: tags.rows,
    batches: tally(rows, ({ batch_id }) => batch_id),
    synthetic: rows.reduce((sum, { synthetic, count }) => sum + synthetic * count, 0),
    withoutResult: total - (await countOf(query, analysed)),
  }
}

function tally<Row extends { count: number }, Value extends string | null>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): { value: Value; count: number }[] {
  const counts = new Map<Value, number>()
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + row.count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, mostValues)
}
