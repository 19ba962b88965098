import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { orderFieldNames } from '../../shared/domain/sample.ts'
import type { JournalSchema } from '../store/journal.ts'

export type RegisterRow = Selectable<JournalSchema['samples']>

type SampleFields = Record<string, string | number>

const fieldsSchema = z.record(z.string(), z.union([z.string(), z.number()]))

/** Samples are read in pages of this size, so that an export of any length takes the same memory. */
const pageSize = 200

/** The register in its order, page by page; each page starts after the last key of the one before. */
export async function* registerPages(query: Kysely<JournalSchema>): AsyncGenerator<RegisterRow[]> {
  let after: Pick<RegisterRow, 'place' | 'created_at' | 'sample_id'> = {
    place: '',
    created_at: '',
    sample_id: '',
  }
  for (;;) {
    const rows = await query
      .selectFrom('samples')
      .selectAll()
      .where(
        sql<boolean>`(place, created_at, sample_id) > (${after.place}, ${after.created_at}, ${after.sample_id})`,
      )
      .orderBy('place')
      .orderBy('created_at')
      .orderBy('sample_id')
      .limit(pageSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}

/** Every field that any sample has, but the reference: those of an order first, then the others by name. */
export async function fieldNames(query: Kysely<JournalSchema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT field.key AS name FROM samples, json_each(samples.fields) AS field
  `.execute(query)
  const found = new Set(rows.map((row) => row.name))
  found.delete('client_reference')
  const known = orderFieldNames.filter((name) => found.delete(name))
  return [...known, ...[...found].sort()]
}

export const readFields = (row: RegisterRow): SampleFields => fieldsSchema.parse(JSON.parse(row.fields))
