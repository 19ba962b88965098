import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { openDatabase } from '../openDatabase.ts'
import { findNewestSoundBackup } from './backup.ts'

const [older, newer] = ['journal-2026-11-20T10-00-00-000Z.db', 'journal-2026-11-21T10-00-00-000Z.db']
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-look-'))
  const file = join(folder, older)
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'normal',
  })
  await fillJournal(journal, 400)
  await journal.close()
  copyFileSync(file, join(folder, newer))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Zeroes a page of a table or an index of the newer backup. */
function damage(name: string): void {
  const file = join(folder, newer)
  const database = new DatabaseSync(file, { readOnly: true })
  const page = database.prepare('SELECT max(pageno) AS page FROM dbstat WHERE name = ?').get(name)?.['page']
  database.close()
  const bytes = readFileSync(file)
  bytes.fill(0, (Number(page) - 1) * 4096, Number(page) * 4096)
  writeFileSync(file, bytes)
}

const chosen = () => findNewestSoundBackup(folder, 0)?.path

it('a large backup is passed by where a table that is taken from it is damaged, or one of its indexes', () => {
  for (const name of ['ledger', 'samples', 'samples_state']) {
    copyFileSync(join(folder, older), join(folder, newer))
    damage(name)
    expect(chosen(), name).toBe(join(folder, older))
  }
})

it('one whose text index alone is damaged serves, since that is made anew', () => {
  damage('register_text_data')
  expect(chosen()).toBe(join(folder, newer))
})
