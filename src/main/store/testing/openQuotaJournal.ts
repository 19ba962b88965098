import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { type JournalSchema, journalMigrations } from '../journal.ts'

/** Opens a journal as the quota does, with durability `normal`. `close` removes its folder. */
export async function openQuotaJournal() {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-quota-'))
  const file = join(folder, 'journal.db')
  const open = () =>
    openDatabase<JournalSchema>({ file, migrations: journalMigrations, durability: 'normal' })
  const database = await open()
  const close = async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, file, database, open, close }
}
