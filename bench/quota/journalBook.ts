import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/main/adapters/database/openDatabase.ts'
import { admit, finish } from '../../src/main/service/quotaDecisions.ts'
import { asOf, rulesOf } from '../../src/main/service/quotaPlaces.ts'
import { type JournalSchema, journalMigrations } from '../../src/main/store/journal.ts'
import { createJournalBook } from '../../src/main/store/quotaBook.ts'
import { median } from '../tell.ts'

const rounds = 2000
const setting = { limit: 1000, windowMs: 60_000, isSet: true }

/** Real time, a real file: median ms of taking a place and of noting an answer while 1000 receipts are remembered. */
export async function measureJournalBook(): Promise<{ leaveMs: number; receiptMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-bench-'))
  const database = await openDatabase<JournalSchema>({
    file: join(folder, 'journal.db'),
    migrations: journalMigrations,
    durability: 'normal',
  })
  const book = createJournalBook(database)
  const leave: number[] = []
  const receipt: number[] = []
  // As if 100 requests came in each second of an hour: the window is full of receipts all the time.
  for (let round = 0; round < rounds; round++) {
    const nowMs = Date.UTC(2026, 0, 1) + round * 61
    const id = String(round)
    const start = performance.now()
    await book.change((kept) => {
      const state = asOf(kept, nowMs, rulesOf(kept, setting))
      return admit(state, nowMs, setting, { id, owner: 'bench', priority: 'batch', calls: 0 })
    })
    const left = performance.now()
    await book.change((state) => ({
      state: finish(state, nowMs, setting, { id, counted: true, refused: false, seen: null }),
      result: null,
    }))
    leave.push(left - start)
    receipt.push(performance.now() - left)
  }
  await database.close()
  await rm(folder, { recursive: true, force: true })
  // The first rounds fill the window and warm the code up.
  return { leaveMs: median(leave.slice(rounds / 2)), receiptMs: median(receipt.slice(rounds / 2)) }
}
