import { type Kysely, sql } from 'kysely'

/** What `read` gave last, until the file has changed, by this process or another one, or `of` are other objects. */
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

/** The rows changed by this connection, and a number that changes with those of others. */
async function readVersion<Schema>(query: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    SELECT total_changes() || ' ' || data_version AS version FROM pragma_data_version
  `.execute(query)
  return rows[0]?.version ?? ''
}
