import type { Batch, LedgerRow } from '../../../shared/domain/importing.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { countedStates } from './batch.ts'

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
      message,
      attempts,
      sentAt,
      updatedAt,
    ]),
  },
  json: rows,
})
