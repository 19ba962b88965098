import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createSyncSql } from './dialect.ts'

it('a transaction fails with its own cause when SQLite has rolled it back already', () => {
  const database = new DatabaseSync(':memory:')
  const sql = createSyncSql(database)
  sql.exec('CREATE TABLE texts (text TEXT) STRICT')
  sql.exec('PRAGMA max_page_count = 20')
  const fillDisk = () => {
    for (;;) sql.run('INSERT INTO texts VALUES (?)', ['x'.repeat(500)])
  }
  expect(() => sql.transaction(fillDisk)).toThrow('database or disk is full')
  expect(sql.rows('SELECT count(*) AS n FROM texts')).toEqual([{ n: 0 }])
  database.close()
})
