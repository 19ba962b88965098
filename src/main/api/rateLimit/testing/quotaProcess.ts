/**
 * A process that sends requests through a quota in a journal shared with others. Its one argument is JSON. It prints
 * the status of each response.
 */

import '../../../../shared/words/testing/englishTexts.ts'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import { systemClock } from '../../../adapters/system.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { createJournalRateLimitStore, createMemoryRateLimitStore } from '../../../store/rateLimitStore.ts'
import { createRateLimiter } from '../rateLimiter.ts'

export type QuotaProcessTask = {
  journalFile: string
  address: string
  apiKey: string
  limit: number
  windowMs: number
  count: number
  /** False for a separate quota that ignores the other processes. */
  shared: boolean
}

const task = JSON.parse(process.argv[2] ?? '') as QuotaProcessTask
const database = await openDatabase<JournalSchema>({
  file: task.journalFile,
  migrations: journalMigrations,
  durability: 'normal',
})
const quota = await createRateLimiter({
  limit: () => task.limit,
  windowMs: task.windowMs,
  clock: systemClock,
  store: task.shared ? createJournalRateLimitStore(database) : createMemoryRateLimitStore(),
  changed: () => {},
})
const statuses = await Promise.all(
  Array.from({ length: task.count }, () =>
    quota.run('batch', undefined, async (slot) => {
      const response = await fetch(task.address, { headers: { Authorization: `Bearer ${task.apiKey}` } })
      await response.arrayBuffer()
      if (response.status === 429) slot.markRateLimited(null)
      return response.status
    }),
  ),
)
await database.close()
process.stdout.write(JSON.stringify(statuses))
