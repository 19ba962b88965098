import type { LedgerRow } from '../domain/samples/importing.ts'
import { message, toEnglish } from '../words/message.ts'
import { type Column, countColumn, textColumn, timeColumn } from './column.ts'

export const ledgerColumns: Column<Omit<LedgerRow, 'batchId'>>[] = [
  countColumn('row', message('export.numberRowFile'), ({ row }) => row),
  textColumn('client_reference', message('export.nameSample'), ({ clientReference }) => clientReference),
  textColumn('outcome', message('export.whatBecameOrder'), ({ state }) => state),
  textColumn(
    'message',
    message('export.whyWhereSomethingSay'),
    (row) => row.message && toEnglish(row.message),
  ),
  textColumn('sample_id', message('export.identifierSampleServiceEmpty'), ({ sampleId }) => sampleId),
  timeColumn('sent_at', message('export.whenRequestLeftWhere'), ({ sentAt }) => sentAt),
  countColumn('requests', message('export.howOftenRequestLeft'), ({ attempts }) => attempts),
  timeColumn('updated_at', message('export.whenRowChangedLast'), ({ updatedAt }) => updatedAt),
]
