import { z } from 'zod'
import { orderFieldNames } from './sample.ts'

export const delimiterSchema = z.enum([',', ';', '\t', '|'])
export type Delimiter = z.infer<typeof delimiterSchema>

/** How a file is read; a field left out is detected, and what was detected is shown and can be changed. */
export const readOptionsSchema = z.object({
  delimiter: delimiterSchema.optional(),
  encoding: z.string().optional(),
  decimal: z.enum([',', '.']).optional(),
  /** Physical line of the header, or its row in the sheet, counted from 1. */
  headerLine: z.number().int().min(1).optional(),
  /** Name of the sheet of a workbook; its first visible one otherwise. */
  sheet: z.string().optional(),
})
export type ReadOptions = z.infer<typeof readOptionsSchema>

/** How delimited text was read: the choices in force, detected or set. `headerLine`: its physical line, from 1. */
export type CsvReadAs = {
  format: 'csv'
  delimiter: Delimiter
  encoding: string
  decimal: ',' | '.'
  headerLine: number
}

/** How a workbook was read. `decimal`: the sign that its numbers are written with, so that text and numbers agree. */
export type XlsxReadAs = { format: 'xlsx'; sheet: string; decimal: ',' | '.'; headerLine: number }

/** What the file was read as. */
export type ReadAs = CsvReadAs | XlsxReadAs

/** A sheet that a workbook offers. */
export type SheetChoice = { name: string; hidden: boolean }

export const mappingSchema = z.record(z.string(), z.enum(orderFieldNames).nullable())
/** Column name -> field of the order; null: the column is not sent. */
export type Mapping = z.infer<typeof mappingSchema>

/**
 * One finding of the check. `row` is the physical line in the file where the record starts, counted from 1,
 * the number a text editor shows, or the row of the sheet, the number a spreadsheet shows. `error` rows are not sent; `warning` rows are, and say so.
 */
export type Problem = {
  row: number
  column: string | null
  value: string | null
  rule: string
  message: string
  severity: 'error' | 'warning'
}

/** A file read once: what it was read as, its columns and first rows. `rowCount` counts data rows. */
export type ImportDraft = {
  draftId: string
  fileName: string
  sizeBytes: number
  sha256: string
  readAs: ReadAs
  /** Those of a workbook; none for delimited text. */
  sheets: SheetChoice[]
  columns: string[]
  suggestedMapping: Mapping
  preview: { row: number; cells: string[] }[]
  rowCount: number
  problems: Problem[]
}

/**
 * The outcome of mapping and checking all rows; `problems` holds the first 1,000 of `problemCount`.
 * `duplicates`: rows whose order was already placed, or that repeat within the file; they are not sent again.
 */
export type ImportCheck = {
  draftId: string
  rows: number
  valid: number
  invalid: number
  duplicates: number
  problemCount: number
  problems: Problem[]
  /** Requests the orders will take, and about how long under the quota, in seconds. */
  requests: number
  estimateS: number
}

/**
 * Every state of a ledger row; `unknown` outcome: the answer was lost, so it is never sent again by itself;
 * `cancelled`: never sent, and not going to be, because the batch was cancelled or a later one orders it.
 */
export const ledgerStateSchema = z.enum(['queued', 'sending', 'created', 'failed', 'unknown', 'cancelled'])
export type LedgerState = z.infer<typeof ledgerStateSchema>

export type BatchState = 'running' | 'paused' | 'done' | 'cancelled'

export type Batch = {
  batchId: string
  fileName: string
  createdAt: string
  state: BatchState
  rows: number
  created: number
  failed: number
  unknown: number
  queued: number
  /** Rows that were never sent and are not going to be. */
  cancelled: number
}

export type LedgerRow = {
  batchId: string
  row: number
  clientReference: string
  state: LedgerState
  sampleId: string | null
  message: string | null
  /** When its request left the last time, and how often one did; null and 0 before. Times are ISO 8601. */
  sentAt: string | null
  attempts: number
  updatedAt: string
}

/** Who did something here. `user`: their name at the service, once it was asked for; `account`: on this computer. */
export type Person = { profile: string; user: string | null; account: string | null }

/** What was done to a batch, or to one row of it (`row`); `what` such as `paused`, `retried`, `settled-placed`. */
type BatchEvent = {
  row: number | null
  at: string
  by: Person | null
  what: string
  detail: string | null
}

/** Everything about a batch but its rows, which come in pages from `batches.rows`. */
export type BatchHistory = {
  batch: Batch
  sha256: string
  readAs: ReadAs
  mapping: Mapping
  by: Person | null
  events: BatchEvent[]
}

/** What a person found out about an order whose answer was lost. */
export const settledAsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('placed'), sampleId: z.string().trim().min(1).max(300) }).strict(),
  z.object({ kind: z.literal('notPlaced') }).strict(),
])
