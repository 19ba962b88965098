import { statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { inJournalWorker } from './adapters/database/inJournalWorker.ts'
import { openGuarded, type Recovery, repairMark } from './adapters/database/openGuarded.ts'
import { mayHold, takeOver } from './adapters/database/takeOver.ts'
import { createLocks } from './adapters/locks.ts'
import type { Clock } from './ports.ts'
import { type AnswersSchema, answersMigrations, mendStatements, takeOverStatements } from './store/answers.ts'
import { cacheWithAnswers } from './store/cache.ts'

type Opening = {
  folder: string
  clock: Clock
  notice(text: string): void
  /** Large answers are not looked at now: `readThrough` is called afterwards. */
  checksLater: boolean
}

/** Read through in some 100 ms, at every start; of a bigger file the structure alone is looked at. */
const readThroughBytes = 8 * 1024 * 1024
/** Even that takes longer than a start may; it is read through in a thread, when the first calls are answered. */
const checkedLaterFromBytes = 64 * 1024 * 1024
const checkAfterMs = 10_000

export const answersFile = (folder: string): string => join(folder, 'answers.db')

/**
 * Opens the answers of a profile, and takes over those that a cache of before still holds: to be called before the
 * cache is opened, which then drops them. Throws `file`.
 */
export async function openAnswers({ folder, clock, notice, checksLater }: Opening) {
  const file = answersFile(folder)
  let verified = true
  const answers = await openGuarded<AnswersSchema>({
    file,
    migrations: answersMigrations,
    durability: 'full',
    // They only ever grow, by some requests a minute: copies of all of them would fill the disk.
    backups: join(folder, 'answers-backups'),
    readThroughBytes,
    ...(checksLater ? { trustedFromBytes: checkedLaterFromBytes } : {}),
    recovery: {
      settle: (_table, row) => row,
      finish: mendStatements,
      derived: /^$/,
      refill: [],
      unchanged: () => null,
    },
    nowMs: clock.now(),
    recovered: (recovery) => notice(tellRecovery(recovery)),
    unverified: () => {
      verified = !checksLater || statSync(file).size < checkedLaterFromBytes
    },
    onReadOnly: () => undefined,
  })
  try {
    await takeFromCache(folder, file, clock, notice)
    return { answers, answersVerified: verified }
  } catch (error) {
    await answers.close()
    throw error
  }
}

/** Reads the answers through in a thread; what is damaged is mended at the next start. */
export function readThrough({ folder, clock, notice }: Omit<Opening, 'checksLater'>, workerFile: string) {
  const file = answersFile(folder)
  const ending = new AbortController()
  const check = async () => {
    await clock.sleep(checkAfterMs, ending.signal)
    const { findings } = await inJournalWorker(workerFile, { kind: 'verify', file })
    if (findings.length === 0) return
    writeFileSync(repairMark(file), '')
    notice(
      'The file of the results is damaged. Start the app again: it is then set aside, and a new one is made of what can be read.',
    )
  }
  const checking = check().catch((error: unknown) => {
    if (!ending.signal.aborted) notice(`The results could not be checked: ${String(error)}`)
  })
  return {
    async close(): Promise<void> {
      ending.abort()
      await checking
    },
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
