import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Profile } from '../shared/domain/profile.ts'
import { openDatabase } from './adapters/database/openDatabase.ts'
import { openMoment } from './adapters/database/openMoment.ts'
import { makeFolder } from './adapters/folder.ts'
import { answersFile, openAnswers } from './composeAnswers.ts'
import { journalFile, openJournal } from './composeJournal.ts'
import type { Clock, Database } from './ports.ts'
import type { AnswersSchema } from './store/answers.ts'
import { type CacheSchema, cacheMigrations } from './store/cache.ts'
import { type JournalSchema, journalMigrations } from './store/journal.ts'
import { createJournalBook, createMemoryBook } from './store/quotaBook.ts'

/**
 * Opens the databases of a profile in its folder, but that of its drugs, and the book of its quota. `notice` is told of
 * damage; `checksLater`: see composeAnswers.ts. Throws `file`; nothing is left open then.
 */
export async function openStores(
  folder: string,
  { signIn }: Profile,
  notice: (text: string) => void,
  clock: Clock,
  workerFile: string,
  checksLater = false,
) {
  makeFolder(folder)
  const opened: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const database of opened.toReversed()) await database.close()
  }
  const keep = <T extends { close(): Promise<void> }>(database: T): T => {
    opened.push(database)
    return database
  }
  try {
    const { journal, verified, writable } = await openJournal({
      folder,
      nowMs: clock.now(),
      notice,
      workerFile,
    })
    keep(journal)
    const { answers, answersVerified } = await openAnswers({ folder, clock, notice, checksLater })
    keep(answers)
    const cache = keep(
      await openDatabase<CacheSchema>({
        file: join(folder, 'cache.db'),
        migrations: cacheMigrations,
        durability: 'normal',
        onReadOnly: () => undefined,
        onSetAside: (keptAs) =>
          notice(`The cache was damaged. It is kept as ${keptAs} and is filled again from the service.`),
      }),
    )
    // The demo's service lives inside each process and counts for that process alone; a capsule asks none.
    const book =
      signIn === 'demo' || signIn === 'capsule' || !writable
        ? createMemoryBook()
        : createJournalBook(
            keep(
              await openDatabase<JournalSchema>({
                file: journalFile(folder),
                migrations: journalMigrations,
                durability: 'normal',
              }),
            ),
          )
    return { journal, verified, writable, answers, answersVerified, cache, book, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What a profile keeps, as it is at this moment. Throws `file`; nothing is left open then. */
export async function openMomentOf(folder: string) {
  const journal = await openMoment<JournalSchema>(journalFile(folder))
  try {
    const answers = await openMoment<AnswersSchema>(answersFile(folder))
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

/** For the connection check: a finished sample first, since it has a report. */
export const someSamples = async ({ query }: Database<JournalSchema>) => {
  const rows = await query
    .selectFrom('samples')
    .select(['sample_id', 'status', 'state'])
    .orderBy(({ eb }) => eb('state', '=', 'succeeded'), 'desc')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute()
  return rows.map(({ sample_id: sampleId, ...row }) => ({ sampleId, ...row }))
}

export const statusWords = async ({ query }: Database<JournalSchema>): Promise<string[]> => {
  const rows = await query.selectFrom('samples').select('status').distinct().limit(100).execute()
  return rows.map(({ status }) => status)
}

/** So many are asked for before whatever else waits has its turn: some ms. */
const samplesAPiece = 4000

/** Every sample with a pathway analysis that is kept. */
export async function analysedSamples(
  { query }: Database<AnswersSchema>,
  size = samplesAPiece,
): Promise<ReadonlySet<string>> {
  const all = new Set<string>()
  for (let last = ''; ; await turn()) {
    const { rows } = await sql<{ sample_id: string }>`
      SELECT sample_id FROM analyses WHERE kind = 'activity' AND current = 1 AND sample_id > ${last}
      ORDER BY sample_id LIMIT ${size}
    `.execute(query)
    for (const { sample_id } of rows) all.add(sample_id)
    if (rows.length < size) return all
    last = rows.at(-1)?.sample_id ?? last
  }
}
