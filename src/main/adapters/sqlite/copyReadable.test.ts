import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { copyReadable } from './copyReadable.ts'

it('copies rows whose parent row is unreadable, so that the caller can remove them', () => {
  const folder = newFolder()
  const tables = `CREATE TABLE analyses (id TEXT PRIMARY KEY);
    CREATE TABLE scores (analysis_id TEXT REFERENCES analyses, value REAL)`
  const create = (name: string, statements: string) => {
    const database = new DatabaseSync(join(folder, name))
    database.exec(`PRAGMA foreign_keys = OFF; ${tables}; ${statements}`)
    database.close()
    return join(folder, name)
  }
  const damaged = create('damaged.db', `INSERT INTO scores VALUES ('lost', 1)`)
  expect(copyReadable(damaged, create('new.db', ''), ['analyses', 'scores'])).toBe(1)
})
