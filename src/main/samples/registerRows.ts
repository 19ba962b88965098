import { type Kysely, sql } from 'kysely'
import type { Checked } from '../../shared/contract/contract.ts'
import { isFinal, sampleStateSchema } from '../../shared/domain/sample.ts'
import { among } from '../store/among.ts'
import type { JournalSchema, SampleRow } from '../store/journal.ts'

const openStates = sampleStateSchema.options.filter((state) => !isFinal(state))

/** One page of the register. `text` is found anywhere in reference, identifier, status and field values. */
export async function pageOfSamples(
  query: Kysely<JournalSchema>,
  { text, sort, order, page, limit }: Checked<'samples.list'>,
): Promise<{ rows: SampleRow[]; total: number }> {
  const found = query.selectFrom('samples').$if(text.trim() !== '', (all) => all.where(contains(text.trim())))
  const { total } = await found
    .select((made) => made.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .$if(sort === 'created_at', (all) => all.orderBy('place', order))
    .orderBy(sort, order)
    .orderBy('sample_id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total }
}

/** SQLite's LIKE is blind to the case of ASCII letters only. */
function contains(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const like = (value: string) => sql`${sql.ref(value)} LIKE ${pattern} ESCAPE '\\'`
  return sql<boolean>`(
    ${like('client_reference')} OR ${like('sample_id')} OR ${like('status')}
    OR EXISTS (SELECT 1 FROM json_each(samples.fields) AS field WHERE ${like('field.value')})
  )`
}

export const findSample = (query: Kysely<JournalSchema>, sampleId: string): Promise<SampleRow | undefined> =>
  query.selectFrom('samples').selectAll().where('sample_id', '=', sampleId).executeTakeFirst()

/** Those of the samples, or of the whole register, whose state is not final; oldest first. */
export async function openSamples(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[] | 'all',
): Promise<string[]> {
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('state', 'in', openStates)
    .$if(sampleIds !== 'all', (open) => open.where('sample_id', 'in', among(sampleIds)))
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()
  return rows.map((row) => row.sample_id)
}

/** The first of the ids that the register does not hold. */
export async function firstStranger(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): Promise<string | undefined> {
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('sample_id', 'in', among(sampleIds))
    .execute()
  const known = new Set(rows.map((row) => row.sample_id))
  return sampleIds.find((sampleId) => !known.has(sampleId))
}
