import type { BatchHistory } from '../../../shared/domain/importing.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { whoText } from './batch.ts'

/** The history for the clipboard: its events as a table, and everything of it as JSON. */
export const historyTable = (history: BatchHistory): Copied => ({
  table: {
    columns: ['at', 'by', 'what', 'row', 'detail'],
    rows: history.events.map(({ at, by, what, row, detail }) => [at, whoText(by), what, row, detail]),
  },
  json: history,
})
