import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import type { WorkspaceServices } from '../../shared/contract/contract.ts'
import { isFailure, messageOf } from '../../shared/contract/failures.ts'
import type {
  JournalCheck,
  JournalDoubt,
  JournalStatus,
  JournalUncertainty,
} from '../../shared/domain/app/appData.ts'
import { type Message, message, shortList } from '../../shared/words/message.ts'
import { createChainedLog } from '../adapters/files/chainedLog.ts'
import { backupsIn } from '../adapters/sqlite/backups.ts'
import { withSql } from '../adapters/sqlite/inspect.ts'
import type { Clock, Database, Emit, Files, LogEntry } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'
import { textIndexChunk } from '../store/journalTables.ts'
import { journalUncertainFailure, type OrderLog } from '../store/orderLog/orderLog.ts'
import type { Reconciliation } from '../store/orderLog/reconcile.ts'
import { createOrderLogMethods } from '../store/orderLog/tasks.ts'
import { backupFolder, journalFile, orderLogFile, resultsFile } from './dataFiles.ts'
import { checkAfterStartMs, runInJournalWorker } from './journalWorkerCall.ts'
import { formatSavedLog } from './openJournal.ts'

/** The journal is backed up at most this long after a change. Batches and the closing are backed up at their end. */
const backupAfterMs = 10 * 60_000
const backupCheckMs = 60_000
/** A user who acknowledges on the command line looks back at the app within seconds. Each check reads one row. */
const uncertaintyCheckMs = { uncertain: 2000, certain: 30_000 }
/** A log up to this size is compared on the main thread in about 30 ms, the time that starting a thread would take. */
const smallLogBytes = 1024 * 1024
const maxShownOrders = 1000
const maxShownRows = 20

type JournalMaintenanceOptions = {
  journal: Database<JournalSchema>
  /** Null in a capsule, which cannot order. */
  orderLog: OrderLog | null
  isWritable: boolean
  /** Makes a backup immediately. */
  isBackupDue: boolean
  folder: string
  profileId: string
  workerFile: string
  clock: Clock
  files: Files
  emit: Emit
  /** Called when the reason for refusing paid calls changes. */
  statusChanged(): void
  /** Returns the user's name for the order log. */
  who(): string
  /** True if paid results may have been lost. The order log lists them. */
  areResultsReplaced: boolean
  /** True if the profile needs no backups: its data is synthetic or from a capsule. */
  isDisposable: boolean
  /** True if the process backs up the journal and compares it with the log. False for a single command. */
  isLongLived: boolean
  notice(text: Message): void
}

export type JournalMaintenance = WorkspaceServices['journal'] & {
  /** Makes a backup if the journal has changed since the last one. Rejects if it fails. */
  backUp(): Promise<void>
  /** Compares the journal with the order log, once per process. Call it before looking up which orders were placed. */
  reconcile(): Promise<void>
  /** Throws `journalUncertain` if some orders may be unknown. */
  requireCertain(): Promise<void>
  close(): Promise<void>
}

/** Backs up the journal, compares it with the order log, and rebuilds the text index that a restored journal lacks. */
export async function createJournalMaintenance(
  options: JournalMaintenanceOptions,
): Promise<JournalMaintenance> {
  const { journal, orderLog, folder, workerFile, clock, files, notice } = options
  const file = journalFile(folder)
  const closing = new AbortController()
  const paths = () => ({
    journal: file,
    log: orderLogFile(folder),
    answers: existsSync(resultsFile(folder)) ? resultsFile(folder) : null,
  })
  const countChanges = async () => {
    const { rows } = await sql<{ n: number }>`SELECT total_changes() AS n`.execute(journal.query)
    return rows[0]?.n ?? 0
  }
  let backedUpChanges = options.isBackupDue ? null : await countChanges()
  let lastCheck: JournalCheck | null = null

  const backUp = async () => {
    const changes = await countChanges()
    if (options.isDisposable || changes === backedUpChanges) return
    await runInJournalWorker(workerFile, 'backup', [file, backupFolder(folder), clock.now()])
    backedUpChanges = changes
  }
  const tryBackUp = async () => {
    try {
      await backUp()
    } catch (error) {
      notice(message('app.journalCouldNotBacked', { error: messageOf(error) }))
    }
  }
  const backUpAfterChanges = async () => {
    let changedAtMs: number | null = null
    for (;;) {
      await clock.sleep(backupCheckMs, closing.signal)
      if ((await countChanges()) === backedUpChanges) {
        changedAtMs = null
        continue
      }
      changedAtMs ??= clock.now() - backupCheckMs
      if (clock.now() - changedAtMs < backupAfterMs) continue
      await tryBackUp()
      changedAtMs = null
    }
  }

  const uncertainty = () => orderLog?.uncertainty() ?? null
  /** Reports a change by another process, such as `journal acknowledge` while the app is open. */
  const watchUncertainty = async () => {
    for (let last = uncertainty(); ; ) {
      await clock.sleep(uncertaintyCheckMs[last ? 'uncertain' : 'certain'], closing.signal)
      const current = uncertainty()
      if (current?.since !== last?.since) options.statusChanged()
      last = current
    }
  }
  /** Appends lines to the order log and lets the journal apply them. */
  const log = async (entries: readonly LogEntry[]): Promise<void> => {
    orderLog?.append(entries)
    await journal.transaction(async () => {})
    options.statusChanged()
  }
  const compare = async (): Promise<Reconciliation> => {
    const { log: logPath } = paths()
    const isSmall = (createChainedLog(logPath).sizeBytes() ?? 0) < smallLogBytes
    return isSmall
      ? createOrderLogMethods({ openLog: createChainedLog, withSql }).reconcile(paths())
      : runInJournalWorker(workerFile, 'reconcile', [paths()], closing.signal)
  }
  const reconcile = async (): Promise<void> => {
    if (!orderLog || !options.isWritable) return
    const { isCorrupt, corrected, unlogged, lostAnalyses } = await compare()
    if (unlogged.length > 0) await log(unlogged)
    if (isCorrupt) {
      const at = new Date(clock.now()).toISOString()
      const args = [paths(), options.profileId, at] as const
      const { quarantinedFile, rejected } = await runInJournalWorker(workerFile, 'rebuildLog', [...args])
      const reasons = [message('app.orderLogDamaged'), formatSavedLog(quarantinedFile ?? '?', rejected)]
      await log([toEntry('uncertain', { reasons })])
    }
    if (corrected.length > 0) {
      const rows = corrected.map(({ table, key }) => `${table} ${key}`)
      notice(
        message('app.diskChangedRowsJournal', {
          count: corrected.length,
          rows: shortList(rows, maxShownRows),
        }),
      )
      options.emit('samples.changed', { batchId: null })
    }
    if (lostAnalyses.length > 0) {
      const sampleIds = lostAnalyses.map((key) => key.slice(key.indexOf(' ') + 1))
      const reason = message('app.resultsAnalysesServiceCounted', {
        count: lostAnalyses.length,
        samples: shortList([...new Set(sampleIds)], maxShownRows),
      })
      // After the user has acknowledged the loss, it is not reported again.
      await log([...lostAnalyses.map(toLostEntry), toEntry('uncertain', { reasons: [reason] })])
    }
  }
  const verifyBackup = async (path: string): Promise<Omit<JournalCheck, 'verifiedAt'>> => {
    try {
      const { rows } = await runInJournalWorker(workerFile, 'describeBackup', [path])
      return { rows, findings: [] }
    } catch (error) {
      if (!isFailure(error, 'file')) throw error
      return { rows: 0, findings: [{ table: null, row: null, problem: error.userMessage }] }
    }
  }
  let reconciled: Promise<void> | null = null
  const reconcileOnce = (): Promise<void> =>
    (reconciled ??= reconcile().catch((error: unknown) => {
      reconciled = null
      throw error
    }))

  const fillTextIndex = async () => {
    const { rows } = await sql.raw(textIndexChunk.hasMoreSql).execute(journal.query)
    const { statements, hasMoreSql } = textIndexChunk
    if (rows.length > 0 && options.isWritable)
      await runInJournalWorker(workerFile, 'fill', [file, statements, hasMoreSql], closing.signal)
  }
  const reportUnlessClosing = (format: (error: Message) => Message) => (error: unknown) => {
    if (!closing.signal.aborted) notice(format(messageOf(error)))
  }
  if (options.areResultsReplaced) await reconcileOnce()
  const tasks = [
    fillTextIndex().catch(reportUnlessClosing((error) => message('app.searchSamplesStaysSlower', { error }))),
  ]
  if (options.isBackupDue) tasks.push(tryBackUp())
  if (options.isLongLived) {
    // It rejects only when it is closed.
    tasks.push(backUpAfterChanges().catch(() => undefined))
    tasks.push(watchUncertainty().catch(() => undefined))
    tasks.push(
      clock
        .sleep(checkAfterStartMs, closing.signal)
        .then(reconcileOnce)
        .catch(reportUnlessClosing((error) => message('app.journalCouldNotCompared', { error }))),
    )
  }

  return {
    async status(): Promise<JournalStatus> {
      const all = backupsIn(backupFolder(folder))
      const [newest] = all
      return {
        rows: await countRows(journal),
        backups: all.length,
        lastBackup: newest ? { name: basename(newest.path), at: new Date(newest.atMs).toISOString() } : null,
        verified: lastCheck,
        uncertain: uncertainty(),
      }
    },
    async verify({ fileId }) {
      const verifiedAt = new Date(clock.now()).toISOString()
      if (fileId !== undefined) return { ...(await verifyBackup(files.path(fileId))), verifiedAt }
      await reconciled?.catch(() => undefined)
      reconciled = null
      await reconcileOnce()
      lastCheck = { ...(await runInJournalWorker(workerFile, 'verify', [file])), verifiedAt }
      return lastCheck
    },
    async doubt(): Promise<JournalDoubt | null> {
      const uncertain = uncertainty()
      return uncertain && { ...uncertain, ...(await ordersInQuestion(journal)) }
    },
    async acknowledge() {
      if (uncertainty() !== null) await log([toEntry('acknowledged', { by: options.who() })])
      return null
    },
    backUp,
    reconcile: reconcileOnce,
    async requireCertain() {
      await reconcileOnce()
      if (uncertainty() !== null) throw journalUncertainFailure()
    },
    async close() {
      closing.abort()
      await Promise.all(tasks)
      await reconciled?.catch(() => undefined)
      if (existsSync(file)) await tryBackUp()
    },
  }
}

const toEntry = (kind: string, members: object): LogEntry => ({ kind, json: JSON.stringify(members) })

function toLostEntry(key: string): LogEntry {
  const [kind = '', sampleId = ''] = key.split(/ (.*)/s)
  const analysis = { sample_id: sampleId, kind }
  return toEntry('analysis settled', { analysis, outcome: 'lost' })
}

async function countRows({ query }: Database<JournalSchema>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    SELECT (SELECT count(*) FROM batches) + (SELECT count(*) FROM ledger) + (SELECT count(*) FROM samples)
      + (SELECT count(*) FROM screening_tasks) AS rows`.execute(query)
  return rows[0]?.rows ?? 0
}

/** Returns the orders with an unknown outcome. After damage, the user looks them up at the service. */
async function ordersInQuestion({
  query,
}: Database<JournalSchema>): Promise<Omit<JournalDoubt, keyof JournalUncertainty>> {
  const unsettled = query.selectFrom('ledger').where('state', 'in', ['unknown', 'sending'])
  const rows = await unsettled
    .select(['batch_id', 'row', 'client_reference', 'state', 'sample_id', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .orderBy('batch_id')
    .orderBy('row')
    .limit(maxShownOrders)
    .execute()
  const { total } = await unsettled
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { newest } = await query
    .selectFrom('ledger')
    .select((eb) => eb.fn.max('sent_at').as('newest'))
    .executeTakeFirstOrThrow()
  return {
    total,
    newestOrderAt: newest,
    orders: rows.map((row) => ({
      batchId: row.batch_id,
      row: row.row,
      clientReference: row.client_reference,
      state: row.state,
      sampleId: row.sample_id,
      sentAt: row.sent_at,
    })),
  }
}
