import type {
  Batch,
  BatchHistory,
  LedgerRow,
  LedgerState,
} from '../../../../shared/domain/samples/importing.ts'
import type { Copied } from '../../../../shared/format/copyTable.ts'
import { toEnglish } from '../../../../shared/messages/message.ts'

export const batchPageSize = 200

/** The states that batch rows are counted and filtered by, in display order. */
export const countedStates = ['created', 'failed', 'unknown', 'queued', 'cancelled'] as const
export type CountedState = (typeof countedStates)[number]

/** Returns true for rows that need a decision by the user. */
export const isOpen = (state: LedgerState): boolean => state === 'failed' || state === 'unknown'

/** Returns the number of rows to resume: those that can be sent, and in a canceled batch also the canceled ones. */
export const toSend = ({ state, resumable, cancelled }: Batch): number =>
  state === 'cancelled' ? resumable + cancelled : resumable

/** Returns the progress from 0 to 100: the share of rows that no longer wait. */
export const percentOf = ({ rows, queued }: Batch): number =>
  rows === 0 ? 100 : ((rows - queued) / rows) * 100

/** Returns the names of the user who did something, as far as they are recorded. */
export const personText = (person: BatchHistory['by']): string =>
  [person?.user, person?.account, person?.profile].filter(Boolean).join(' · ')

/** Returns the selected lines in order, or undefined (all lines) if none is selected. */
export const linesOf = (chosen: ReadonlySet<number>): number[] | undefined =>
  chosen.size === 0 ? undefined : [...chosen].sort((a, b) => a - b)

/** Returns the batches for the clipboard, with the counts of their rows by state. */
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

/** Returns the rows of a batch for the clipboard, with their lines and outcomes. */
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
