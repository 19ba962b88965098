import { type Kysely, sql } from 'kysely'
import type { DrugMark } from '../../../shared/domain/drugs/drug.ts'
import { fold } from '../../../shared/format/fold.ts'
import { boundList } from '../../store/boundList.ts'
import type { JournalSchema } from '../../store/journal.ts'

export type Query = Kysely<JournalSchema>
export type NamedDrug = { drugId: string; name: string }
/** `addedAt`: the time a drug that is put back was first added; the current time if left out. */
export type AddedDrug = NamedDrug & { addedAt?: string | undefined }

type MarkChange = NamedDrug & {
  favourite?: boolean | undefined
  tags?: readonly string[] | undefined
  note?: string | undefined
}

/** Returns the marks of the drugs that have one, in the requested order. */
export async function readMarks(query: Query, drugIds: readonly string[]): Promise<DrugMark[]> {
  // SQLite cannot store a lone surrogate.
  const wellFormed = new Set(drugIds.map((drugId) => drugId.toWellFormed()))
  const ids = boundList(wellFormed)
  const [marks, tags] = await Promise.all([
    query.selectFrom('drug_marks').selectAll().where('drug_id', 'in', ids).execute(),
    query
      .selectFrom('drug_tags')
      .select(['drug_id', 'tag'])
      .where('drug_id', 'in', ids)
      .orderBy(sql`tag COLLATE NOCASE`)
      .orderBy('tag')
      .execute(),
  ])
  const byId = new Map(marks.map((row) => [row.drug_id, row]))
  const tagsOf = Map.groupBy(tags, (row) => row.drug_id)
  return [...wellFormed].flatMap((drugId): DrugMark[] => {
    const row = byId.get(drugId)
    if (!row) return []
    const { name, favourite_at, note } = row
    const own = (tagsOf.get(drugId) ?? []).map(({ tag }) => tag)
    return [{ drugId, name, favourite: favourite_at !== null, tags: own, note }]
  })
}

/** Changes the given fields. A tag that differs from a known one only in case or accents becomes the known one. */
export async function changeMark(query: Query, change: MarkChange, at: string): Promise<DrugMark> {
  const { favourite, tags, note } = change
  const drugId = change.drugId.toWellFormed()
  await ensureMarks(query, [change], at)
  const set = {
    updated_at: at,
    // A favorite keeps the time it became one.
    ...(favourite === undefined
      ? {}
      : { favourite_at: favourite ? sql<string>`coalesce(favourite_at, ${at})` : null }),
    ...(note === undefined ? {} : { note }),
  }
  await query.updateTable('drug_marks').set(set).where('drug_id', '=', drugId).execute()
  if (tags) await replaceTags(query, drugId, tags, at)
  const [mark] = await readMarks(query, [drugId])
  if (!mark) throw new Error('a mark that was just written is gone')
  return mark
}

async function replaceTags(query: Query, drugId: string, tags: readonly string[], at: string): Promise<void> {
  const known = await knownTags(query)
  const tagsByKey = new Map<string, string>()
  for (const tag of tags.map((one) => one.toWellFormed())) {
    const key = tagKey(tag)
    if (!tagsByKey.has(key)) tagsByKey.set(key, known.get(key) ?? tag)
  }
  await query
    .deleteFrom('drug_tags')
    .where('drug_id', '=', drugId)
    .where('tag', 'not in', boundList(tagsByKey.values()))
    .execute()
  for (const tag of tagsByKey.values()) await addTag(query, tag, [{ drugId, name: '' }], at)
}

/** Returns a key that is the same for two spellings of one tag. */
export const tagKey = (tag: string): string => fold(tag) || tag

/** Every tag in use, by its `tagKey`. */
export async function knownTags(query: Query): Promise<Map<string, string>> {
  const rows = await query.selectFrom('drug_tags').select('tag').distinct().execute()
  return new Map(rows.map(({ tag }) => [tagKey(tag), tag]))
}

/** Creates the rows that marks are set on. A real name replaces a stored id. */
export async function ensureMarks(query: Query, drugs: readonly NamedDrug[], at: string): Promise<void> {
  await sql`
    INSERT INTO drug_marks (drug_id, name, note, updated_at)
    SELECT value ->> 'drugId', coalesce(nullif(value ->> 'name', ''), value ->> 'drugId'), '', ${at}
    FROM json_each(${toJson(drugs)}) WHERE true
    ON CONFLICT (drug_id) DO UPDATE SET name = excluded.name WHERE excluded.name <> excluded.drug_id
  `.execute(query)
}

/** Adds a tag to drugs that already have a mark. */
export async function addTag(
  query: Query,
  tag: string,
  drugs: readonly AddedDrug[],
  at: string,
): Promise<void> {
  await sql`
    INSERT OR IGNORE INTO drug_tags (drug_id, tag, added_at)
    SELECT value ->> 'drugId', ${tag}, coalesce(value ->> 'addedAt', ${at})
    FROM json_each(${toJson(drugs)})
  `.execute(query)
}

/** Makes the text well-formed, so that it reads back as written, and trims names. */
export const toJson = (drugs: readonly AddedDrug[]): string =>
  JSON.stringify(
    drugs.map((drug) => ({
      ...drug,
      drugId: drug.drugId.toWellFormed(),
      name: drug.name.toWellFormed().trim(),
    })),
  )
