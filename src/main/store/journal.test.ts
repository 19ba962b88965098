import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../adapters/sqlite/openDatabase.ts'
import { type JournalSchema, journalMigrations } from './journal.ts'
import { createJournalRateLimitStore } from './rateLimitStore.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-journal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (migrations = journalMigrations) =>
  openDatabase<JournalSchema>({ file: join(folder, 'journal.db'), migrations, durability: 'full' })

describe('a journal of the first version', () => {
  it('keeps its register and takes the shared quota', async () => {
    const old = await open(journalMigrations.slice(0, 1))
    await sql`INSERT INTO quota_receipts (received_at_ms) VALUES (1)`.execute(old.query)
    const sample = {
      sample_id: 'S-1',
      client_reference: 'A-1',
      fields: '{}',
      batch_id: null,
      status: 'done',
      state: 'succeeded' as const,
      created_at: '2026-01-01',
      checked_at: null,
      service: 'https://s.example/api/v1',
      synthetic: 0,
    }
    await old.query.insertInto('samples').values(sample).execute()
    await old.close()

    const journal = await open()
    const again = await open()
    expect(await journal.query.selectFrom('samples').selectAll().execute()).toMatchObject([sample])
    const rateLimitStore = createJournalRateLimitStore(again)
    await rateLimitStore.change((state) => ({ state: { ...state, atMs: 7 }, result: null }))
    const other = createJournalRateLimitStore(journal)
    expect(await other.change((state) => ({ state, result: state.atMs }))).toBe(7)
    await again.close()
    await journal.close()
  })
})
