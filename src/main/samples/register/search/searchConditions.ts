import { type RawBuilder, sql } from 'kysely'
import { type SampleFilter, type SampleStage, statesOf } from '../../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalQuery } from '../../../store/journal.ts'

export type SampleSearchParams = { text: string; filter?: SampleFilter | undefined }

/** Rows of `register_index` by their IDs; `to` is exclusive. */
export type Span = { from: number; to: number }

/**
 * Up to this many hits are sorted in memory. A page of more frequent hits is found faster by walking the sort index.
 */
export const maxRareHits = 5000

/** The length of a trigram. The text index cannot find shorter texts, so their rows are scanned. */
const trigramLength = 3
export const isShorterThanTrigram = (text: string): boolean => Array.from(text).length < trigramLength

/** Returns the FROM clause for the rows (within `span`, if given) that contain a text of at least three letters. */
export function matchingRows(text: string, span?: Span): RawBuilder<unknown> {
  const quoted = `"${text.replaceAll('"', '""')}"`
  const within = span ? sql` AND rowid >= ${span.from} AND rowid < ${span.to}` : sql``
  return sql`register_text WHERE register_text MATCH ${quoted}${within}`
}

/**
 * Returns true if the text index can answer for this text. It lags behind for a while after a damaged journal was
 * rebuilt, and its queries cannot contain a NUL.
 */
export async function isIndexed(query: JournalQuery, text: string): Promise<boolean> {
  if (text.includes('\0')) return false
  return (await query.selectFrom('register_unwritten').select('one').executeTakeFirst()) === undefined
}

/** Finds the same rows as `matchingRows` by scanning them. */
export const containsText = (text: string): RawBuilder<unknown> => sql`holds_text(r.text, ${text})`

/**
 * `analysed`: the samples with a result, among the rows that the condition applies to. Tags and studies are looked up
 * row by row: for each of many chunks, SQLite would list a whole `IN (SELECT …)` again.
 */
export function filterConditions(
  { states, stages, group, tag, batchId, study, synthetic, hasResult }: SampleFilter,
  analysed: readonly string[],
): RawBuilder<unknown>[] {
  return [
    ...(hasResult === undefined
      ? []
      : [sql`r.sample_id ${sql.raw(hasResult ? 'IN' : 'NOT IN')} ${boundList(analysed)}`]),
    ...(states === undefined ? [] : [isInState(states)]),
    ...(stages === undefined ? [] : [isAtStage(stages, analysed)]),
    ...(group === undefined ? [] : [sql`r.group_name IS ${group}`]),
    ...(tag === undefined
      ? []
      : [sql`EXISTS (SELECT 1 FROM sample_tags AS t WHERE t.tag = ${tag} AND t.sample_id = r.sample_id)`]),
    ...(batchId === undefined ? [] : [sql`r.batch_id = ${batchId}`]),
    ...(study === undefined || study === allSamplesId
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM study_samples AS m WHERE m.study_id = ${study} AND m.sample_id = r.sample_id)`,
        ]),
    ...(synthetic === undefined ? [] : [sql`r.synthetic = ${synthetic ? 1 : 0}`]),
  ]
}

const isInState = (states: readonly string[]): RawBuilder<unknown> =>
  sql`r.state IN (SELECT value FROM json_each(${JSON.stringify(states)}))`

const isAtStage = (stages: readonly SampleStage[], analysed: readonly string[]): RawBuilder<unknown> =>
  sql`CASE WHEN r.sample_id IN ${boundList(analysed)} THEN ${stages.includes('analyzed') ? 1 : 0}
    ELSE ${isInState(statesOf(stages))} END`

/** If more trigrams begin with the same two letters, the text is not rare. */
const maxTrigrams = 100

/** Returns a condition from `matchingShortText`, or null unless few rows contain the text. */
export async function rareTextCondition(
  query: JournalQuery,
  text: string,
): Promise<RawBuilder<unknown> | null> {
  const matches = await matchingShortText(query, text, maxRareHits)
  return matches && sql`r.id IN (SELECT rowid FROM ${matches})`
}

/**
 * Returns the FROM clause for the rows that contain a text of two letters, found through the trigrams that begin with
 * it. Returns null if more than `maxHits` rows contain it (scanning rows then finds a page sooner) or the rows are not
 * indexed yet.
 */
export async function matchingShortText(
  query: JournalQuery,
  text: string,
  maxHits: number,
): Promise<RawBuilder<unknown> | null> {
  const lowerCase = text.toLowerCase()
  if (Array.from(lowerCase).length !== 2 || !(await isIndexed(query, text))) return null
  await sql`CREATE VIRTUAL TABLE IF NOT EXISTS temp.register_parts USING fts5vocab(main, register_text, row)`.execute(
    query,
  )
  const { rows } = await sql<{ term: string; doc: number }>`
    SELECT term, doc FROM temp.register_parts WHERE term >= ${lowerCase} AND term < ${`${lowerCase}\u{10ffff}`}
    LIMIT ${maxTrigrams}
  `.execute(query)
  if (rows.length === maxTrigrams || rows.reduce((sum, { doc }) => sum + doc, 0) > maxHits) return null
  if (rows.length === 0) return sql`register_text WHERE FALSE`
  const trigramQuery = rows.map(({ term }) => `"${term.replaceAll('"', '""')}"`).join(' OR ')
  return sql`register_text WHERE register_text MATCH ${trigramQuery}`
}

/** Matches one or two letters in every mix of upper and lower case: SQLite itself folds the case of ASCII only. */
export function containsShortText(text: string): RawBuilder<unknown> {
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
