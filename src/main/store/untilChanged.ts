import { type Kysely, sql } from 'kysely'

/** Caches the result of `read` until any process changes the file or the objects in `of` change. */
export function untilChanged<Schema, T, Of extends readonly object[]>(
  query: Kysely<Schema>,
  read: (...of: Of) => Promise<T>,
): (...of: Of) => Promise<T> {
  let last: { version: string; of: Of; value: Promise<T> } | null = null
  return async (...of) => {
    const version = await readVersion(query)
    if (last?.version === version && of.every((one, index) => one === last?.of[index])) return last.value
    const value = read(...of)
    last = { version, of, value }
    value.catch(() => {
      last = null
    })
    return value
  }
}

/** Reads a version: the rows changed by this connection, and a number that changes with the writes of others. */
async function readVersion<Schema>(query: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT total_changes() || ' ' || data_version AS version FROM pragma_data_version
  `.execute(query)
  return rows[0]?.version ?? ''
}
