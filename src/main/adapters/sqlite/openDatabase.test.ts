import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { isFull } from '../../testing/faults.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { openDatabase, sqliteProblem } from './openDatabase.ts'
import { type CounterSchema, counterMigrations, increment, readCount } from './testing/counter.ts'
import { longMigrations } from './testing/longMigrations.ts'

const run = promisify(execFile)
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'journal.db')
})

type Options = Partial<Parameters<typeof openDatabase>[0]>

/** Opens the database until the test ends, if the test does not close it. */
async function openCounter(more: Options = {}) {
  const options = { file, migrations: counterMigrations, durability: 'full' as const, ...more }
  const database = await openDatabase<CounterSchema>(options)
  onTestFinished(() => database.close())
  return database
}

const pragma = async (database: Awaited<ReturnType<typeof openCounter>>, name: string) =>
  Object.values(
    (await sql<Record<string, unknown>>`PRAGMA ${sql.raw(name)}`.execute(database.query)).rows[0]!,
  )[0]

describe('openDatabase', () => {
  it('keeps data across closing and opening', async () => {
    const first = await openCounter()
    await increment(first)
    await first.close()
    const second = await openCounter()
    expect(await readCount(second)).toBe(1)
  })

  it('quarantines a file with a flipped bit in its schema', async () => {
    const first = await openCounter()
    await increment(first)
    await first.close()
    const bytes = readFileSync(file)
    bytes.write('valud', bytes.indexOf('value INTEGER'))
    writeFileSync(file, bytes)
    const quarantined: string[] = []
    const second = await openCounter({ onQuarantine: (name) => quarantined.push(name) })
    await increment(second)
    expect(await readCount(second)).toBe(1)
    expect(quarantined).toHaveLength(1)
  })

  it('uses WAL, foreign keys and the requested durability', async () => {
    const full = await openCounter()
    expect(await pragma(full, 'journal_mode')).toBe('wal')
    expect(await pragma(full, 'foreign_keys')).toBe(1)
    expect(await pragma(full, 'synchronous')).toBe(2)
    await full.close()
    const normal = await openCounter({ durability: 'normal' })
    expect(await pragma(normal, 'synchronous')).toBe(1)
  })

  it('queues callers for the length of a transaction, so that no update is lost', async () => {
    const database = await openCounter()
    await Promise.all(Array.from({ length: 50 }, () => increment(database)))
    expect(await readCount(database)).toBe(50)
  })

  it('lets a plain query wait for another caller’s transaction instead of joining it', async () => {
    const database = await openCounter()
    let plain: Promise<unknown> = Promise.resolve()
    const failing = database.transaction(async (query) => {
      await query.updateTable('counter').set({ value: 100 }).execute()
      plain = database.query.updateTable('counter').set({ value: 7 }).execute()
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await plain
    expect(await readCount(database)).toBe(7)
  })

  it('lets its reader wait for another caller’s transaction too, and otherwise read immediately', async () => {
    const database = await openCounter()
    const values = () =>
      database.reader.rows<{ value: number }>('SELECT value FROM counter WHERE id = ?', [1])
    const lists = () => database.reader.lists('SELECT value, id FROM counter WHERE id = ?', [1])
    expect(await values()).toEqual([{ value: 0 }])
    expect(await lists()).toEqual([[0, 1]])
    let during: Promise<unknown[]> = Promise.resolve([])
    const failing = database.transaction(async (query) => {
      await query.updateTable('counter').set({ value: 100 }).execute()
      during = Promise.all([values(), lists()])
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await during).toEqual([[{ value: 0 }], [[0, 1]]])
  })

  it('lets two connections of one process alternate without blocking the process', async () => {
    const [first, second] = [await openCounter(), await openCounter()]
    await Promise.all([first, second, first, second].map(increment))
    await second.query
      .updateTable('counter')
      .set((is) => ({ value: is('value', '+', 1) }))
      .execute()
    expect(await readCount(first)).toBe(5)
  })

  it('closes only after an open transaction has ended', async () => {
    const database = await openCounter()
    const work = increment(database)
    await database.close()
    await work
    const again = await openCounter()
    expect(await readCount(again)).toBe(1)
  })

  it('counts correctly when three processes write at once, even while they create the file', async () => {
    const others = [1, 2].map(() => run(process.execPath, [processFile('contender'), file, '40']))
    const database = await openCounter()
    for (let count = 0; count < 40; count++) await increment(database)
    await Promise.all(others)
    expect(await readCount(database)).toBe(120)
  })

  it('streams the rows of a select in chunks', async () => {
    const database = await openCounter()
    const values = Array.from({ length: 25 }, (_, index) => ({ id: index + 2, value: index }))
    await database.query.insertInto('counter').values(values).execute()
    let rows = 0
    for await (const row of database.query.selectFrom('counter').selectAll().stream(10))
      rows += row.id > 0 ? 1 : 0
    expect(rows).toBe(26)
  })
})

describe('migrations', () => {
  it('are applied once, with the time', async () => {
    await (await openCounter()).close()
    const more = [
      ...counterMigrations,
      { name: '0002-more', statements: ['CREATE TABLE more (a TEXT) STRICT'] },
    ]
    const database = await openCounter({ migrations: more })
    const { rows } = await sql<{ name: string; applied_at: string }>`SELECT * FROM schema_migrations`.execute(
      database.query,
    )
    expect(rows.map((row) => row.name)).toEqual(['0001-counter', '0002-more'])
    expect(rows[0]!.applied_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('refuse a database from a newer version and leave it unchanged', async () => {
    const newer = [
      ...counterMigrations,
      { name: '0099-future', statements: ['CREATE TABLE future (a TEXT)'] },
    ]
    await (await openCounter({ migrations: newer })).close()
    await expect(openCounter()).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('written by a newer version of the app'),
    })
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
    await (await openCounter({ migrations: newer })).close()
  })

  it('run a replacing migration in a new database only, and refuse a database with only some of those it replaces', async () => {
    const more = { name: '0002-more', statements: ['CREATE TABLE more (a TEXT)'] }
    const statements = [...counterMigrations, more].flatMap((migration) => migration.statements)
    const replacing = [{ name: '0002-more', replaces: ['0001-counter'], statements }]
    const old = await openCounter()
    await expect(openCounter({ migrations: replacing })).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('too old for this version of the app'),
    })
    await old.close()
    const before = await openCounter({ migrations: [...counterMigrations, more] })
    await increment(before)
    await before.close()
    const after = await openCounter({ migrations: replacing })
    expect(await readCount(after)).toBe(1)
    await after.close()
    rmSync(file)
    const begun = await openCounter({ migrations: replacing })
    expect(await readCount(begun)).toBe(0)
  })

  it('roll back a migration that fails halfway', async () => {
    const broken = [{ name: '0001-broken', statements: ['CREATE TABLE half (a TEXT)', 'CREATE NONSENSE'] }]
    await expect(openCounter({ migrations: broken })).rejects.toThrow('syntax error')
    const database = await openCounter()
    const tables = await sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE name = 'half'`.execute(
      database.query,
    )
    expect(tables.rows).toEqual([])
  })

  it.each(isFull ? [0, 1, 2, 3, 4, 5] : [2, 3])(
    'leave the old or the new schema when killed before statement %i',
    async (at) => {
      await expect(run(process.execPath, [processFile('migrator'), file, String(at)])).rejects.toMatchObject({
        signal: 'SIGKILL',
      })
      const left = new DatabaseSync(file)
      const tables = left.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name GLOB 't[0-9]'`).get()!.n
      left.close()
      expect(tables).toBe(at < 3 ? 0 : 3)
      await openCounter({ migrations: longMigrations })
    },
  )
})

describe('a damaged file', () => {
  const damages: [string, (bytes: Buffer) => Buffer][] = [
    ['garbage', () => Buffer.from('this is no database at all, sorry'.repeat(100))],
    ['a zeroed header', (bytes) => Buffer.concat([Buffer.alloc(100), bytes.subarray(100)])],
    [
      'a zeroed page',
      (bytes) => Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(4096), bytes.subarray(8192)]),
    ],
    ['half of it', (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2 / 4096) * 4096)],
  ]
  it.each(damages)('(%s) is quarantined completely, and a new one is created', async (_, damage) => {
    const before = await openCounter()
    const values = Array.from({ length: 5000 }, (__, index) => ({ id: index + 2, value: index }))
    for (let at = 0; at < values.length; at += 1000)
      await before.query
        .insertInto('counter')
        .values(values.slice(at, at + 1000))
        .execute()
    await before.close()
    const bytes = damage(readFileSync(file))
    writeFileSync(file, bytes)
    let quarantinedFile = ''
    const database = await openCounter({ onQuarantine: (name) => void (quarantinedFile = name) })
    expect(quarantinedFile).toMatch(/^journal\.db\.damaged-\d{4}-/)
    expect(readFileSync(join(folder, quarantinedFile)).equals(bytes)).toBe(true)
    expect(await readCount(database)).toBe(0)
  })

  it('does not include an empty file, which is simply initialized', async () => {
    writeFileSync(file, '')
    const database = await openCounter()
    expect(await readCount(database)).toBe(0)
    await database.close()
    expect(readdirSync(folder)).toEqual(['journal.db'])
  })
})

describe('an error message', () => {
  it('names the file if its folder is missing', async () => {
    file = join(folder, 'nowhere', 'journal.db')
    await expect(openCounter()).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('“journal.db” could not be used: it could not be opened'),
    })
  })

  it('explains that another program is writing if the wait was too long', async () => {
    const database = await openCounter({ lockTimeoutMs: 30 })
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(increment(database)).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('another program is writing to it'),
    })
    other.exec('ROLLBACK')
    other.close()
    await increment(database)
    expect(await readCount(database)).toBe(1)
  })

  it('explains that the disk is full, and the transaction is rolled back', async () => {
    const database = await openCounter()
    await sql`PRAGMA max_page_count = 6`.execute(database.query)
    const tooMuch = database.transaction(async (query) => {
      for (let id = 2; id < 20_000; id++)
        await query.insertInto('counter').values({ id, value: id }).execute()
    })
    await expect(tooMuch).rejects.toMatchObject({ message: expect.stringContaining('the disk is full') })
    expect(await readCount(database)).toBe(0)
  })
})

describe('sqliteProblem', () => {
  it.each(['3.51.3', '3.53.4', '3.100.0', '4.0.0'])('accepts %s', (version) => {
    expect(sqliteProblem(version, true)).toBeNull()
  })
  it.each(['3.51.2', '3.9.9', '2.99.99'])('rejects %s with advice on what to do', (version) => {
    expect(toEnglish(sqliteProblem(version, true)!)).toContain('3.51.3 or newer is needed')
  })
  it('rejects a build without full-text search', () => {
    expect(toEnglish(sqliteProblem('3.53.4', false)!)).toContain('FTS5')
  })
})
