import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { backupName, backupsIn, findNewestSoundBackup, pruneBackups, writeBackup } from './backups.ts'
import { openDatabase } from './openDatabase.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const migrations = [
  { name: '1', statements: ['CREATE TABLE ledger (row INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT'] },
]
const [older, newer] = ['journal-2026-11-20T10-00-00-000Z.db', 'journal-2026-11-21T10-00-00-000Z.db']
let folder: string
let file: string
beforeEach(async () => {
  folder = newFolder()
  file = join(folder, 'journal.db')
  await (await openDatabase({ file, migrations, durability: 'full' })).close()
  const database = new DatabaseSync(file)
  database.exec(`INSERT INTO ledger WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 400)
    SELECT i, printf('%0200d', i) FROM n`)
  database.close()
})

function zeroPage(path: string): void {
  const bytes = readFileSync(path)
  bytes.fill(0, 3 * 4096, 4 * 4096)
  writeFileSync(path, bytes)
}

it('finds the newest sound backup, and skips one with a damaged page', async () => {
  expect(findNewestSoundBackup(join(folder, 'nowhere'), migrations)).toBeNull()
  expect(await writeBackup(file, join(folder, older))).toEqual({ rows: 400 })
  copyFileSync(join(folder, older), join(folder, newer))
  expect(findNewestSoundBackup(folder, migrations)?.path).toBe(join(folder, newer))
  zeroPage(join(folder, newer))
  expect(findNewestSoundBackup(folder, migrations)?.path).toBe(join(folder, older))
})

it('leaves the existing target if the copy is damaged', async () => {
  const target = join(folder, 'copy.db')
  writeFileSync(target, 'the old one')
  zeroPage(file)
  await expect(writeBackup(file, target)).rejects.toMatchObject({ code: 'file' })
  expect(readFileSync(target, 'utf8')).toBe('the old one')
})

it('keeps the 24 newest backups, and one per day for 30 days', () => {
  const names = Array.from({ length: 24 * 40 }, (_, hours) => backupName(nowMs - hours * 3_600_000))
  for (const name of names) writeFileSync(join(folder, name), '')
  pruneBackups(folder, nowMs)
  const left = backupsIn(folder)
  expect(left.slice(0, 24).map(({ atMs }) => atMs)).toEqual(
    Array.from({ length: 24 }, (_, hours) => nowMs - hours * 3_600_000),
  )
  expect(left.length).toBeGreaterThanOrEqual(24 + 28)
  expect(left.length).toBeLessThanOrEqual(24 + 30)
})
