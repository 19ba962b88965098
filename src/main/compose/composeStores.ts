import { join } from 'node:path'
import type { Profile } from '../../shared/domain/app/profile.ts'
import { type Message, message } from '../../shared/words/message.ts'
import { ensureFolder } from '../adapters/files/ensureFolder.ts'
import { requireReadableFile } from '../adapters/files/readableFile.ts'
import { createDisposableFile, openDisposable } from '../adapters/sqlite/disposableDatabase.ts'
import { openDatabase, openSnapshot } from '../adapters/sqlite/openDatabase.ts'
import type { Clock, Database } from '../ports.ts'
import { type CacheSchema, cacheMigrations } from '../store/cache.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import { createJournalRateLimitStore, createMemoryRateLimitStore } from '../store/rateLimitStore.ts'
import type { AnswersSchema } from '../store/resultTables.ts'
import { openResults } from './composeResults.ts'
import { journalFile, orderLogFile, resultsFile } from './dataFiles.ts'
import { runInJournalWorker } from './journalWorkerCall.ts'
import { type OpenedJournal, openJournal, openJournalWithoutLog } from './openJournal.ts'
import { finishCutOffRestore } from './workspaceBackup/restoreWorkspace.ts'

type StoresOptions = {
  folder: string
  profile: Profile
  notice: (text: Message) => void
  clock: Clock
  workerFile: string
}

/** Opens the databases of a profile, except that of its drugs. If it throws `file`, it leaves nothing open. */
export async function openStores({ folder, profile: { signIn }, notice, clock, workerFile }: StoresOptions) {
  ensureFolder(folder)
  for (const file of [journalFile(folder), orderLogFile(folder), resultsFile(folder)])
    requireReadableFile(file)
  await finishCutOffRestore(folder, clock.now())
  const databases: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const database of databases.toReversed()) await database.close()
  }
  const track = <T extends { close(): Promise<void> }>(database: T): T => {
    databases.push(database)
    return database
  }
  try {
    const checkpoint = () => runInJournalWorker(workerFile, 'checkpoint', [journalFile(folder)])
    const opened: OpenedJournal =
      signIn === 'capsule'
        ? await openJournalWithoutLog(folder)
        : await openJournal({ folder, clock, notice, checkpoint })
    const { orderLog, isWritable } = opened
    track(opened.journal)
    const { answers, isReplaced } = await openResults({
      folder,
      notice,
      ...(orderLog ? { hooks: orderLog.answersHooks } : {}),
    })
    track(answers)
    const cache = track(
      await openDisposable<CacheSchema>(
        createDisposableFile({
          file: join(folder, 'cache.db'),
          migrations: cacheMigrations,
          durability: 'normal',
          onReadOnly: () => undefined,
        }),
        (quarantinedFile) => notice(message('app.cacheDamagedSavedNew', { quarantinedFile })),
      ),
    )
    // The demo's service runs inside each process and counts for that process only. A capsule contacts no service.
    const rateLimitStore =
      signIn === 'demo' || signIn === 'capsule' || !isWritable
        ? createMemoryRateLimitStore()
        : createJournalRateLimitStore(
            track(
              await openDatabase<JournalSchema>({
                file: journalFile(folder),
                migrations: journalMigrations,
                durability: 'normal',
                isInspected: true,
              }),
            ),
          )
    return { ...opened, answers, areResultsReplaced: isReplaced, cache, rateLimitStore, close }
  } catch (error) {
    await close()
    throw error
  }
}

export type ProfileStores = Awaited<ReturnType<typeof openStores>>

/** Opens a profile's databases as of this moment. Throws `file` and leaves nothing open then. */
export async function openSnapshotStores(folder: string) {
  const journal = await openSnapshot<JournalSchema>(journalFile(folder))
  try {
    const answers = await openSnapshot<AnswersSchema>(resultsFile(folder))
    const close = async () => {
      await journal.close()
      await answers.close()
    }
    return { journal: journal.query, answers: answers.query, close }
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** Returns samples for the connection check, finished ones first, because they have a report. */
export const sampleCandidates = async ({ query }: Database<JournalSchema>) => {
  const rows = await query
    .selectFrom('samples')
    .select(['sample_id', 'status', 'state'])
    .orderBy(({ eb }) => eb('state', '=', 'succeeded'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute()
  return rows.map(({ sample_id: sampleId, ...row }) => ({ sampleId, ...row }))
}

export const readStatuses = async ({ query }: Database<JournalSchema>): Promise<string[]> => {
  const rows = await query.selectFrom('samples').select('status').distinct().limit(100).execute()
  return rows.map(({ status }) => status)
}
