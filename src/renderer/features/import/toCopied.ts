import type { Input } from '../../../shared/contract/contract.ts'
import type { DryRun, FailingRow, LedgerRow, Problem } from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import { type Copied, toCopiedTable, yesNo } from '../../../shared/format/copyTable.ts'
import { toEnglish } from '../../../shared/messages/message.ts'
import { call } from '../../client/call.ts'

/** What a check or a reading found, a line a finding. */
export const problemsTable = (problems: readonly Problem[]): Copied =>
  toCopiedTable(problems, {
    line: ({ row }) => row,
    severity: ({ severity }) => severity,
    column: ({ column }) => column,
    value: ({ value }) => value,
    rule: ({ rule }) => rule,
    message: ({ message }) => toEnglish(message),
  })

/** Rows of a file with what is wrong with them; the cells as they are with all corrections. */
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

/** The first rows of a file as they were read. */
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

/** Rows that did not become orders, or may have. */
export const ledgerRowsTable = (rows: readonly LedgerRow[]): Copied =>
  toCopiedTable(rows, {
    line: ({ row }) => row,
    client_reference: ({ clientReference }) => clientReference,
    state: ({ state }) => state,
    message: ({ message }) => message && toEnglish(message),
  })

/** Rows that have an order or may have one. */
export const duplicatesTable = (duplicates: DryRun['duplicates']): Copied =>
  toCopiedTable(duplicates, {
    line: ({ row }) => row,
    client_reference: ({ clientReference }) => clientReference,
    state: ({ state }) => state,
    sample_id: ({ sampleId }) => sampleId,
    batch_id: ({ batchId }) => batchId,
  })

/** The fields of an order, with what a cell of each has to be. */
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

/** The clipboard is for what a person pastes; more go through a file. */
export const mostCopied = 10_000
const limit = 500

/** Every row of a question, page by page, up to as many as are copied. */
async function readAll<Row>(readPage: (page: number) => Promise<{ rows: Row[]; total: number }>) {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostCopied; page += 1) {
    const answer = await readPage(page)
    rows.push(...answer.rows)
    if (answer.rows.length === 0 || rows.length >= answer.total) break
  }
  return rows
}

/** Rows that a check has something to say of. */
export const readFailing = (question: Pick<Input<'imports.failing'>, 'draftId' | 'rule' | 'severity'>) =>
  readAll((page) => call('imports.failing', { ...question, page, limit }))

/** Rows of a batch in one state. */
export const readLedger = (batchId: string, state: 'failed' | 'unknown') =>
  readAll((page) => call('batches.rows', { batchId, state, page, limit }))
