import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { journalMethods } from './journalTasks.ts'
import { openDatabase } from './openDatabase.ts'

type Schema = { notes: { id: number; text: string } }
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'journal.db')
})

const open = (checkpoint: () => Promise<unknown>) =>
  openDatabase<Schema>({
    file,
    migrations: [{ name: '1', statements: ['CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)'] }],
    durability: 'full',
    checkpoint,
  })

const write = (database: Database<Schema>, rows: number) =>
  database.transaction(async (query) => {
    await sql`INSERT INTO notes (text) WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      SELECT printf('%01000d', i) FROM n`.execute(query)
  })

const large = 20_000
const fileBytes = () => statSync(file).size
const rowsSeenByOthers = () => {
  const other = new DatabaseSync(file, { readOnly: true })
  const rows = other.prepare('SELECT count(*) AS n FROM notes').get()?.['n']
  other.close()
  return rows
}

describe('a large transaction', () => {
  it('is visible to all after its commit, and its log is checkpointed by the given function', async () => {
    const logSizes: number[] = []
    const database = await open(async () => {
      logSizes.push(fileBytes())
      await journalMethods.checkpoint(file)
    })
    await write(database, 10)
    expect(logSizes).toEqual([])
    const before = fileBytes()
    await write(database, large)
    expect(rowsSeenByOthers()).toBe(large + 10)
    expect(logSizes).toEqual([before])
    await database.query.selectFrom('notes').select('id').limit(1).execute()
    expect(fileBytes()).toBeGreaterThan(large * 1000)
    await database.close()
  })

  it('leaves the checkpoint to the next commit if the function fails', async () => {
    const database = await open(() => Promise.reject(new Error('the thread was ended')))
    await write(database, large)
    await new Promise((resolve) => setImmediate(resolve))
    expect(fileBytes()).toBeLessThan(large * 1000)
    await write(database, 10)
    expect(fileBytes()).toBeGreaterThan(large * 1000)
    await database.close()
  })

  it('delays closing until its checkpoint in another thread has ended', async () => {
    let end = () => {}
    const database = await open(() => new Promise<void>((resolve) => (end = resolve)))
    await write(database, large)
    let isClosed = false
    const closing = database.close().then(() => {
      isClosed = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isClosed).toBe(false)
    end()
    await closing
    expect(rowsSeenByOthers()).toBe(large)
  })
})
