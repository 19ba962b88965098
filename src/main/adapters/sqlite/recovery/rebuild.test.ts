import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import {
  derivedTables,
  recoveryStatements,
  refillStatements,
  settleRow,
  unchangedRows,
} from '../../../store/journalRecovery.ts'
import { textIndexChunk } from '../../../store/journalTables.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { openDatabase } from '../openDatabase.ts'
import { registerRowChecksum } from '../sqlFunctions.ts'
import { inspectFile } from './inspect.ts'
import { rebuild } from './rebuild.ts'

const orders = 2000
let folder: string
let file: string
let target: string
let backup: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-rebuild-'))
  const at = (name: string) => join(folder, name)
  ;[file, target, backup] = [at('journal.db'), at('journal.db.new'), at('backup.db')]
  const journal = await openDatabase<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'normal',
  })
  await fillJournal(journal, orders)
  await journal.close()
  copyFileSync(file, backup)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const make = (
  sources: { damaged: string | null; backup: string | null },
  mayLackWrites = true,
  settle: typeof settleRow = settleRow,
) =>
  rebuild({
    ...sources,
    target,
    mayLackWrites,
    migrations: journalMigrations,
    settle,
    unchanged: unchangedRows,
    derived: derivedTables,
    refill: refillStatements,
    finish: recoveryStatements,
    nowIso: '2026-11-21T12:00:00.000Z',
  })

type Rows = Record<string, unknown>[]
function rowsOf(name: string, sql: string): Rows {
  const database = new DatabaseSync(name, { readOnly: true })
  const rows = database.prepare(sql).all()
  database.close()
  return rows.map((row) => ({ ...row }))
}

const pageBytes = 4096
/** Where a page of orders begins, the pages counted along the table. */
function pageOfOrders(count: number): number {
  const [page] = rowsOf(
    file,
    `SELECT pageno FROM dbstat WHERE name = 'ledger' AND pagetype = 'leaf' LIMIT 1 OFFSET ${count}`,
  )
  return (Number(page?.['pageno']) - 1) * pageBytes
}

/** Changes one letter of an order that stands on the page. Gives its row. */
function flipOn(bytes: Buffer, page: number): number {
  const at = bytes.lastIndexOf('"name":"Donor ', page + pageBytes - 1)
  bytes[at + 8] = (bytes[at + 8] ?? 0) ^ 1
  return Number.parseInt(bytes.toString('latin1', at + 14, at + 20), 10)
}

describe('a journal made anew of a table that breaks off', () => {
  it('takes whole what lies before and behind the damaged page, apart from rows whose bits flipped', () => {
    const before = rowsOf(file, 'SELECT * FROM ledger ORDER BY row')
    const bytes = readFileSync(file)
    const flipped = [flipOn(bytes, pageOfOrders(3)), flipOn(bytes, pageOfOrders(80))]
    const zeroed = pageOfOrders(40)
    bytes.fill(0, zeroed, zeroed + pageBytes)
    writeFileSync(file, bytes)
    const made = make({ damaged: file, backup: null })
    expect(made.damaged).toEqual(flipped.map((row) => ({ table: 'ledger', row: `B-0 ${row}` })))
    const after = rowsOf(target, 'SELECT * FROM ledger ORDER BY row')
    expect(before.length - after.length).toBeLessThan(60)
    const stays = ({ state, row }: Record<string, unknown>) =>
      ['created', 'unknown'].includes(String(state)) && !flipped.includes(Number(row))
    const was = new Map(before.filter(stays).map((row) => [row['row'], row]))
    const stood = after.filter(({ row }) => was.has(row))
    expect(stood).toEqual(stood.map(({ row }) => was.get(row)))
    expect(stood.length).toBeGreaterThan(orders / 3)
    const others = after.filter(({ row }) => !was.has(row))
    expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['unknown']))
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(inspectFile(target).findings).toEqual([])
  })

  it('has from the backup what was on the damaged page, and the flipped row as the backup has it', () => {
    const bytes = readFileSync(file)
    flipOn(bytes, pageOfOrders(3))
    const zeroed = pageOfOrders(40)
    bytes.fill(0, zeroed, zeroed + pageBytes)
    writeFileSync(file, bytes)
    const made = make({ damaged: file, backup })
    const standing = `SELECT * FROM ledger WHERE state = 'created' ORDER BY row`
    expect(rowsOf(target, standing)).toEqual(rowsOf(backup, standing))
    expect(rowsOf(target, 'SELECT 1 FROM ledger')).toHaveLength(orders)
    expect(made.fromBackup).toBeGreaterThan(5)
    expect(made.fromBackup).toBeLessThan(60)
    expect(inspectFile(target).findings).toEqual([])
  })

  it('looks one by one at no row that is sound and stays as it is, of the file or of the backup', () => {
    const settled: string[] = []
    const note: typeof settleRow = (table, row, origin) => {
      settled.push(`${table} ${String(row['state'])}`)
      return settleRow(table, row, origin)
    }
    const looks = (sources: Parameters<typeof make>[0]) => {
      settled.length = 0
      make(sources, true, note)
      return new Set(settled)
    }
    const unsettled = ['batches paused', 'ledger queued', 'ledger sending', 'ledger failed']
    expect(looks({ damaged: file, backup: null })).toEqual(new Set(unsettled))
    expect(looks({ damaged: null, backup })).toEqual(new Set(unsettled))
  })

  it('takes a row whose text says that it is unreadable, by the view of the file, which may be an older one', () => {
    const database = new DatabaseSync(file)
    registerRowChecksum(database)
    database.exec(`UPDATE ledger SET client_reference = 'un\uFFFDreadable' WHERE row = 5`)
    const chained = rowsOf(file, `SELECT name FROM pragma_table_info('ledger') WHERE name <> 'checksum'`)
      .map(({ name }) => `coalesce(octet_length(${String(name)}) || ':' || ${String(name)}, '-')`)
      .join(` || ';' || `)
    database.exec(`DROP VIEW checked_ledger;
      CREATE VIEW checked_ledger AS SELECT *, batch_id || ' ' || row AS checked_id,
        row_checksum(CAST('ledger;' || ${chained} AS BLOB)) AS checked_sum FROM ledger`)
    database.close()
    const bytes = readFileSync(file)
    const flipped = flipOn(bytes, pageOfOrders(40))
    writeFileSync(file, bytes)
    const made = make({ damaged: file, backup: null }, false)
    expect(made.damaged).toEqual([{ table: 'ledger', row: `B-0 ${flipped}` }])
    const others = `SELECT * FROM ledger WHERE row <> ${flipped} ORDER BY row`
    expect(rowsOf(target, others)).toEqual(rowsOf(file, others))
    expect(inspectFile(target).findings).toEqual([])
  })

  it('does not bring back from the backup what a person took away of a file that is whole', () => {
    const database = new DatabaseSync(backup)
    registerRowChecksum(database)
    database.exec(`INSERT INTO saved_searches (search_id, name, address, created_at)
      VALUES ('s', 'mine', '#/drugs', '2026-01-01T00:00:00.000Z')`)
    database.close()
    make({ damaged: file, backup }, false)
    expect(rowsOf(target, 'SELECT * FROM saved_searches')).toEqual([])
  })

  it('has a checksum that fits for a study that is numbered, since another has its name by now', () => {
    const database = new DatabaseSync(file)
    registerRowChecksum(database)
    database.exec(`INSERT INTO studies (study_id, name, created_at, changed_at)
      VALUES ('B-0', 'Liver', '2026-01-01', '2026-01-01'), ('other', 'liver', '2026-01-02', '2026-01-02')`)
    database.close()
    make({ damaged: file, backup: null })
    expect(rowsOf(target, 'SELECT name FROM studies ORDER BY study_id')).toEqual([
      { name: 'Liver (2)' },
      { name: 'liver' },
    ])
    expect(inspectFile(target).findings).toEqual([])
  })

  it('has what the file lacks from the backup where that is most, and the rest as the file has it', () => {
    const database = new DatabaseSync(file)
    registerRowChecksum(database)
    const [last] = rowsOf(file, 'SELECT max(sample_id) AS id FROM samples')
    const id = String(last?.['id'])
    database.prepare('DELETE FROM samples WHERE sample_id <> ?').run(id)
    database.exec(`UPDATE samples SET status = 'newer'`)
    database.close()
    const made = make({ damaged: file, backup })
    expect(rowsOf(target, `SELECT sample_id FROM samples WHERE status = 'newer'`)).toEqual([
      { sample_id: id },
    ])
    const others = `SELECT * FROM samples WHERE sample_id <> '${id}' ORDER BY sample_id`
    expect(rowsOf(target, others)).toEqual(rowsOf(backup, others))
    expect(made.fromBackup).toBe(orders / 5 - 1)
    expect(inspectFile(target).findings).toEqual([])
  })

  it('is of the backup alone where nothing else is there', () => {
    const made = make({ damaged: null, backup })
    const all = 'SELECT * FROM samples ORDER BY sample_id'
    expect(rowsOf(target, all)).toEqual(rowsOf(backup, all))
    expect(made.fromBackup).toBe(orders + orders / 5 + 1)
    expect(rowsOf(target, 'SELECT from_id FROM register_unwritten')).toEqual([{ from_id: 0 }])
    const database = new DatabaseSync(target)
    for (const statement of textIndexChunk.statements) database.exec(statement)
    database.close()
    expect(rowsOf(target, textIndexChunk.hasMoreSql)).toEqual([])
    const found = rowsOf(
      target,
      `SELECT count(*) AS n FROM register_text WHERE register_text MATCH '"donor 15"'`,
    )
    expect(found).toEqual([{ n: 23 }])
  })
})
