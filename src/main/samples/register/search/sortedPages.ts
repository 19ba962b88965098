import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import type { JournalQuery } from '../../../store/journal.ts'

type Field = SampleSorts[number]['by']
type Key = SampleSorts[number]
type Span = { from: number; count: number }

/** Returns true for fields with few values. Sorted by such a field, each value forms a block of the list. */
const isShared = ({ by }: Key): boolean => by === 'state' || by === 'group'

const rowColumns = [
  'sample_id',
  'place',
  'created_at',
  'client_reference',
  'status',
  'state',
  'group_name',
] as const
type Column = (typeof rowColumns)[number]

const columns: Record<Field, readonly Column[]> = {
  created_at: ['place', 'created_at'],
  client_reference: ['client_reference'],
  sample_id: ['sample_id'],
  status: ['status'],
  state: ['state'],
  group: ['group_name'],
}
const indexes: Record<Field, string> = {
  created_at: 'register_by_place',
  client_reference: 'register_by_reference',
  sample_id: 'register_by_sample',
  status: 'register_by_status',
  state: 'register_by_facets',
  group: 'register_by_facets',
}

/** Returns the sort keys with each field once, ending with the ID, so that no two samples are equal. */
export function toKeys(sorts: SampleSorts): Key[] {
  const keys = sorts.filter(({ by }, at) => sorts.findIndex((one) => one.by === by) === at)
  const id = keys.findIndex(({ by }) => by === 'sample_id')
  if (id >= 0) return keys.slice(0, id + 1)
  return [...keys, { by: 'sample_id', order: keys.find((key) => !isShared(key))?.order ?? 'asc' }]
}

/** Builds the ORDER BY terms. Samples without a group come last in both directions. */
const terms = (keys: readonly Key[]): RawBuilder<unknown> =>
  sql.join(
    keys.flatMap(({ by, order }) => {
      const sorted = columns[by].map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`)
      return by === 'group' ? [sql`group_name IS NULL`, ...sorted] : sorted
    }),
  )

/** Rows that share the values of the leading sort keys. `condition` selects them. */
type Block = { condition: RawBuilder<unknown>; rows: number }

export type Conditions = {
  /** A condition on `register_index AS r`. `walking`: the same for a walk along an index that ends early. */
  where: RawBuilder<unknown>
  walking: RawBuilder<unknown>
  /** True if few rows contain the search text. */
  isSparse: boolean
  /** True if the condition needs columns that the indexes do not cover. */
  readsRows: boolean
  /** The number of rows, if the text index returned it. */
  hits: number | null
}

export async function countRows(
  query: JournalQuery,
  where: RawBuilder<unknown>,
  indexed = sql`register_index AS r`,
): Promise<number> {
  const { rows } = await sql<{
    total: number
  }>`SELECT COUNT(*) AS total FROM ${indexed} WHERE ${where}`.execute(query)
  return rows[0]?.total ?? 0
}

/** The number of blocks, each entirely on the page, that are read in one query. */
const blocksPerQuery = 50

/**
 * Returns a page in the order of these fields. It first counts the blocks of shared values, then reads only the blocks
 * on the page, each along the index of the next sort field, so that the whole list is never sorted.
 */
export async function pageSorted(
  query: JournalQuery,
  sorts: SampleSorts,
  conditions: Conditions,
  { from, count }: Span,
): Promise<{ ids: string[]; total: number }> {
  const keys = toKeys(sorts)
  const first = keys.findIndex((key) => !isShared(key))
  const [shared, rest] = [keys.slice(0, first), keys.slice(first)]
  const blocks = await blocksOf(query, shared, conditions)
  const rows = indexedRows(indexes[rest[0]?.by ?? 'sample_id'], conditions)
  const read = async (
    blockGroup: readonly Block[],
    sortKeys: readonly Key[],
    skipped: number,
    limit: number,
  ) => {
    const condition = sql.join(
      blockGroup.map((block) => block.condition),
      sql` OR `,
    )
    const where = shared.length === 0 ? conditions.walking : sql`${conditions.where} AND (${condition})`
    const span = { from: skipped, count: limit }
    return sortKeys === rest
      ? selectIdsAlongKey(query, rows, where, rest, span)
      : selectIds(query, rows, where, sortKeys, span)
  }
  const ids: string[] = []
  let fullBlocks: Block[] = []
  const flushFullBlocks = async () => {
    if (fullBlocks.length === 1) ids.push(...(await read(fullBlocks, rest, 0, count)))
    else if (fullBlocks.length > 1) ids.push(...(await read(fullBlocks, keys, 0, count)))
    fullBlocks = []
  }
  let offset = 0
  for (const block of blocks) {
    const skipped = Math.max(0, from - offset)
    const needed = Math.min(block.rows, from + count - offset) - skipped
    offset += block.rows
    if (needed <= 0) continue
    if (needed === block.rows && shared.length > 0) {
      fullBlocks.push(block)
      if (fullBlocks.length === blocksPerQuery) await flushFullBlocks()
      continue
    }
    await flushFullBlocks()
    ids.push(...(await read([block], rest, skipped, needed)))
  }
  await flushFullBlocks()
  return { ids, total: offset }
}

async function selectIds(
  query: JournalQuery,
  rows: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  keys: readonly Key[],
  { from, count }: Span,
): Promise<string[]> {
  const { rows: found } = await sql<{ sample_id: string }>`
    SELECT sample_id FROM ${rows} WHERE ${where} ORDER BY ${terms(keys)} LIMIT ${count} OFFSET ${from}
  `.execute(query)
  return found.map((row) => row.sample_id)
}

/**
 * Returns a part of the list along the index of the first key, which few rows share. If further keys decide between
 * equal rows, it sorts only the rows between the first and the last value of the part. The index alone returns those
 * values.
 */
async function selectIdsAlongKey(
  query: JournalQuery,
  rows: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  keys: readonly Key[],
  span: Span,
): Promise<string[]> {
  const [first, second] = keys
  if (!first || !second || second.by === 'sample_id') return selectIds(query, rows, where, keys, span)
  const column = sql.ref(columns[first.by][0] ?? 'sample_id')
  const firstKeyOnly = terms([first, { by: 'sample_id', order: first.order }])
  const { rows: values } = await sql<{ value: string }>`
    SELECT ${column} AS value FROM ${rows} WHERE ${where} ORDER BY ${firstKeyOnly} LIMIT ${span.count} OFFSET ${span.from}
  `.execute(query)
  const [from, to] = [values[0]?.value, values.at(-1)?.value]
  if (from === undefined || to === undefined) return []
  const before = sql.raw(first.order === 'asc' ? '<' : '>')
  const { rows: counted } = await sql<{ skipped: number }>`
    SELECT COUNT(*) AS skipped FROM ${rows} WHERE ${where} AND ${column} ${before} ${from}
  `.execute(query)
  const [lowest, highest] = first.order === 'asc' ? [from, to] : [to, from]
  const within = sql`${where} AND ${column} BETWEEN ${lowest} AND ${highest}`
  const skipped = span.from - (counted[0]?.skipped ?? 0)
  return selectIds(query, rows, within, keys, { from: skipped, count: span.count })
}

const indexedRows = (index: string, { isSparse }: Conditions): RawBuilder<unknown> =>
  isSparse ? sql`register_index AS r` : sql`register_index AS r INDEXED BY ${sql.ref(index)}`

type BlockCount = { state?: string; group_name?: string | null; rows: number }

async function blocksOf(
  query: JournalQuery,
  shared: readonly Key[],
  conditions: Conditions,
): Promise<Block[]> {
  const counted = await countBlocks(query, shared, conditions)
  const keys = shared.map(({ by, order }) => ({ column: columns[by][0] as keyof BlockCount, order }))
  return counted.toSorted(compareByKeys(keys)).map(({ state, group_name, rows }) => {
    const blockConditions = [
      ...(state === undefined ? [] : [sql`r.state = ${state}`]),
      ...(group_name === undefined ? [] : [sql`r.group_name IS ${group_name}`]),
    ]
    return {
      condition: blockConditions.length === 0 ? sql`TRUE` : sql`(${sql.join(blockConditions, sql` AND `)})`,
      rows,
    }
  })
}

async function countBlocks(
  query: JournalQuery,
  shared: readonly Key[],
  conditions: Conditions,
): Promise<BlockCount[]> {
  const rows = indexedRows('register_by_facets', conditions)
  if (shared.length === 0) {
    const { hits, where, readsRows } = conditions
    return [{ rows: hits ?? (await countRows(query, where, readsRows ? undefined : rows)) }]
  }
  // Grouped in index order, so SQLite does not sort; the result has one line per state and group.
  const { rows: lines } = await sql<Required<BlockCount>>`
    SELECT state, group_name, COUNT(*) AS rows FROM ${rows} WHERE ${conditions.where} GROUP BY state, group_name
  `.execute(query)
  const sortedFields = new Set(shared.map(({ by }) => by))
  const counted = new Map<string, BlockCount>()
  for (const { state, group_name, rows: blockRows } of lines) {
    const block = {
      ...(sortedFields.has('state') && { state }),
      ...(sortedFields.has('group') && { group_name }),
    }
    const key = JSON.stringify(block)
    counted.set(key, { ...block, rows: (counted.get(key)?.rows ?? 0) + blockRows })
  }
  return [...counted.values()]
}

/** Reading this many rows takes a few ms. Other work gets its turn in between. */
const rowsPerChunk = 4000

/** A row with the columns that were selected. */
type Row = Record<Column, string | null> & { sample_id: string }

/** Yields all rows along the index of a field. A row that moves meanwhile may appear twice or be missed. */
export async function* walkRows(
  query: JournalQuery,
  { by, order }: Key,
  conditions: Conditions,
  { size = rowsPerChunk, more = [] }: { size?: number | undefined; more?: readonly Column[] } = {},
): AsyncGenerator<Row[]> {
  const along = [...new Set([...columns[by], 'sample_id' as const])]
  const names = sql.join(along.map((column) => sql.ref(column)))
  const selected = sql.join([...new Set([...along, ...more])].map((column) => sql.ref(column)))
  const sorted = sql.join(along.map((column) => sql`${sql.ref(column)} ${sql.raw(order)}`))
  const rows = indexedRows(indexes[by], conditions)
  for (let after = sql`TRUE`; ; await yieldToEventLoop()) {
    const { rows: chunk } = await sql<Row>`
      SELECT ${selected} FROM ${rows} WHERE ${after} AND ${conditions.walking} ORDER BY ${sorted} LIMIT ${size}
    `.execute(query)
    yield chunk
    const last = chunk.at(-1)
    if (!last || chunk.length < size) return
    const values = sql.join(along.map((column) => last[column]))
    after = sql`(${names}) ${sql.raw(order === 'asc' ? '>' : '<')} (${values})`
  }
}

/**
 * Returns the same page of only the rows that `isIncluded` accepts, for filters that the database cannot apply. It
 * reads all rows along the index if one has this order, otherwise it sorts them here.
 */
export async function pageSortedAmong(
  query: JournalQuery,
  sorts: SampleSorts,
  conditions: Conditions,
  isIncluded: (row: { sample_id: string; state: string | null }) => boolean,
  { from, count }: Span,
  size?: number,
): Promise<{ ids: string[]; total: number }> {
  const keys = toKeys(sorts)
  const [first, ...rest] = keys
  const isIndexed =
    first && !isShared(first) && rest.every((key) => key.by === 'sample_id' && key.order === first.order)
  const walk = isIndexed
    ? walkRows(query, first, conditions, { size, more: ['state'] })
    : walkRows(query, { by: 'sample_id', order: 'asc' }, conditions, { size, more: rowColumns })
  const included: Row[] = []
  for await (const rows of walk) for (const row of rows) if (isIncluded(row)) included.push(row)
  if (!isIndexed) included.sort(compareRows(keys))
  return { ids: included.slice(from, from + count).map((row) => row.sample_id), total: included.length }
}

const compareRows = (keys: readonly Key[]): ((a: Row, b: Row) => number) =>
  compareByKeys(keys.flatMap(({ by, order }) => columns[by].map((column) => ({ column, order }))))

/** Compares rows by these columns. Missing values come last in both directions. */
const compareByKeys =
  <R>(keys: readonly { column: keyof R; order: 'asc' | 'desc' }[]) =>
  (a: R, b: R): number => {
    for (const { column, order } of keys) {
      const [one, other] = [a[column] ?? null, b[column] ?? null]
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      return compareCodePoints(String(one), String(other)) * (order === 'asc' ? 1 : -1)
    }
    return 0
  }

/** Compares as SQLite does, in UTF-8 order. */
function compareCodePoints(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  for (let at = 0; at < shorter; at++) {
    const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (a !== b) return toCodePointRank(a) - toCodePointRank(b)
  }
  return one.length - other.length
}

/** Ranks surrogates above all other code units, so that code points beyond U+FFFF come last. */
const toCodePointRank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x2800 : unit)
