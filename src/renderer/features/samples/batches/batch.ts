import type {
  Batch,
  BatchHistory,
  LedgerRow,
  LedgerState,
} from '../../../../shared/domain/samples/importing.ts'
import type { Copied } from '../../../../shared/format/copyTable.ts'
import { toEnglish } from '../../../../shared/messages/message.ts'

export const batchPageSize = 200

/** The states that rows of a batch are counted and filtered by, in the order in which they are shown. */
export const countedStates = ['created', 'failed', 'unknown', 'queued', 'cancelled'] as const
export type CountedState = (typeof countedStates)[number]

/** Rows that a person can decide about, each kind in its own way. */
export const isOpen = (state: LedgerState): boolean => state === 'failed' || state === 'unknown'

/** What there is to go on with: rows that can be sent, and those that were taken back when it was cancelled. */
export const toSend = ({ state, resumable, cancelled }: Batch): number =>
  state === 'cancelled' ? resumable + cancelled : resumable

/** 0 to 100: everything but the rows that still wait is behind us. */
export const percentOf = ({ rows, queued }: Batch): number =>
  rows === 0 ? 100 : ((rows - queued) / rows) * 100

/** Who it was, by the names that are known of them. */
export const whoText = (person: BatchHistory['by']): string =>
  [person?.user, person?.account, person?.profile].filter(Boolean).join(' · ')

/** The chosen lines, or undefined where all that are meant are to be taken. */
export const linesOf = (chosen: ReadonlySet<number>): number[] | undefined =>
  chosen.size === 0 ? undefined : [...chosen].sort((a, b) => a - b)

/** The imports for the clipboard, each with how many of its rows are in which state. */
export const batchesTable = (batches: readonly Batch[]): Copied => ({
  table: {
    columns: ['batch_id', 'file', 'state', 'rows', ...countedStates, 'imported_at'],
    rows: batches.map((batch) => [
      batch.batchId,
      batch.fileName,
      batch.state,
      batch.rows,
      ...countedStates.map((state) => batch[state]),
      batch.createdAt,
    ]),
  },
  json: batches,
})

/** Rows of an import for the clipboard, each with its line in the file and what became of it. */
export const ledgerTable = (rows: readonly LedgerRow[]): Copied => ({
  table: {
    columns: [
      'line',
      'client_reference',
      'state',
      'sample_id',
      'message',
      'attempts',
      'sent_at',
      'updated_at',
    ],
    rows: rows.map(({ row, clientReference, state, sampleId, message, attempts, sentAt, updatedAt }) => [
      row,
      clientReference,
      state,
      sampleId,
      message && toEnglish(message),
      attempts,
      sentAt,
      updatedAt,
    ]),
  },
  json: rows,
})
