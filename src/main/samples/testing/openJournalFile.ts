import { join } from 'node:path'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { type JournalSchema, journalMigrations } from '../../store/journal.ts'

/** Opens the journal in a folder, which it creates at the first time. */
export const openJournalFile = (folder: string, name = 'journal.db') =>
  openDatabase<JournalSchema>({
    file: join(folder, name),
    migrations: journalMigrations,
    durability: 'normal',
  })
