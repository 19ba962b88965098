import { sql } from 'kysely'
import type { Database } from '../../ports.ts'
import { openForReading } from './openDatabase.ts'

/**
 * A file as it is at this moment, whatever is written to it until this is closed. A connection of its own; while it is
 * open, SQLite's log cannot be emptied. Throws `file`.
 */
export async function openSnapshot<Schema>(file: string): Promise<Database<Schema>> {
  const database = openForReading<Schema>(file)
  try {
    await sql`BEGIN`.execute(database.query)
    // The moment is that of the first reading.
    await sql`SELECT 1 FROM sqlite_schema LIMIT 1`.execute(database.query)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
