import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDisposableFile, openDisposable } from '../../adapters/sqlite/disposableDatabase.ts'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { type CacheSchema, cacheMigrations } from '../cache.ts'
import { type JournalSchema, journalMigrations } from '../journal.ts'
import { type AnswersSchema, answersMigrations } from '../resultTables.ts'

/** Opens the journal of a profile as another process does. */
export const openJournalFile = (file: string) =>
  openDatabase<JournalSchema>({ file, migrations: journalMigrations, durability: 'normal' })

/**
 * Opens the databases of a profile, except for its drugs, as real files in a temporary folder, which `close` removes.
 */
export async function openStores() {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-stores-'))
  const journal = await openDatabase<JournalSchema>({
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'full',
  })
  const answers = await openDatabase<AnswersSchema>({
    file: join(folder, 'answers.db'),
    migrations: answersMigrations,
    durability: 'full',
  })
  const cache = await openDisposable<CacheSchema>(
    createDisposableFile({
      file: join(folder, 'cache.db'),
      migrations: cacheMigrations,
      durability: 'normal',
    }),
    () => {},
  )
  const close = async () => {
    await journal.close()
    await answers.close()
    await cache.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, journal, answers, cache, close }
}
