import { existsSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import { messageOf } from '../../shared/contract/failures.ts'
import type { JournalCheck, JournalStatus } from '../../shared/domain/app/appData.ts'
import { joinMessages, type Message, message, plural, shortList } from '../../shared/messages/message.ts'
import { runInJournalWorker } from '../adapters/sqlite/recovery/journalWorkerCall.ts'
import {
  backupsIn,
  openRecoverable,
  type Recovery,
  repairMarkerFile,
} from '../adapters/sqlite/recovery/openRecoverable.ts'
import type { Clock, Database, Files } from '../ports.ts'
import { type JournalSchema, journalMigrations } from '../store/journal.ts'
import {
  derivedTables,
  losesAnalysis,
  recoveryStatements,
  refillStatements,
  settleRow,
  unchangedRows,
} from '../store/journalRecovery.ts'
import { textIndexChunk } from '../store/journalTables.ts'

const firstBackupDelayMs = 10 * 60_000
const backupIntervalMs = 60 * 60_000

export const journalFile = (folder: string): string => join(folder, 'journal.db')
const backupFolder = (folder: string): string => join(folder, 'backups')

/** `workerFile`: the entry of the thread that takes work off this one, where there is such work. */
type JournalOptions = { folder: string; nowMs: number; notice(text: Message): void; workerFile?: string }

/** Opens the journal of a profile's folder. `verified`: every row of it was read through. Throws `file`. */
export async function openJournal({ folder, nowMs, notice, workerFile }: JournalOptions) {
  const file = journalFile(folder)
  let verified = true
  let writable = true
  const lostAnalyses = new Set<unknown>()
  const journal = await openRecoverable<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
    ...(workerFile === undefined
      ? {}
      : { checkpoint: () => runInJournalWorker(workerFile, { kind: 'checkpoint', file }) }),
    backups: backupFolder(folder),
    recovery: {
      settle(table, row, origin) {
        if (table === 'study_batches' && losesAnalysis(row, origin)) lostAnalyses.add(row['batch_id'])
        return settleRow(table, row, origin)
      },
      finish: recoveryStatements,
      derived: derivedTables,
      refill: refillStatements,
      unchanged: unchangedRows,
    },
    nowMs,
    onRecovered: (recovery) => notice(formatRecovery(recovery, lostAnalyses.size)),
    onUnverified: () => {
      verified = false
    },
    onReadOnly: () => {
      writable = false
      notice(
        message`The data folder is read-only: what is in the journal is shown, and nothing can be ordered or changed. Give this account the right to write to it, then start again.`,
      )
    },
    onQuarantine: (quarantinedFile) =>
      notice(
        message`The journal was damaged. It is saved as ${quarantinedFile}, and a new one was started. Earlier orders are missing from it.`,
      ),
  })
  return { journal, verified, writable }
}

const maxShownRows = 20

function formatRecovery(
  { quarantinedFile, fromFile, fromBackup, backupAtMs, damaged, findings }: Recovery,
  lostAnalyses: number,
): Message {
  const cause = findings[0]?.problem ?? message`unknown`
  const backup =
    backupAtMs === null
      ? message`There was no backup to take more from.`
      : message`${fromBackup} came from the backup of ${new Date(backupAtMs).toISOString()}.`
  const rows = damaged.map(({ table, row }) => `${table} ${row}`)
  return joinMessages([
    quarantinedFile === null
      ? message`The journal was missing.`
      : message`The journal was damaged (${cause}). It is saved as ${quarantinedFile}.`,
    message`A new one was made: ${fromFile} rows could be read and fit their checksums.`,
    backup,
    damaged.length > 0 ? message`Damaged, and not to be relied on: ${shortList(rows, maxShownRows)}.` : null,
    backupAtMs === null
      ? message`Orders may be missing: look for them at the service before you order these samples again.`
      : message`Orders placed after ${new Date(backupAtMs).toISOString()} may be missing: look for them at the service before you order these samples again.`,
    lostAnalyses > 0
      ? message`The results of ${lostAnalyses} ${plural(lostAnalyses, 'import')} are no longer fetched by themselves: open the study, and choose Analyze.`
      : null,
  ])
}

type JournalMaintenanceOptions = {
  journal: Database<JournalSchema>
  verified: boolean
  /** The journal may be written to. */
  writable: boolean
  folder: string
  workerFile: string
  clock: Clock
  files: Files
  /** Keeps no backups of its own: everything in it is synthetic, or in a capsule. */
  disposable: boolean
  /** Backs up by the clock, and verifies what was too large at the start; a single command backs up at its end only. */
  backsUpPeriodically: boolean
  notice(text: Message): void
}

export type JournalMaintenance = WorkspaceServices['journal'] & {
  /** Adds a backup to those that are stored, where anything has changed since the last. Rejects where it cannot. */
  backUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Backs the journal up, on a timer and at the end, reads it through, and fills the index that a rebuilt one lacks; each in
 * a thread of its own.
 */
export async function createJournalMaintenance(
  options: JournalMaintenanceOptions,
): Promise<JournalMaintenance> {
  const { journal, folder, workerFile, clock, files } = options
  const file = journalFile(folder)
  const closing = new AbortController()
  const countChanges = async () => {
    const { rows } = await sql<{ n: number }>`SELECT total_changes() AS n`.execute(journal.query)
    return rows[0]?.n ?? 0
  }
  let backedUpChanges = await countChanges()
  let lastCheck: JournalCheck | null = null

  const backUp = async () => {
    const changeCount = await countChanges()
    if (options.disposable || changeCount === backedUpChanges) return
    await runInJournalWorker(workerFile, {
      kind: 'backup',
      file,
      folder: backupFolder(folder),
      nowMs: clock.now(),
    })
    backedUpChanges = changeCount
  }
  const tryBackUp = async () => {
    try {
      await backUp()
    } catch (error) {
      options.notice(message`The journal could not be backed up: ${messageOf(error)}`)
    }
  }
  const backUpPeriodically = async () => {
    for (let waitMs = firstBackupDelayMs; ; waitMs = backupIntervalMs) {
      await clock.sleep(waitMs, closing.signal)
      await tryBackUp()
    }
  }
  const check = async (path: string, signal?: AbortSignal): Promise<JournalCheck> => {
    const verifiedAt = new Date(clock.now()).toISOString()
    const { rows, findings } = await runInJournalWorker(workerFile, { kind: 'verify', file: path }, signal)
    return { rows, findings, verifiedAt }
  }
  const verifyJournal = async (signal?: AbortSignal): Promise<JournalCheck> => {
    lastCheck = await check(file, signal)
    // It is in use now; what is damaged is sorted out at the next start, before anything else.
    if (lastCheck.findings.length > 0) writeFileSync(repairMarkerFile(file), '')
    return lastCheck
  }
  const verifyInBackground = async () => {
    const { findings } = await verifyJournal(closing.signal)
    if (findings.length > 0) options.notice(formatFindings(findings.length))
  }
  const fillTextIndex = async () => {
    const { rows } = await sql.raw(textIndexChunk.hasMoreSql).execute(journal.query)
    if (rows.length > 0 && options.writable)
      await runInJournalWorker(workerFile, { kind: 'fill', file, ...textIndexChunk }, closing.signal)
  }
  const reportUnlessClosing = (format: (error: unknown) => Message) => (error: unknown) => {
    if (!closing.signal.aborted) options.notice(format(error))
  }
  const tasks = [fillTextIndex().catch(reportUnlessClosing(formatFillFailure))]
  if (options.backsUpPeriodically) {
    // Only the closing ends it with an error.
    tasks.push(backUpPeriodically().catch(() => undefined))
    if (!options.verified) tasks.push(verifyInBackground().catch(reportUnlessClosing(formatCheckFailure)))
  }

  return {
    async status(): Promise<JournalStatus> {
      const all = backupsIn(backupFolder(folder))
      const [newest] = all
      const { rows, damaged } = await countRows(journal)
      return {
        rows,
        damagedRows: damaged,
        backups: all.length,
        lastBackup: newest ? { name: basename(newest.path), at: new Date(newest.atMs).toISOString() } : null,
        verified: lastCheck,
      }
    },
    async backup({ fileId }) {
      const target = files.target(fileId)
      const { rows } = await runInJournalWorker(workerFile, { kind: 'copy', file, target })
      return { file: { fileId, name: basename(target), sizeBytes: (await stat(target)).size }, rows }
    },
    verify: ({ fileId }) => (fileId === undefined ? verifyJournal() : check(files.path(fileId))),
    backUp,
    async close() {
      closing.abort()
      await Promise.all(tasks)
      if (existsSync(file)) await tryBackUp()
    },
  }
}

const formatFillFailure = (error: unknown): Message =>
  message`The search of samples stays slower until the next start, since its index could not be filled: ${messageOf(error)}`

const formatCheckFailure = (error: unknown): Message =>
  message`The journal could not be checked: ${messageOf(error)}`

const formatFindings = (count: number): Message =>
  message`${count} damaged ${plural(count, 'place was', 'places were')} found in the journal. Nothing is sent from damaged rows. Restart Pathclock: it quarantines the file and rebuilds the journal from the sound rows.`

async function countRows({ query }: Database<JournalSchema>): Promise<{ rows: number; damaged: number }> {
  const { rows } = await sql<{ rows: number; damaged: number }>`
    SELECT (SELECT count(*) FROM batches) + (SELECT count(*) FROM ledger) + (SELECT count(*) FROM samples)
      + (SELECT count(*) FROM screening_tasks) AS rows, (SELECT count(*) FROM damaged_rows) AS damaged
  `.execute(query)
  return rows[0] ?? { rows: 0, damaged: 0 }
}
