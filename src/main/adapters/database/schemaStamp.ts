import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** Remembers, in the file's header, what the schema is: tables, indexes and the triggers that guard rows. */
export function stampSchema(database: DatabaseSync): void {
  database.exec(`PRAGMA user_version = ${stampOf(database)}`)
}

/** Whether the schema is the one that was stamped last; a file that was never stamped counts as sound. */
export function schemaFitsStamp(database: DatabaseSync): boolean {
  const stamp = database.prepare('PRAGMA user_version').get()?.user_version
  return stamp === 0 || stamp === stampOf(database)
}

function stampOf(database: DatabaseSync): number {
  const parts = database
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name`,
    )
    .all()
  // 31 bits, since the header's field is signed; never 0, which stands for "not stamped".
  return (crc32(JSON.stringify(parts)) >>> 1) | 1
}
