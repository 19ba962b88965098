import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { compareText } from '../../../../shared/compareText.ts'
import { type SampleFacets, type SampleState, sampleStage } from '../../../../shared/domain/samples/sample.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery } from '../../../store/journal.ts'
import type { AnalysedIds } from './sampleSearch.ts'
import {
  containsShortText,
  containsText,
  filterConditions,
  isIndexed,
  isShorterThanTrigram,
  matchingRows,
  rareTextCondition,
  type SampleSearchParams,
  type Span,
} from './searchConditions.ts'

/** Counting this many rows takes a few ms, even with a text search. Other work gets its turn in between. */
const idsPerChunk = 4000
const maxValues = 200

type Group = {
  state: SampleState
  group_name: string | null
  batch_id: string | null
  synthetic: number
  count: number
  analysed: number
}
type Tag = { value: string; count: number }

/**
 * Counts the samples found by each value. Counting runs in chunks by row ID, which never changes, so a sample that
 * changes meanwhile counts once, as it was before or after.
 */
export async function facetsOf(
  query: JournalQuery,
  { text, filter = {} }: SampleSearchParams,
  analysedIds: AnalysedIds,
  size = idsPerChunk,
): Promise<SampleFacets> {
  const textCondition = await toTextCondition(query, text.trim())
  const analysed = await analysedIds()
  const { last, hasTags } = await readExtent(query)
  const groups: Group[] = []
  const tags: Tag[] = []
  for (let from = 0; from <= last; from += size) {
    await yieldToEventLoop()
    const span = { from, to: from + size }
    const analysedInSpan = analysed.size === 0 ? [] : await idsInSpan(query, span, analysed)
    const rows = sql`register_index AS r NOT INDEXED`
    const where = sql`r.id >= ${span.from} AND r.id < ${span.to} AND ${sql.join(
      [textCondition(span), ...filterConditions(filter, analysedInSpan)],
      sql` AND `,
    )}`
    groups.push(...(await groupsOf(query, { rows, where, analysed: analysedInSpan })))
    if (hasTags) tags.push(...(await tagsOf(query, { rows, where })))
  }
  const stages = groups.flatMap(({ state, count, analysed }) => [
    { stage: sampleStage(state, true), count: analysed },
    { stage: sampleStage(state, false), count: count - analysed },
  ])
  const total = sum(groups, ({ count }) => count)
  return {
    total,
    stages: tally(
      stages.filter(({ count }) => count > 0),
      ({ stage }) => stage,
    ),
    groups: tally(groups, ({ group_name }) => group_name),
    tags: tally(tags, ({ value }) => value),
    batches: tally(groups, ({ batch_id }) => batch_id),
    synthetic: sum(groups, ({ synthetic, count }) => synthetic * count),
    withoutResult: total - sum(groups, (group) => group.analysed),
  }
}

/** Returns the condition that a text puts on the rows of a span. */
async function toTextCondition(
  query: JournalQuery,
  text: string,
): Promise<(span: Span) => RawBuilder<unknown>> {
  if (text === '') return () => sql`TRUE`
  if (!isShorterThanTrigram(text)) {
    if (!(await isIndexed(query, text))) return () => containsText(text)
    // A text in every row, such as the prefix of all references, filters nothing, and searching it in each span would
    // take long.
    if (await matchesAllRows(query, text)) return () => sql`TRUE`
    return (span) => sql`r.id IN (SELECT rowid FROM ${matchingRows(text, span)})`
  }
  const condition = (await rareTextCondition(query, text)) ?? containsShortText(text)
  return () => condition
}

async function matchesAllRows(query: JournalQuery, text: string): Promise<boolean> {
  const { rows } = await sql<{ isAll: number }>`
    SELECT (SELECT COUNT(*) FROM ${matchingRows(text)}) = (SELECT COUNT(*) FROM register_index) AS isAll
  `.execute(query)
  await yieldToEventLoop()
  return rows[0]?.isAll === 1
}

async function readExtent(query: JournalQuery): Promise<{ last: number; hasTags: boolean }> {
  const { rows } = await sql<{ last: number; tagged: number }>`
    SELECT (SELECT COALESCE(MAX(id), -1) FROM register_index) AS last, EXISTS (SELECT 1 FROM sample_tags) AS tagged
  `.execute(query)
  return { last: rows[0]?.last ?? -1, hasTags: rows[0]?.tagged === 1 }
}

async function idsInSpan(
  query: JournalQuery,
  { from, to }: Span,
  ids: ReadonlySet<string>,
): Promise<string[]> {
  const { rows } = await sql<{ sample_id: string }>`
    SELECT sample_id FROM register_index NOT INDEXED WHERE id >= ${from} AND id < ${to}
  `.execute(query)
  return rows.flatMap(({ sample_id }) => (ids.has(sample_id) ? [sample_id] : []))
}

type RowQuery = { rows: RawBuilder<unknown>; where: RawBuilder<unknown> }

async function groupsOf(
  query: JournalQuery,
  { rows, where, analysed }: RowQuery & { analysed: readonly string[] },
): Promise<Group[]> {
  const isAnalysed = analysed.length === 0 ? sql`FALSE` : sql`r.sample_id IN ${boundList(analysed)}`
  const found = await sql<Group>`
    SELECT state, group_name, batch_id, synthetic, COUNT(*) AS count, SUM(${isAnalysed}) AS analysed FROM ${rows}
    WHERE ${where} GROUP BY state, group_name, batch_id, synthetic
  `.execute(query)
  return found.rows
}

/** Looks up the tags row by row, since the other rows may have many more. */
async function tagsOf(query: JournalQuery, { rows, where }: RowQuery): Promise<Tag[]> {
  const found = await sql<Tag>`
    SELECT t.tag AS value, COUNT(*) AS count FROM ${rows} CROSS JOIN sample_tags AS t ON t.sample_id = r.sample_id
    WHERE ${where} GROUP BY t.tag
  `.execute(query)
  return found.rows
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0)

/** Sums the counts by value, highest first; equal counts are sorted by value. */
function tally<Row extends { count: number }, Value extends string | null>(
  rows: readonly Row[],
  valueOf: (row: Row) => Value,
): { value: Value; count: number }[] {
  const counts = new Map<Value, number>()
  for (const row of rows) counts.set(valueOf(row), (counts.get(valueOf(row)) ?? 0) + row.count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareText(a.value ?? '', b.value ?? ''))
    .slice(0, maxValues)
}
