import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { JournalUncertainty } from '../../../shared/domain/app/appData.ts'
import { parseJson } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'
import { readMessage } from '../../../shared/words/storedMessage.ts'
import {
  type Clock,
  LogDamaged,
  type LogEntry,
  type LogFile,
  type LogPosition,
  logStart,
  type SyncSql,
  type TransactionHooks,
} from '../../ports.ts'
import { createCollector, isFact, isPaidSending } from './entries.ts'
import { linesAfter, replayLines, uncertaintyAfter } from './replay.ts'

/** The last line of its log that a journal has applied; null if it never had a log. */
export function readPosition(sql: Pick<SyncSql, 'rows'>): LogPosition | null {
  const [row] = sql.rows('SELECT seq, sum, size_bytes FROM order_log')
  return row
    ? { seq: Number(row['seq']), sum: String(row['sum']), sizeBytes: Number(row['size_bytes']) }
    : null
}

export function writePosition(sql: SyncSql, { seq, sum, sizeBytes }: LogPosition): void {
  sql.run(
    `INSERT INTO order_log (one, seq, sum, size_bytes) VALUES (1, ?, ?, ?)
     ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, sum = excluded.sum, size_bytes = excluded.size_bytes`,
    [seq, sum, sizeBytes],
  )
}

/** Reads from a journal why paid calls are refused; null if they are allowed. */
function readUncertainty(sql: Pick<SyncSql, 'rows'>): JournalUncertainty | null {
  const text = sql.rows('SELECT uncertain FROM order_log')[0]?.['uncertain']
  if (typeof text !== 'string') return null
  // Written by `replayLines`.
  const { since, reasons } = parseJson(text) as JournalUncertainty
  return { since, reasons: reasons.flatMap((one) => readMessage(one) ?? []) }
}

export type OrderLog = {
  /** For the connection that changes the journal. Each change of an order is flushed to the log before the journal commits it. */
  journalHooks: TransactionHooks
  /** For the connection that changes the stored analyses. */
  answersHooks: TransactionHooks
  /**
   * Writes lines although the journal cannot be written; the journal takes them over with its next change. Throws `file`,
   * and `journalUncertain` if the log was damaged since the start.
   */
  append(entries: readonly LogEntry[]): void
  /** Returns why paid calls are refused according to journal and log; null if they are allowed. The journal must be open. */
  uncertainty(): JournalUncertainty | null
}

/**
 * Keeps `orders.log`, the source of truth about money: every change of an order, a sample, a screening or an analysis is
 * flushed to it before it is committed to its database. A journal that is behind catches up whenever it is changed.
 */
export function createOrderLog({ log, clock }: { log: LogFile; clock: Pick<Clock, 'now'> }): OrderLog {
  /** The connection that changes the journal. */
  let journal: SyncSql | null = null
  const now = () => new Date(clock.now()).toISOString()

  /** Another process may have acknowledged it, or found damage, without having changed the journal yet. */
  const uncertainty = (): JournalUncertainty | null => {
    if (!journal) return null
    const applied = readUncertainty(journal)
    const position = readPosition(journal)
    if (!position || position.sizeBytes === log.sizeBytes()) return applied
    return (linesAfter(log, position) ?? []).reduce(uncertaintyAfter, applied)
  }
  const requireCertain = (entries: readonly LogEntry[]): void => {
    if (entries.some(isPaidSending) && uncertainty()) throw journalUncertainFailure()
  }
  /** Applies what other processes, or a commit that failed, have left in the log. */
  const catchUp = (sql: SyncSql): void => {
    const position = readPosition(sql)
    if (!position || position.sizeBytes === log.sizeBytes()) return
    log.exclusively((locked) => {
      const lines = locked.linesAfter(position)
      if (lines.length === 0) return
      replayLines(sql, lines)
      writePosition(sql, locked.end())
    })
  }
  /** A damaged log must not hide what the service has answered; only new payments wait for it. */
  const unlessDamaged = (entries: readonly LogEntry[], work: () => void): void => {
    try {
      work()
    } catch (error) {
      if (entries.every(isFact) && (error instanceof LogDamaged || isFailure(error, 'file'))) return
      throw toFailure(error)
    }
  }

  const append = (entries: readonly LogEntry[]): void =>
    log.exclusively((locked) => void locked.append(entries, now()))

  const createHooks = (database: 'journal' | 'answers'): TransactionHooks => {
    const collector = createCollector(database)
    const follows = database === 'journal'
    /** The intentions of the transaction that is being committed, by their numbers. */
    let intentions: number[] = []
    return {
      opened(sql) {
        collector.opened(sql)
        if (follows) journal = sql
      },
      began(sql) {
        intentions = []
        if (follows) unlessDamaged([], () => catchUp(sql))
        collector.clear()
      },
      beforeCommit(sql) {
        const entries = collector.entries()
        collector.clear()
        if (entries.length === 0) return
        if (follows && readPosition(sql) === null) return
        requireCertain(entries)
        unlessDamaged(entries, () =>
          log.exclusively((locked) => {
            if (follows) {
              const lines = locked.linesAfter(readPosition(sql) ?? logStart)
              replayLines(sql, lines)
              collector.clear()
            }
            const first = locked.end().seq + 1
            const end = locked.append(entries, now())
            intentions = entries.flatMap((entry, index) => (isFact(entry) ? [] : first + index))
            if (follows) writePosition(sql, end)
          }),
        )
      },
      commitFailed() {
        if (intentions.length === 0) return
        const entry = { kind: 'not written', json: JSON.stringify({ seqs: intentions }) }
        intentions = []
        // If this fails too, the rows count as sent, and the user settles them.
        unlessDamaged([], () => append([entry]))
      },
    }
  }

  return {
    journalHooks: createHooks('journal'),
    answersHooks: createHooks('answers'),
    append(entries) {
      try {
        append(entries)
      } catch (error) {
        throw toFailure(error)
      }
    },
    uncertainty,
  }
}

export const journalUncertainFailure = (): Failure<'journalUncertain'> =>
  new Failure('journalUncertain', message('samples.ordersMissingJournalAfter'), {})

const toFailure = (error: unknown): unknown =>
  error instanceof LogDamaged ? logDamagedFailure(error) : error

const logDamagedFailure = (cause: unknown): Failure<'journalUncertain'> =>
  new Failure('journalUncertain', message('samples.orderLogDamagedWhile'), {}, { cause })
