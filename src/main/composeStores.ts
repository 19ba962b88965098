import { basename, join } from 'node:path'
import type { Profile } from '../shared/domain/profile.ts'
import { openDatabase } from './adapters/database/openDatabase.ts'
import { openGuarded, type Recovery } from './adapters/database/openGuarded.ts'
import { mayHold, takeOver } from './adapters/database/takeOver.ts'
import { makeFolder } from './adapters/folder.ts'
import { createLocks } from './adapters/locks.ts'
import { journalFile, openJournal } from './composeJournal.ts'
import type { Clock, Database } from './ports.ts'
import { type AnswersSchema, answersMigrations, mendStatements, takeOverStatements } from './store/answers.ts'
import { type CacheSchema, cacheMigrations, cacheWithAnswers } from './store/cache.ts'
import { type JournalSchema, journalMigrations } from './store/journal.ts'
import { createJournalBook, createMemoryBook } from './store/quotaBook.ts'

/**
 * Opens the databases of a profile but that of its drugs in its folder, and the book of its quota. `notice` is told of damage. Throws
 * `file`; nothing is left open then.
 */
export async function openStores(
  folder: string,
  { signIn }: Profile,
  notice: (text: string) => void,
  clock: Clock,
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
    const { journal, verified, writable } = await openJournal({ folder, nowMs: clock.now(), notice })
    keep(journal)
    const answers = keep(await openAnswers({ folder, clock, notice }))
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
    // The demo's service lives inside each process and counts for that process alone.
    const book =
      signIn === 'demo' || !writable
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
    return { journal, verified, answers, cache, book, close }
  } catch (error) {
    await close()
    throw error
  }
}

type Opening = { folder: string; clock: Clock; notice(text: string): void }

/** Read through in some 100 ms, at every start; of a bigger file the structure alone is looked at. */
const readThroughBytes = 8 * 1024 * 1024

export const answersFile = (folder: string): string => join(folder, 'answers.db')

/**
 * Opens the answers of a profile, and takes over those that a cache of before still holds: to be called before the
 * cache is opened, which then drops them. Throws `file`.
 */
async function openAnswers({ folder, clock, notice }: Opening): Promise<Database<AnswersSchema>> {
  const file = answersFile(folder)
  const answers = await openGuarded<AnswersSchema>({
    file,
    migrations: answersMigrations,
    durability: 'full',
    // They only ever grow, by some requests a minute: copies of all of them would fill the disk.
    backups: join(folder, 'answers-backups'),
    readThroughBytes,
    recovery: {
      settle: (_table, row) => row,
      finish: mendStatements,
      derived: /^$/,
      refill: [],
      unchanged: () => null,
    },
    nowMs: clock.now(),
    recovered: (recovery) => notice(tellRecovery(recovery)),
    unverified: () => undefined,
    onReadOnly: () => undefined,
  })
  try {
    await takeFromCache(folder, file, clock, notice)
    return answers
  } catch (error) {
    await answers.close()
    throw error
  }
}

async function takeFromCache(
  folder: string,
  into: string,
  clock: Clock,
  notice: (text: string) => void,
): Promise<void> {
  const from = join(folder, 'cache.db')
  if (!mayHold(from, 'analyses')) return
  // Another process may be starting too, and drop what this one is about to read.
  const { keptAs } = await createLocks(folder, clock).hold('answers', async () =>
    takeOver({
      from,
      into,
      table: 'analyses',
      migrations: cacheWithAnswers,
      statements: takeOverStatements,
      nowMs: clock.now(),
    }),
  )
  if (keptAs !== null)
    notice(
      `The cache was damaged. It is kept as ${basename(keptAs)}; what could be read of the results in it was taken over, and the rest is fetched again from the service.`,
    )
}

function tellRecovery({ keptAs, findings }: Recovery): string {
  const cause = findings[0]?.problem ?? 'unknown'
  const before =
    keptAs === null
      ? 'The file of the results was missing.'
      : `The file of the results was damaged (${cause}). It is kept as ${keptAs}.`
  return `${before} A new one was made of what could be read. Results that are incomplete now are fetched again when you run the analysis again.`
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

/** Every sample with a pathway analysis that is kept. */
export const analysedSamples = async ({ query }: Database<AnswersSchema>): Promise<string[]> => {
  const kept = query.selectFrom('analyses').select('sample_id').where('kind', '=', 'activity')
  return (await kept.where('current', '=', 1).execute()).map((row) => row.sample_id)
}
