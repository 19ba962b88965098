import type { Kysely } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import type { Annotation } from '../../shared/domain/register.ts'
import type { Database } from '../ports.ts'
import { among } from '../store/among.ts'
import type { AnnotationRow, JournalSchema } from '../store/journal.ts'

type Change = Checked<'samples.annotate'>['change']

/** A person sees the first of many soon, and other writers get their turn in between. */
const samplesATransaction = 500

/** What was added to each of the samples; those without are left out. */
export async function annotationsOf(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): Promise<Map<string, Annotation>> {
  const rows = await query
    .selectFrom('annotations')
    .selectAll()
    .where('sample_id', 'in', among(sampleIds))
    .execute()
  return new Map(rows.map((row) => [row.sample_id, toAnnotation(row)]))
}

const toAnnotation = (row: AnnotationRow): Annotation => ({
  group: row.group_name,
  // Written by `annotate` from these types.
  tags: JSON.parse(row.tags) as string[],
  note: row.note,
  fields: JSON.parse(row.fields) as Annotation['fields'],
  changedAt: row.changed_at,
  changedBy: row.changed_by,
})

/** Changes what is kept beside samples; nothing of what was sent. The samples must be in the register. */
export async function annotate(
  journal: Database<JournalSchema>,
  sampleIds: readonly string[],
  change: Change,
  by: { who: string; nowIso: string },
): Promise<void> {
  for (let from = 0; from < sampleIds.length; from += samplesATransaction)
    await journal.transaction((query) =>
      annotateSome(query, sampleIds.slice(from, from + samplesATransaction), change, by),
    )
}

/** The same inside a transaction of the caller's. */
export async function annotateSome(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
  change: Change,
  { who, nowIso }: { who: string; nowIso: string },
): Promise<void> {
  const former = await annotationsOf(query, sampleIds)
  for (const sampleId of sampleIds) {
    const kept = changed(former.get(sampleId), change)
    const row = { ...kept, changed_at: nowIso, changed_by: who }
    await query
      .insertInto('annotations')
      .values({ sample_id: sampleId, ...row })
      .onConflict((conflict) => conflict.column('sample_id').doUpdateSet(row))
      .execute()
  }
}

function changed(former: Annotation | undefined, change: Change) {
  const gone = new Set(change.removeTags)
  const tags = [...(former?.tags ?? []), ...(change.addTags ?? [])].filter((tag) => !gone.has(tag))
  const fields = Object.entries({ ...former?.fields, ...change.fields }).filter(([, value]) => value !== null)
  return {
    group_name: change.group === undefined ? (former?.group ?? null) : change.group,
    note: change.note === undefined ? (former?.note ?? null) : change.note || null,
    tags: JSON.stringify([...new Set(tags)]),
    fields: JSON.stringify(Object.fromEntries(fields)),
  }
}
