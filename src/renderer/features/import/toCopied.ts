import type { Input } from '../../../shared/contract/contract.ts'
import type { DryRun, FailingRow, LedgerRow, Problem } from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { type Copied, toCopiedTable, yesNo } from '../../../shared/tables/copyTable.ts'
import { toEnglish } from '../../../shared/words/message.ts'
import { call } from '../../client/call.ts'

/** Returns the findings of a check or a reading, one per line. */
export const problemsTable = (problems: readonly Problem[]): Copied =>
  toCopiedTable(problems, {
    line: ({ row }) => row,
    severity: ({ severity }) => severity,
    column: ({ column }) => column,
    value: ({ value }) => value,
    rule: ({ rule }) => rule,
    message: ({ message }) => toEnglish(message),
  })

/** Returns rows of a file with their problems; the cells include all corrections. */
export const failingTable = (rows: readonly FailingRow[], columns: readonly string[]): Copied => ({
  table: {
    columns: ['line', 'findings', ...columns],
    rows: rows.map(({ row, cells, problems }) => [
      row,
      problems
        .map(({ column, message }) => (column ? `${column}: ${toEnglish(message)}` : toEnglish(message)))
        .join(' '),
      ...columns.map((_, at) => cells[at] ?? null),
    ]),
  },
  json: rows.map(({ row, cells, problems }) => ({
    line: row,
    cells: Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? null])),
    problems,
  })),
})

/** Returns the first rows of a file as they were parsed. */
export const previewTable = (
  preview: readonly { row: number; cells: string[] }[],
  columns: readonly string[],
): Copied => ({
  table: {
    columns: ['line', ...columns],
    rows: preview.map(({ row, cells }) => [row, ...columns.map((_, at) => cells[at] ?? null)]),
  },
  json: { columns, rows: preview },
})

/** Returns rows that failed or whose outcome is unknown. */
export const ledgerRowsTable = (rows: readonly LedgerRow[]): Copied =>
  toCopiedTable(rows, {
    line: ({ row }) => row,
    client_reference: ({ clientReference }) => clientReference,
    state: ({ state }) => state,
    message: ({ message }) => message && toEnglish(message),
  })

/** Returns rows that were, or may have been, ordered before. */
export const duplicatesTable = (duplicates: DryRun['duplicates']): Copied =>
  toCopiedTable(duplicates, {
    line: ({ row }) => row,
    client_reference: ({ clientReference }) => clientReference,
    state: ({ state }) => state,
    sample_id: ({ sampleId }) => sampleId,
    batch_id: ({ batchId }) => batchId,
  })

export const formTable = (form: OrderForm): Copied =>
  toCopiedTable(form, {
    field: ({ field }) => field,
    sent_as: ({ sendAs }) => sendAs,
    type: ({ type }) => type,
    required: ({ required }) => yesNo(required),
    least: ({ least }) => least ?? null,
    most: ({ most }) => most ?? null,
    pattern: ({ pattern }) => pattern ?? null,
    one_of: ({ oneOf }) => oneOf?.join('; ') ?? null,
    unit: ({ unit }) => unit ?? null,
  })

/** The most rows that are copied to the clipboard. Larger tables are saved to a file. */
export const mostCopied = 10_000
const limit = 500

async function readAll<Row>(readPage: (page: number) => Promise<{ rows: Row[]; total: number }>) {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostCopied; page += 1) {
    const answer = await readPage(page)
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.total) break
  }
  return rows
}

export const readFailing = (question: Pick<Input<'imports.failing'>, 'draftId' | 'rule' | 'severity'>) =>
  readAll((page) => call('imports.failing', { ...question, page, limit }))

export const readLedger = (batchId: string, state: 'failed' | 'unknown') =>
  readAll((page) => call('batches.rows', { batchId, state, page, limit }))
