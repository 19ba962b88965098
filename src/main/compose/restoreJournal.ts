import { copyFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure, rejected } from '../../shared/contract/failures.ts'
import type { JournalRestored } from '../../shared/domain/app/appData.ts'
import { message } from '../../shared/messages/message.ts'
import { createChainedLog } from '../adapters/files/chainedLog.ts'
import { assertNotInUse, inspectFile, withSql } from '../adapters/sqlite/inspect.ts'
import { leaseOwners } from '../adapters/sqlite/leaseOwners.ts'
import { openDatabase } from '../adapters/sqlite/openDatabase.ts'
import { flush, removeDatabase, replaceDatabase } from '../adapters/sqlite/quarantine.ts'
import { isLeaseHeld } from '../concurrency/lease.ts'
import { logStart, type SyncSql } from '../ports.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import { snapshotEntries } from '../store/orderLog/entries.ts'
import { readPosition, writePosition } from '../store/orderLog/orderLog.ts'
import { replayLines } from '../store/orderLog/replay.ts'
import { journalFile, linesAfter, orderLogFile } from './openJournal.ts'

/** They say what was done; what it was done to is in the other tables. */
const historyTables: ReadonlySet<string> = new Set([
  'batch_events',
  'export_log',
  'order_log',
  'schema_migrations',
  'quota',
])

type RestoreOptions = { folder: string; backup: string; nowMs: number; service: string; isDemo: boolean }

/**
 * Replaces the journal of a closed profile with a backup, and brings it up to date from the order log, which keeps every
 * line; on an error the journal stays as it was. Orders that the backup had not settled, and that the log does not know,
 * become unknown: they may have been placed since. Throws `file` for a backup that is not sound, `rejected` for one of
 * another service, and either while another process uses the journal.
 */
export async function restoreJournal(options: RestoreOptions): Promise<JournalRestored> {
  const { folder, backup, nowMs } = options
  const file = journalFile(folder)
  rejectUnsound(backup)
  rejectForeign(options)
  rejectWhileLeased(file, nowMs)
  assertNotInUse(file)
  const newFile = `${file}.new`
  removeDatabase(newFile)
  copyFileSync(backup, newFile)
  try {
    const migrated = await openDatabase<JournalSchema>({
      file: newFile,
      migrations: journalMigrations,
      durability: 'full',
      isInspected: true,
    })
    await migrated.close()
    const { rows, doubtful } = withSql(newFile, (sql) =>
      inTransaction(sql, () => followLocalLog(sql, options)),
    )
    flush(newFile)
    // Making it takes seconds, in which somebody may have opened the old one.
    assertNotInUse(file)
    const replaced = replaceDatabase(newFile, file, nowMs)
    return {
      rows,
      doubtful,
      savedAs: replaced === null ? null : basename(replaced),
      missing: replaced === null ? 0 : withSql(file, (sql) => countMissing(sql, replaced)),
    }
  } finally {
    removeDatabase(newFile)
  }
}

function inTransaction<T>(sql: SyncSql, work: () => T): T {
  sql.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    sql.exec('COMMIT')
    return result
  } catch (error) {
    sql.exec('ROLLBACK')
    throw error
  }
}

const doubtText =
  'The journal was restored from a backup. The order may have been placed: look for it at the service before you order this sample again.'

/** Brings a restored journal up to date; what it knows and the log does not is added to the log. */
function followLocalLog(sql: SyncSql, { folder, nowMs }: RestoreOptions): { rows: number; doubtful: number } {
  const log = createChainedLog(orderLogFile(folder))
  try {
    const position = readPosition(sql)
    const since = position && linesAfter(log, position)
    if (!since) {
      sql.run(
        `UPDATE ledger SET state = 'unknown', withdrawn = NULL, message = ? WHERE state IN ('queued', 'sending', 'failed')`,
        [doubtText],
      )
      const lines = linesAfter(log, logStart)
      if (lines === null)
        throw new Failure(
          'journalUncertain',
          message`The order log is damaged. Open the profile first: Pathclock moves the log aside and shows which orders are in question.`,
          {},
        )
      replayLines(sql, lines)
      const entries = [...snapshotEntries(sql)]
      writePosition(
        sql,
        log.exclusively((locked) => locked.append(entries, new Date(nowMs).toISOString())),
      )
    } else {
      replayLines(sql, since)
      writePosition(
        sql,
        log.exclusively((locked) => locked.end()),
      )
      sql.run(`UPDATE ledger SET state = 'unknown', message = ? WHERE state = 'sending'`, [doubtText])
    }
    sql.exec(`UPDATE batches SET state = 'paused' WHERE state = 'running';
      UPDATE batches SET lease_owner = NULL, lease_until_ms = 0 WHERE lease_owner IS NOT NULL;
      UPDATE prefetch_plans SET lease_owner = NULL, lease_until_ms = 0 WHERE lease_owner IS NOT NULL`)
    const count = (table: string, where = '1') =>
      Number(sql.rows(`SELECT count(*) AS n FROM ${table} WHERE ${where}`)[0]?.['n'])
    return {
      rows: ['batches', 'ledger', 'samples', 'screening_tasks'].reduce((sum, table) => sum + count(table), 0),
      doubtful: count('ledger', `state = 'unknown' AND message = '${doubtText}'`),
    }
  } finally {
    log.close()
  }
}

function rejectUnsound(backup: string): void {
  const name = basename(backup)
  const { state, problem } = inspectFile(backup, journalMigrations)
  const isJournal =
    state === 'sound' &&
    withSql(backup, (sql) => sql.rows(`SELECT 1 FROM sqlite_schema WHERE name = 'ledger'`).length > 0, {
      readOnly: true,
    })
  if (isJournal) return
  throw new Failure(
    'file',
    message`“${name}” is no sound backup of a journal (${problem ?? message`it is another kind of file`}). Nothing was changed.`,
    { name },
  )
}

/** The origin alone: the path of the interface is found out by each profile, and is not part of the service's name. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

/** Throws `rejected` if all samples of the backup are of other services: their ids mean nothing here. */
function rejectForeign({ backup, service, isDemo }: RestoreOptions): void {
  const origins = withSql(
    backup,
    (sql) => sql.rows('SELECT service, min(synthetic) AS synthetic FROM samples GROUP BY service'),
    { readOnly: true },
  )
  const isKnown = (row: Record<string, unknown>) =>
    originOf(String(row['service'])) === originOf(service) || (isDemo && row['synthetic'] === 1)
  if (origins.length === 0 || origins.some(isKnown)) return
  const names = [...new Set(origins.map((row) => originOf(String(row['service']))))].join(', ')
  throw rejected(
    message`“${basename(backup)}” is the journal of another service (${names}); this profile's is ${originOf(service)}. Nothing was changed. Open the profile that the backup was made of, then restore it there.`,
  )
}

/** Whoever sends a batch may be on another computer that shares this folder. */
function rejectWhileLeased(file: string, nowMs: number): void {
  const leaseEndMs = leaseEnd(file, nowMs)
  if (leaseEndMs === null) return
  const seconds = Math.ceil((leaseEndMs - nowMs) / 1000)
  throw rejected(
    message`Another Pathclock is sending a batch of this profile, or was ended a moment ago. Close it, then try again in ${seconds} s.`,
  )
}

/** Null if nobody sends; so too for a journal that cannot be read, which is why it is restored. */
function leaseEnd(file: string, nowMs: number): number | null {
  try {
    const held = withSql(
      file,
      (sql) => sql.rows('SELECT lease_owner, lease_until_ms FROM batches WHERE lease_until_ms > ?', [nowMs]),
      { readOnly: true },
    )
      .filter((row) => !leaseOwners.hasEnded(String(row['lease_owner'])))
      .map((row) => Number(row['lease_until_ms']))
      .filter((untilMs) => isLeaseHeld(untilMs, nowMs))
    return held.length > 0 ? Math.max(...held) : null
  } catch {
    return null
  }
}

/** Rows that only the replaced journal has; 0 if it cannot be read. */
function countMissing(sql: SyncSql, replacedFile: string): number {
  try {
    sql.run('ATTACH ? AS replaced', [replacedFile])
    const tables = sql
      .rows(
        `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'register_*'`,
      )
      .map(({ name }) => String(name))
      .filter((name) => !historyTables.has(name) && name !== 'sample_tags')
    let missing = 0
    for (const table of tables) {
      const key = sql
        .rows('SELECT name FROM pragma_table_info(?) WHERE pk > 0', [table])
        .map(({ name }) => `now.${String(name)} = before.${String(name)}`)
      const [row] = sql.rows(
        `SELECT count(*) AS n FROM replaced.${table} AS before WHERE NOT EXISTS (SELECT 1 FROM main.${table} AS now WHERE ${key.join(' AND ')})`,
      )
      missing += Number(row?.['n'])
    }
    return missing
  } catch {
    return 0
  }
}
