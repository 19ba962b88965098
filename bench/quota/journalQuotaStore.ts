import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/main/adapters/sqlite/openDatabase.ts'
import { admit, completeRequest } from '../../src/main/api/rateLimit/admission.ts'
import { effectiveRules, pruneState } from '../../src/main/api/rateLimit/window.ts'
import { type JournalSchema, journalMigrations } from '../../src/main/store/journal.ts'
import { createJournalRateLimitStore } from '../../src/main/store/rateLimitStore.ts'
import { median } from '../report.ts'

const rounds = 2000
const setting = { limit: 1000, windowMs: 60_000, isSet: true }

/** Real time, a real file: median ms of taking a place and of noting an answer while 1000 receipts are remembered. */
export async function measureJournalQuotaStore(): Promise<{ leaveMs: number; receiptMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-bench-'))
  const database = await openDatabase<JournalSchema>({
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'normal',
  })
  const store = createJournalRateLimitStore(database)
  const admitTimesMs: number[] = []
  const receiptTimesMs: number[] = []
  // As if 100 requests came in each second of an hour: the window is full of receipts all the time.
  for (let round = 0; round < rounds; round++) {
    const nowMs = Date.UTC(2026, 0, 1) + round * 61
    const id = String(round)
    const start = performance.now()
    await store.change((stored) => {
      const state = pruneState(stored, nowMs, effectiveRules(stored, setting))
      return admit(state, nowMs, setting, {
        id,
        owner: 'bench',
        priority: 'batch',
        hasEnded: () => false,
        calls: 0,
      })
    })
    const admittedAtMs = performance.now()
    await store.change((state) => ({
      state: completeRequest(state, nowMs, setting, {
        id,
        isCounted: true,
        isRateLimited: false,
        observed: null,
      }),
      result: null,
    }))
    admitTimesMs.push(admittedAtMs - start)
    receiptTimesMs.push(performance.now() - admittedAtMs)
  }
  await database.close()
  await rm(folder, { recursive: true, force: true })
  // The first rounds fill the window and warm the code up.
  return {
    leaveMs: median(admitTimesMs.slice(rounds / 2)),
    receiptMs: median(receiptTimesMs.slice(rounds / 2)),
  }
}
