import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure, messageOf } from '../../../../shared/contract/failures.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { schemaFitsStamp } from '../migrate.ts'
import { registerRowChecksum } from '../sqlFunctions.ts'
import { isBusy, isDamage } from '../sqliteFailure.ts'

/** What is wrong with a database; `table` and `row` name one row, null where it is the file. */
export type Finding = { table: string | null; row: string | null; problem: Message }

/** `isJournal`: it has rows with checksums, or had them before there were checksums. */
export type Inspection = { findings: Finding[]; rows: number; isJournal: boolean }

/** More than these are counted, not listed. */
const maxListedFindings = 10_000

/** Reads through a database: its structure, its indexes, its schema, and the checksum of every guarded row. */
export function inspect(database: DatabaseSync): Inspection {
  const findings: Finding[] = []
  let rows = 0
  let isJournal = false
  const addFileFinding = (problem: Message) => findings.push({ table: null, row: null, problem })
  try {
    for (const { integrity_check: text } of database.prepare('PRAGMA integrity_check(20)').all())
      if (text !== 'ok') addFileFinding(message`${String(text)}`)
    const schemaFinding = findSchemaProblem(database)
    if (schemaFinding !== null) addFileFinding(schemaFinding)
    isJournal = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'ledger'`).get() !== undefined
    for (const table of checksummedTables(database)) {
      rows += Number(database.prepare(`SELECT count(*) AS n FROM ${table} NOT INDEXED`).get()?.n)
      const damagedRows = database.prepare(
        `SELECT CAST(checked_id AS TEXT) AS id FROM checked_${table} WHERE checksum IS NOT checked_sum LIMIT ${maxListedFindings}`,
      )
      for (const { id } of damagedRows.all())
        findings.push({ table, row: String(id), problem: message`the row does not fit its checksum` })
    }
  } catch (error) {
    if (!isDamage(error) && !isUnreadableSchema(error)) throw error
    addFileFinding(messageOf(error))
  }
  return { findings, rows, isJournal }
}

/** The structure and the schema alone, in about a quarter of the time. */
export function inspectQuickly(database: DatabaseSync): { findings: Finding[] } {
  return quickCheck(database, ['1'])
}

/** The same where only rows with checksums are to be taken: most of the time goes for the index of texts. */
function inspectGuarded(database: DatabaseSync): { findings: Finding[] } {
  const tables = checksummedTables(database)
  return tables.length > 0 ? quickCheck(database, tables) : inspectQuickly(database)
}

/** `parts`: tables, or how many problems of the whole file are reported. */
function quickCheck(database: DatabaseSync, parts: readonly string[]): { findings: Finding[] } {
  const results = parts.map((part) =>
    String(database.prepare(`PRAGMA quick_check(${part})`).get()?.quick_check),
  )
  const reported = results.find((text) => text !== 'ok')
  const problem = reported === undefined ? findSchemaProblem(database) : message`${reported}`
  return { findings: problem === null ? [] : [{ table: null, row: null, problem }] }
}

const findSchemaProblem = (database: DatabaseSync): Message | null =>
  schemaFitsStamp(database) ? null : message`the schema is not the one that was written`

/** The same for a file, which is opened for reading only. Throws SQLite's error when it cannot be opened at all. */
export const inspectFile = (file: string): Inspection => inspectReadOnly(file, inspect)
export const inspectFileQuickly = (file: string): { findings: Finding[] } =>
  inspectReadOnly(file, inspectGuarded)

function inspectReadOnly<T>(file: string, inspectDatabase: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    registerRowChecksum(database)
    return inspectDatabase(database)
  } finally {
    database.close()
  }
}

/** In the order in which they refer to one another. */
export const checksummedTables = (database: DatabaseSync): string[] =>
  database
    .prepare(
      `SELECT t.name FROM sqlite_schema v JOIN sqlite_schema t ON t.type = 'table' AND v.name = 'checked_' || t.name
       WHERE v.type = 'view' ORDER BY t.rowid`,
    )
    .all()
    .map(({ name }) => String(name))

/** A name in the schema was damaged, and statements that use it fail like wrong statements. */
const isUnreadableSchema = (error: unknown): boolean => (error as { errcode?: unknown } | null)?.errcode === 1

/** Whether somebody has the database open, in this process or another. */
export function isInUse(file: string): boolean {
  if (!existsSync(file) || !existsSync(`${file}-shm`)) return false
  try {
    // Read-only, so that a log stays as it is; the exclusive lock is refused as long as anybody else is there.
    const database = new DatabaseSync(file, { readOnly: true, timeout: 0 })
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE')
      database.prepare('SELECT count(*) FROM sqlite_schema').get()
    } finally {
      database.close()
    }
    return false
  } catch (error) {
    return isBusy(error)
  }
}

/** Throws `file` while another process has the database open: what it writes would go into the quarantined file. */
export function assertNotInUse(file: string): void {
  if (!isInUse(file)) return
  const name = basename(file)
  const text = message`The data file “${name}” of profile ${basename(dirname(file))} is in use by another window or command. Close it, then try again.`
  throw new Failure('file', text, { name })
}
