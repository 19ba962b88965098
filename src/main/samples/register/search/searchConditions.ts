import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type SampleFilter, type SampleStage, statesOf } from '../../../../shared/domain/samples/sample.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { boundList } from '../../../store/boundList.ts'
import type { JournalSchema } from '../../../store/journal.ts'

export type SampleSearchParams = { text: string; filter?: SampleFilter | undefined }

/** Rows of `register_index` by their ids, the last one not included. */
export type Span = { from: number; to: number }

/** So few hits of a text are sorted in memory; more are met soon enough along the index of the order. */
export const maxRareHits = 5000

/** Letters that a trigram has; shorter texts are sought by reading the rows. */
const trigramLength = 3
export const isShorterThanTrigram = (text: string): boolean => Array.from(text).length < trigramLength

/** What is read for the rows, all or those of a span, that hold a text which is not short. */
export function matchingRows(text: string, span?: Span): RawBuilder<unknown> {
  const quoted = `"${text.replaceAll('"', '""')}"`
  const within = span ? sql` AND rowid >= ${span.from} AND rowid < ${span.to}` : sql``
  return sql`register_text WHERE register_text MATCH ${quoted}${within}`
}

/**
 * Whether the text's index tells all rows that hold a text: it lacks some right after a damaged journal was made anew,
 * and takes no question with a NUL in it.
 */
export async function isIndexed(query: Kysely<JournalSchema>, text: string): Promise<boolean> {
  if (text.includes('\0')) return false
  return (await query.selectFrom('register_unwritten').select('one').executeTakeFirst()) === undefined
}

/** The same as `matchingRows`, found by reading the rows. */
export const containsText = (text: string): RawBuilder<unknown> => sql`holds_text(r.text, ${text})`

/** `analysed`: the samples that have a result, of those that the condition is about. */
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
      : [sql`r.sample_id IN (SELECT sample_id FROM sample_tags WHERE tag = ${tag})`]),
    ...(batchId === undefined ? [] : [sql`r.batch_id = ${batchId}`]),
    ...(study === undefined || study === allSamplesId
      ? []
      : [sql`r.sample_id IN (SELECT sample_id FROM study_samples WHERE study_id = ${study})`]),
    ...(synthetic === undefined ? [] : [sql`r.synthetic = ${synthetic ? 1 : 0}`]),
  ]
}

const isInState = (states: readonly string[]): RawBuilder<unknown> =>
  sql`r.state IN (SELECT value FROM json_each(${JSON.stringify(states)}))`

const isAtStage = (stages: readonly SampleStage[], analysed: readonly string[]): RawBuilder<unknown> =>
  sql`CASE WHEN r.sample_id IN ${boundList(analysed)} THEN ${stages.includes('analyzed') ? 1 : 0}
    ELSE ${isInState(statesOf(stages))} END`

/** More parts of three letters that begin with the same two are no rare text. */
const maxTrigrams = 100

/** See `matchingShortText`, where few rows hold the text. */
export async function rareTextCondition(
  query: Kysely<JournalSchema>,
  text: string,
): Promise<RawBuilder<unknown> | null> {
  const matches = await matchingShortText(query, text, maxRareHits)
  return matches && sql`r.id IN (SELECT rowid FROM ${matches})`
}

/**
 * What is read for the rows that hold two letters, by the parts of three letters that begin with them; null where more than
 * so many rows do, and reading along the rows finds a page sooner, or where they are not indexed yet.
 */
export async function matchingShortText(
  query: Kysely<JournalSchema>,
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

/** One or two letters, in every mixture of upper and lower case: SQLite itself knows the case of ASCII alone. */
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
