import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { migrate } from '../../../adapters/sqlite/migrate.ts'
import { systemClock } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { restoreWorkspace } from '../../../compose/workspaceBackup/restoreWorkspace.ts'
import { journalMigrations } from '../../../store/journal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { newFolder } from '../../newFolder.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
let root: string
let folder: string
let file: string
beforeEach(() => {
  root = newFolder()
  folder = join(root, 'one')
  mkdirSync(folder)
  file = join(folder, 'journal.db')
})

async function fill(rows: number, from = 0): Promise<void> {
  const { journal } = await openJournal({ folder, clock: systemClock, notice: () => undefined })
  await fillJournal(journal, rows, from)
  await journal.close()
}

/** Opens the journal and returns its number of orders and the notices. */
async function openAndRead() {
  const notices: string[] = []
  const { journal } = await openJournal({
    folder,
    clock: systemClock,
    notice: (text) => notices.push(toEnglish(text)),
  })
  const rows = await journal.query.selectFrom('ledger').select('client_reference').execute()
  await journal.close()
  return { orders: rows.length, notices }
}

const mine = 'https://s.example/api/v1'
const restoreTo = (service: string, { isDemo = false, backup = join(root, 'old.db') } = {}) =>
  restoreWorkspace({ folder, backup, nowMs, service: { address: service, isDemo } })

describe('a replacement that fails', () => {
  it('leaves the journal that was to be replaced as it was', async () => {
    await fill(20)
    const backup = join(root, 'old.db')
    await writeBackup(file, backup)
    await fill(10, 100)
    const { orders } = await openAndRead()
    const lock = join(folder, 'orders.log.lock')
    rmSync(lock)
    mkdirSync(lock)
    await expect(restoreTo(mine, { backup })).rejects.toThrow('orders.log.lock')
    rmSync(lock, { recursive: true })
    expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
    expect(await openAndRead()).toEqual({ orders, notices: [] })
  })
})

describe('a backup from before studies', () => {
  const names = [
    'a.csv',
    'a.csv',
    'a (2).csv',
    'All samples.csv',
    'all.csv',
    '  .csv',
    `${'x'.repeat(250)}.csv`,
  ]
  const studyTables = ['studies', 'study_batches', 'study_samples']
  const withoutStudies = journalMigrations.slice(
    0,
    journalMigrations.findIndex(({ name }) => name === '0009-studies'),
  )

  /** A journal of an earlier version, with a batch and a sample of each file. */
  function makeEarlier(target: string, steps: number): void {
    const database = new DatabaseSync(target)
    migrate(database, withoutStudies.slice(0, steps), target)
    for (const [at, name] of names.entries()) {
      database
        .prepare(
          `INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state)
           VALUES (?, ?, '', '{}', '{}', '2026-01-01T00:00:00.000Z', 'done')`,
        )
        .run(`B-${at}`, name)
      database
        .prepare(
          `INSERT INTO samples (sample_id, client_reference, fields, batch_id, status, state, created_at, service, synthetic)
           VALUES (?, ?, '{}', ?, 'done', 'succeeded', '2026-01-01T00:00:00.000Z', 'https://s.example', 0)`,
        )
        .run(`S-${at}`, `REF-${at}`, `B-${at}`)
    }
    database.close()
  }

  function readStudies() {
    const database = new DatabaseSync(file, { readOnly: true })
    const rows = Object.fromEntries(
      studyTables.map((table) => [
        table,
        database
          .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
          .all()
          .map((row) => ({ ...row })),
      ]),
    )
    database.close()
    return rows
  }

  it.each(withoutStudies.map(({ name }, at) => [name, at + 1] as const))(
    'is restored with a study for each batch, as if it had been opened after %s',
    async (_, steps) => {
      const backup = join(root, 'old.db')
      makeEarlier(backup, steps)
      copyFileSync(backup, file)
      expect((await openAndRead()).notices).toEqual([])
      const opened = readStudies()
      expect(studyTables.map((table) => opened[table]?.length)).toEqual([7, 7, 7])
      const titles = opened['studies']?.map(({ name }) => String(name).toLowerCase()) ?? []
      expect(new Set(titles).size).toBe(7)
      expect(titles).not.toContain('all')
      expect(titles).not.toContain('all samples')
      expect(titles.every((name) => name.trim() !== '' && name.length <= 200)).toBe(true)
      rmSync(file)
      await restoreTo(mine, { backup })
      expect(readStudies()).toEqual(opened)
      expect((await openAndRead()).notices).toEqual([])
      expect(readStudies()).toEqual(opened)
    },
  )
})

describe('restoring a journal of another service', () => {
  const other = 'https://other.example/api/v1'

  it('is refused, and nothing is changed', async () => {
    await fill(20)
    await writeBackup(file, join(root, 'old.db'))
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    await fill(0)
    await expect(restoreTo(other)).rejects.toThrow('a backup of another service (https://s.example)')
    expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
    expect(await restoreTo(mine)).toMatchObject({ rows: 25 })
  })

  it('is allowed for another address of the same service, in the demo, and without samples', async () => {
    await fill(0)
    await writeBackup(file, join(root, 'old.db'))
    expect(await restoreTo(other)).toMatchObject({ savedAs: [expect.stringContaining('replaced')] })
    await fill(20, 50)
    await writeBackup(file, join(root, 'old.db'))
    expect(await restoreTo('https://s.example/other/path')).toMatchObject({ missing: 0 })
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    expect(await restoreTo(other, { isDemo: true })).toMatchObject({ savedAs: [] })
  })
})
