import { existsSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type { JournalCheck, JournalStatus } from '../shared/domain/journal.ts'
import { backupsIn } from './adapters/database/backup.ts'
import { inJournalWorker } from './adapters/database/inJournalWorker.ts'
import { openGuarded, type Recovery, repairMark } from './adapters/database/openGuarded.ts'
import type { Workspace } from './handlers.ts'
import type { Clock, Database, Files } from './ports.ts'
import { type JournalSchema, journalMigrations } from './store/journal.ts'
import {
  derivedTables,
  recoveryStatements,
  refillStatements,
  settleRow,
  unchangedRows,
} from './store/journalRecovery.ts'
import { textPiece } from './store/registerTables.ts'

const firstBackupMs = 10 * 60_000
const nextBackupMs = 60 * 60_000

export const journalFile = (folder: string): string => join(folder, 'journal.db')
const backupFolder = (folder: string): string => join(folder, 'backups')

/** `workerFile`: the entry of the thread that takes work off this one, where there is such work. */
type Opening = { folder: string; nowMs: number; notice(text: string): void; workerFile?: string }

/** Opens the journal of a profile's folder. `verified`: every row of it was read through. Throws `file`. */
export async function openJournal({ folder, nowMs, notice, workerFile }: Opening) {
  const file = journalFile(folder)
  let verified = true
  let writable = true
  const journal = await openGuarded<JournalSchema>({
    file,
    migrations: journalMigrations,
    durability: 'full',
    ...(workerFile === undefined
      ? {}
      : { checkpoint: () => inJournalWorker(workerFile, { kind: 'checkpoint', file }) }),
    backups: backupFolder(folder),
    recovery: {
      settle: settleRow,
      finish: recoveryStatements,
      derived: derivedTables,
      refill: refillStatements,
      unchanged: unchangedRows,
    },
    nowMs,
    recovered: (recovery) => notice(tellRecovery(recovery)),
    unverified: () => {
      verified = false
    },
    onReadOnly: () => {
      writable = false
      notice(
        'The data folder is read-only: what is in the journal is shown, and nothing can be ordered or changed. Give this account the right to write to it, then start again.',
      )
    },
    onSetAside: (keptAs) =>
      notice(
        `The journal was damaged. It is kept as ${keptAs}, and a new one was begun: orders placed before are missing here.`,
      ),
  })
  return { journal, verified, writable }
}

const shownRows = 20

function tellRecovery({ keptAs, kept, fromBackup, backupAtMs, damaged, findings }: Recovery): string {
  const cause = findings[0]?.problem ?? 'unknown'
  const backup =
    backupAtMs === null
      ? 'There was no backup to take more from.'
      : `${fromBackup} came from the backup of ${new Date(backupAtMs).toISOString()}.`
  const more = damaged.length > shownRows ? ` and ${damaged.length - shownRows} more` : ''
  const shown = damaged.slice(0, shownRows).map(({ table, row }) => `${table} ${row}`)
  const named = `${shown.join(', ')}${more}`
  return [
    keptAs === null
      ? 'The journal was missing.'
      : `The journal was damaged (${cause}). It is kept as ${keptAs}.`,
    `A new one was made: ${kept} rows could be read and fit their checksums. ${backup}`,
    damaged.length > 0 ? `Damaged, and not to be relied on: ${named}.` : '',
    backupAtMs === null
      ? 'Orders may be missing here; look for them at the service before ordering these samples again.'
      : `Orders placed after ${new Date(backupAtMs).toISOString()} may be missing here; look for them at the service before ordering these samples again.`,
  ]
    .filter((text) => text !== '')
    .join(' ')
}

type KeeperOptions = {
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
  /** Backs up by the clock; a single command does so at its end only. */
  keepsTime: boolean
  notice(text: string): void
}

export type JournalKeeper = Workspace['journal'] & {
  /** Adds a backup to those that are kept, where anything has changed since the last. Rejects where it cannot. */
  backUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Backs the journal up, on a timer and at the end, reads it through, and fills the index that a rebuilt one lacks; each in
 * a thread of its own.
 */
export async function createJournalKeeper(options: KeeperOptions): Promise<JournalKeeper> {
  const { journal, folder, workerFile, clock, files } = options
  const file = journalFile(folder)
  const ending = new AbortController()
  const changes = async () => {
    const { rows } = await sql<{ n: number }>`SELECT total_changes() AS n`.execute(journal.query)
    return rows[0]?.n ?? 0
  }
  let backedUpAt = await changes()
  let last: JournalCheck | null = null

  const backUp = async () => {
    const now = await changes()
    if (options.disposable || now === backedUpAt) return
    await inJournalWorker(workerFile, {
      kind: 'backup',
      file,
      folder: backupFolder(folder),
      nowMs: clock.now(),
    })
    backedUpAt = now
  }
  const keepBackup = async () => {
    try {
      await backUp()
    } catch (error) {
      options.notice(
        `The journal could not be backed up: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }
  const keepTime = async () => {
    for (let waitMs = firstBackupMs; ; waitMs = nextBackupMs) {
      await clock.sleep(waitMs, ending.signal)
      await keepBackup()
    }
  }
  const check = async (path: string): Promise<JournalCheck> => {
    const verifiedAt = new Date(clock.now()).toISOString()
    const { rows, findings } = await inJournalWorker(workerFile, { kind: 'verify', file: path })
    return { rows, findings, verifiedAt }
  }
  const verifyOwn = async (): Promise<JournalCheck> => {
    last = await check(file)
    // It is in use now; what is damaged is sorted out at the next start, before anything else.
    if (last.findings.length > 0) writeFileSync(repairMark(file), '')
    return last
  }
  const verifyLate = async () => {
    const { findings } = await verifyOwn()
    if (findings.length > 0) options.notice(tellFindings(findings.length))
  }
  const fillText = async () => {
    const { rows } = await sql.raw(textPiece.left).execute(journal.query)
    if (rows.length > 0 && options.writable)
      await inJournalWorker(workerFile, { kind: 'fill', file, ...textPiece }, ending.signal)
  }
  const running = [
    fillText().catch((error: unknown) => ending.signal.aborted || options.notice(tellUnfilled(error))),
    ...(options.keepsTime
      ? [keepTime().catch((error: unknown) => ending.signal.aborted || Promise.reject(error))]
      : []),
    ...(options.verified ? [] : [verifyLate().catch((error: unknown) => options.notice(String(error)))]),
  ]

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
        verified: last,
      }
    },
    async backup({ fileId }) {
      const target = files.target(fileId)
      const { rows } = await inJournalWorker(workerFile, { kind: 'copy', file, target })
      return { file: { fileId, name: basename(target), sizeBytes: (await stat(target)).size }, rows }
    },
    verify: ({ fileId }) => (fileId === undefined ? verifyOwn() : check(files.path(fileId))),
    backUp,
    async close() {
      ending.abort()
      await Promise.all(running)
      if (existsSync(file)) await keepBackup()
    },
  }
}

const tellUnfilled = (error: unknown): string =>
  `The search of samples stays slower until the next start, since its index could not be filled: ${error instanceof Error ? error.message : String(error)}`

const tellFindings = (count: number): string =>
  `${count} damaged ${count === 1 ? 'place was' : 'places were'} found in the journal. Nothing is sent from damaged rows. ` +
  'Start the app again: the file is then set aside, and a new one is made of what is sound.'

async function countRows({ query }: Database<JournalSchema>): Promise<{ rows: number; damaged: number }> {
  const { rows } = await sql<{ rows: number; damaged: number }>`
    SELECT (SELECT count(*) FROM batches) + (SELECT count(*) FROM ledger) + (SELECT count(*) FROM samples)
      + (SELECT count(*) FROM screening_tasks) AS rows, (SELECT count(*) FROM damaged_rows) AS damaged
  `.execute(query)
  return rows[0] ?? { rows: 0, damaged: 0 }
}
