import { isAscii } from 'node:buffer'
import { type RawBuilder, sql } from 'kysely'
import type { Checked } from '../../../../shared/contract/contract.ts'
import { type SampleFilter, statesOf } from '../../../../shared/domain/samples/sample.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery, StoredSample } from '../../../store/journal.ts'
import {
  containsShortText,
  containsText,
  filterConditions,
  isIndexed,
  isShorterThanTrigram,
  matchingRows,
  matchingShortText,
  maxRareHits,
  type SampleSearchParams,
} from './searchConditions.ts'
import { type Conditions, countRows, pageSorted, pageSortedAmong, walkRows } from './sortedPages.ts'

/** Returns the samples with a result. Called only if a filter needs them. */
export type AnalysedIds = () => Promise<ReadonlySet<string>>

/** Above this many hits, checking row by row finds a page before a list of all hits is built. */
const minCommonHits = 30_000

/** Returns one page of the register. `text` is searched in reference, ID, status, values and annotations. */
export async function pageOfSamples(
  query: JournalQuery,
  { sort, page, limit, ...params }: Checked<'samples.list'>,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<{ rows: StoredSample[]; total: number }> {
  const conditions = await conditionsOf(query, params)
  const span = { from: (page - 1) * limit, count: limit }
  const isIncluded = await resultCondition(params.filter, analysedIds)
  const { ids, total } = isIncluded
    ? await pageSortedAmong(query, sort, conditions, isIncluded, span)
    : await pageSorted(query, sort, conditions, span)
  return { rows: await selectSamples(query, ids), total }
}

async function selectSamples(query: JournalQuery, ids: readonly string[]): Promise<StoredSample[]> {
  const rows = await query
    .selectFrom('samples')
    .selectAll()
    .where('sample_id', 'in', boundList(ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.sample_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the samples whose name or ID contains a text: exact matches first, then prefixes, then the rest. */
export async function samplesNamed(
  query: JournalQuery,
  text: string,
  limit: number,
): Promise<{ sampleId: string; clientReference: string }[]> {
  const escaped = text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)
  const like = (pattern: string) =>
    sql`(client_reference LIKE ${pattern} ESCAPE '\\' OR sample_id LIKE ${pattern} ESCAPE '\\')`
  // The index covers both columns; the rows themselves are much larger.
  const { rows } = await sql<{ sampleId: string; clientReference: string }>`
    SELECT sample_id AS sampleId, client_reference AS clientReference
    FROM register_index INDEXED BY register_by_reference WHERE ${like(`%${escaped}%`)}
    ORDER BY ${like(escaped)} DESC, ${like(`${escaped}%`)} DESC, client_reference, sample_id LIMIT ${limit}
  `.execute(query)
  return rows
}

/** Returns the IDs of all matching samples, in register order. */
export async function idsOfSamples(
  query: JournalQuery,
  params: SampleSearchParams,
  analysedIds: AnalysedIds = async () => new Set(),
): Promise<string[]> {
  const isIncluded = await resultCondition(params.filter, analysedIds)
  const conditions = await conditionsOf(query, params)
  const ids: string[] = []
  const walk = walkRows(query, { by: 'created_at', order: 'asc' }, conditions, {
    more: isIncluded ? ['state'] : [],
  })
  for await (const rows of walk)
    for (const row of rows) if (!isIncluded || isIncluded(row)) ids.push(row.sample_id)
  return ids
}

/** Returns the part of a filter that depends on results, which the journal does not contain; null: there is none. */
async function resultCondition(
  { hasResult, stages }: SampleFilter = {},
  analysedIds: AnalysedIds,
): Promise<((row: { sample_id: string; state: string | null }) => boolean) | null> {
  if (hasResult === undefined && stages === undefined) return null
  const analysed = await analysedIds()
  const takesAnalyzed = stages === undefined || stages.includes('analyzed')
  const states = new Set<string | null>(stages && statesOf(stages))
  return ({ sample_id: id, state }) => {
    const isAnalyzed = analysed.has(id)
    if (hasResult !== undefined && isAnalyzed !== hasResult) return false
    return isAnalyzed ? takesAnalyzed : stages === undefined || states.has(state)
  }
}

/** Returns the conditions of a search, except those that depend on results. */
async function conditionsOf(
  query: JournalQuery,
  { text, filter = {} }: SampleSearchParams,
): Promise<Conditions> {
  const others = [sql`TRUE`, ...filterConditions({ ...filter, hasResult: undefined, stages: undefined }, [])]
  const all = (more?: RawBuilder<unknown>) => sql.join(more ? [...others, more] : others, sql` AND `)
  const toConditions = (where: RawBuilder<unknown>): Conditions => ({
    where,
    walking: where,
    isSparse: false,
    readsRows: true,
    hits: null,
  })
  /** Queries the text index once, although several queries use its hits. */
  const toConditionsOfIds = ({ ids, hits }: { ids: string; hits: number }): Conditions => ({
    ...toConditions(all(sql`r.id IN (SELECT value FROM json_each(${ids}))`)),
    isSparse: hits <= maxRareHits,
    readsRows: false,
    hits: others.length === 1 ? hits : null,
  })
  const trimmed = text.trim()
  if (trimmed === '') return toConditions(all())
  if (isShorterThanTrigram(trimmed)) {
    const shortMatches = await matchingShortText(query, trimmed, minCommonHits)
    const found = shortMatches && (await findIds(query, shortMatches))
    return found ? toConditionsOfIds(found) : toConditions(all(containsShortText(trimmed)))
  }
  if (!(await isIndexed(query, trimmed))) return toConditions(all(containsText(trimmed)))
  if (await allNamesShare(query, trimmed))
    return { ...toConditions(all()), hits: others.length === 1 ? await countRows(query, all()) : null }
  const matches = matchingRows(trimmed)
  const found = await findIds(query, matches)
  if (found) return toConditionsOfIds(found)
  const { rows } = await sql<{ hits: number }>`SELECT COUNT(*) AS hits FROM ${matches}`.execute(query)
  const hits = rows[0]?.hits ?? 0
  if (hits === (await countRows(query, sql`TRUE`)))
    return { ...toConditions(all()), hits: others.length === 1 ? hits : null }
  return {
    where: all(sql`r.id IN (SELECT rowid FROM ${matches})`),
    walking: all(sql`EXISTS (SELECT 1 FROM ${matches} AND rowid = r.id)`),
    isSparse: false,
    readsRows: false,
    hits: others.length === 1 ? hits : null,
  }
}

/** Returns true if all names share a prefix (that of the first and the last name) and the prefix contains the text. */
async function allNamesShare(query: JournalQuery, text: string): Promise<boolean> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    SELECT (SELECT min(client_reference) FROM register_index) AS first,
      (SELECT max(client_reference) FROM register_index) AS last
  `.execute(query)
  const { first, last } = rows[0] ?? {}
  if (!first || !last) return false
  let shared = 0
  while (shared < first.length && first.charCodeAt(shared) === last.charCodeAt(shared)) shared += 1
  const prefix = first.slice(0, shared)
  // The index and JavaScript agree on the case of these letters.
  return isAscii(Buffer.from(text + prefix)) && prefix.toLowerCase().includes(text.toLowerCase())
}

/** Returns the IDs of the matching rows as JSON; null if there are more than `minCommonHits`. */
async function findIds(
  query: JournalQuery,
  matches: RawBuilder<unknown>,
): Promise<{ ids: string; hits: number } | null> {
  const { rows } = await sql<{ ids: string; hits: number }>`
    SELECT json_group_array(rowid) AS ids, count(*) AS hits
    FROM (SELECT rowid FROM ${matches} LIMIT ${minCommonHits + 1})
  `.execute(query)
  const [found] = rows
  return found && found.hits <= minCommonHits ? found : null
}
