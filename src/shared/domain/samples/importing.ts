import { z } from 'zod'
import type { Message } from '../../words/message.ts'
import type { PaidCall } from '../requests/paidCall.ts'
import { idOfDots, isDotsAlone, maxIdLength } from './sample.ts'

/** A space stands for one or more blanks. */
export const delimiterSchema = z.enum([',', ';', '\t', '|', ' '])
export type Delimiter = z.infer<typeof delimiterSchema>

/** Kinds of rows below the header that are not samples. They are skipped if their shape leaves no doubt. */
const rowKindSchema = z.enum([
  'comments',
  'types',
  'repeatedHeaders',
  'totals',
  'excluded',
  'controls',
  'belowFooter',
])
export type RowKind = z.infer<typeof rowKindSchema>

const columnName = z.string().max(10_000)

/** The treatment of rows that the workbook hides, filters out or strikes through. */
const markedRowsSchema = z.enum(['include', 'omit'])

const headingsSchema = z.enum(['omit', 'include', 'group'])
const plateSchema = z.enum(['samples', 'all', 'no'])

/**
 * The user's choices for reading a file. Absent ones are detected, and the detected ones are shown and can be changed.
 */
export const readOptionsSchema = z.object({
  delimiter: delimiterSchema.optional(),
  encoding: z.string().optional(),
  decimal: z.enum([',', '.']).optional(),
  /** The physical line of the header, or its row in the sheet, from 1. */
  headerLine: z.number().int().min(1).optional(),
  /** The first row is a sample and the columns have no names. `headerLine` is the line of that row. */
  noHeader: z.literal(true).optional(),
  /** The last physical line, or row of the sheet, to read. */
  endLine: z.number().int().min(1).optional(),
  /** Quotes are ordinary characters. */
  plainQuotes: z.boolean().optional(),
  /** Kinds of rows that are read as samples instead of being skipped. */
  keepRows: z.array(rowKindSchema).max(rowKindSchema.options.length).optional(),
  /** `false`: words such as NA or “not available” are ordinary text, not empty cells. */
  missingWords: z.boolean().optional(),
  /** The name of the sheet to read. Absent: the first visible sheet of the workbook. */
  sheet: z.string().optional(),
  /** Reads all sheets with the same header, one after the other. */
  allSheets: z.literal(true).optional(),
  /** The columns that identify a sample: rows that agree in all of them are read as one sample. */
  samplesBy: z.array(columnName).min(1).max(3).optional(),
  /** The columns whose empty cells take the value above them. An empty list: the user chose none. */
  fillDown: z.array(columnName).max(1000).optional(),
  hiddenRows: markedRowsSchema.optional(),
  struckRows: markedRowsSchema.optional(),
  /** Rows with one text and nothing else: left out, read as samples, or read as the group of the rows below. */
  headings: headingsSchema.optional(),
  /** The user agreed to leave out the rows in question, such as those below the table. */
  omitRows: z.literal(true).optional(),
  /** A plate map is read well by well, with or without controls. `no`: read as an ordinary table. */
  plate: plateSchema.optional(),
})
export type ReadOptions = z.infer<typeof readOptionsSchema>

const decimalSchema = z.enum([',', '.'])

/** The rows that are read. Imports by earlier versions lack most fields: every row below the header was read. */
const rowsReadAsSchema = z.object({
  /** The physical line of the header, or its row in the sheet, from 1. Without a header, that of the first row. */
  headerLine: z.number().int(),
  /** There is no header: the first row is a sample, and the columns are numbered. */
  noHeader: z.literal(true).exactOptional(),
  /** The last line that is read. Absent: the end of the file. */
  endLine: z.number().int().exactOptional(),
  /** The kinds of rows that are skipped. */
  passOver: z.array(rowKindSchema).exactOptional(),
  /** The lines that are skipped: titles between tables with the same header. */
  skipLines: z.array(z.number().int()).exactOptional(),
  /** Words for missing values are ordinary text. */
  missingWords: z.literal(false).exactOptional(),
  /** The header has one cell fewer than the rows, whose first cells are row names. */
  rowNames: z.literal(true).exactOptional(),
  /** The header has two rows: names that the lower one lacks are taken from the row above it. */
  namesAbove: z.literal(true).exactOptional(),
  /** The choices in force; see `ReadOptions`. */
  samplesBy: z.array(columnName).exactOptional(),
  fillDown: z.array(columnName).exactOptional(),
  hiddenRows: markedRowsSchema.exactOptional(),
  struckRows: markedRowsSchema.exactOptional(),
  headings: headingsSchema.exactOptional(),
  omitRows: z.literal(true).exactOptional(),
  plate: plateSchema.exactOptional(),
  /** The first column (from 0) of each of several tables side by side in a sheet. They are read one below the other. */
  tablesAt: z.array(z.number().int()).exactOptional(),
  /** The titles above these tables. */
  tableTitles: z.array(z.string()).exactOptional(),
})

/** The settings for reading rows that all formats share. */
export type RowsReadAs = z.infer<typeof rowsReadAsSchema>

const csvReadAsSchema = rowsReadAsSchema.extend({
  format: z.literal('csv'),
  delimiter: delimiterSchema,
  encoding: z.string(),
  decimal: decimalSchema,
  plainQuotes: z.literal(true).exactOptional(),
})
/** The settings for reading delimited text, detected or set. */
export type CsvReadAs = z.infer<typeof csvReadAsSchema>

const sheetReadAsSchema = rowsReadAsSchema.extend({
  format: z.literal('xlsx'),
  sheet: z.string(),
  /** The decimal sign for numbers of the workbook, so that they agree with its texts. */
  decimal: decimalSchema,
  allSheets: z.literal(true).exactOptional(),
})
const xlsxReadAsSchema = sheetReadAsSchema.extend({
  /** The sheets with the same header that are read after this one. */
  moreSheets: z.array(sheetReadAsSchema).exactOptional(),
})
export type XlsxReadAs = z.infer<typeof xlsxReadAsSchema>

/** The format and settings of a reading. The schema parses a reading from outside, such as one in a capsule. */
export const readAsSchema = z.discriminatedUnion('format', [csvReadAsSchema, xlsxReadAsSchema])
export type ReadAs = z.infer<typeof readAsSchema>

export type SheetChoice = { name: string; hidden: boolean }

export const mappingSchema = z.record(z.string(), z.string().max(60).nullable())
/** Column name -> field of the profile's order form. Null: the column is not sent. */
export type Mapping = z.infer<typeof mappingSchema>

/** The date formats. A file whose dates fit two formats is not guessed. */
export const dayFormatSchema = z.enum([
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD-MMM-YYYY',
  'MM/DD/YYYY',
  'MM-DD-YYYY',
])
export type DayFormat = z.infer<typeof dayFormatSchema>

/** The text of a cell without outer spaces -> its replacement. `''` stands for an empty cell on both sides. */
const valueMapSchema = z.record(z.string().max(1000), z.string().max(1000))
export type ValueMap = z.infer<typeof valueMapSchema>

/**
 * The values derived from columns, besides those that are sent unchanged. `constants`: field -> one value for every
 * row. `joined`: field -> columns whose texts are joined without empty ones. `notes`: columns stored with the sample on
 * this computer and never sent; `noteNames`: the names they are stored under, if different. `values`: column ->
 * replacements for some of its texts. Ages are converted to years. `ageUnitAssumed`: the user did not choose `ageUnit`,
 * so a column whose header names another unit is read in that one, and a column that names none gets a note.
 * `ageFromDates`: the columns of birth and sampling dates, whose difference is the age unless another source gives it.
 * `unreadAges`: an age that is not a single number (“>89”, “E14.5”) is stored as a note, and its row is ordered without
 * an age. Each field comes from either one column or one of these.
 */
export const transformSchema = z.strictObject({
  constants: z.record(z.string(), z.string().min(1).max(1000)).default({}),
  joined: z
    .record(
      z.string(),
      z.strictObject({ columns: z.array(columnName).min(2).max(10), separator: z.string().max(10) }),
    )
    .default({}),
  notes: z.array(columnName).max(1000).default([]),
  noteNames: z.record(columnName, z.string().trim().min(1).max(200)).optional(),
  dayFormat: dayFormatSchema.default('YYYY-MM-DD'),
  ageUnit: z.enum(['years', 'months', 'weeks', 'days']).default('years'),
  ageUnitAssumed: z.boolean().optional(),
  ageFromDates: z.strictObject({ born: columnName, taken: columnName }).optional(),
  unreadAges: z.literal('note').optional(),
  values: z.record(columnName, valueMapSchema).optional(),
})
export type Transform = z.infer<typeof transformSchema>

/** A cell that the user corrected. `row`: as in `Problem`. */
export const cellEditSchema = z.strictObject({
  row: z.number().int().min(1),
  column: columnName,
  value: z.string().max(32_767),
})
export type CellEdit = z.infer<typeof cellEditSchema>

/**
 * Replaces `find` in every cell of a column: with `whole`, only in cells that equal it; otherwise anywhere in the text.
 */
export const replacementSchema = z.strictObject({
  column: columnName,
  find: z.string().max(1000),
  replaceBy: z.string().max(1000),
  whole: z.boolean(),
  matchCase: z.boolean(),
})
export type Replacement = z.infer<typeof replacementSchema>

/** The corrections to a file's cells, in the order in which they were made. The file itself does not change. */
export const fileChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cells'), edits: z.array(cellEditSchema) }),
  replacementSchema.extend({ kind: z.literal('replace') }),
])
export type FileChange = z.infer<typeof fileChangeSchema>

/** The corrections in force, and the number that can be undone or redone. */
export type ImportChanges = { changes: FileChange[]; undoable: number; redoable: number }

/** A row with problems, with its current cells. `edited`: the indexes of corrected cells. */
export type FailingRow = { row: number; cells: string[]; edited: number[]; problems: Problem[] }

/** A saved mapping with its settings. `columns`: the columns it was made for, in order. */
export type MappingTemplate = {
  templateId: string
  name: string
  columns: string[]
  mapping: Mapping
  transform: Transform
  options: ReadOptions
  savedAt: string
}

/**
 * The state of an order that is not placed again. `ordered`: its sample is known. `underWay`: another batch is sending
 * it. `inDoubt`: it may or may not have been placed.
 */
export type KnownOrderState = 'ordered' | 'underWay' | 'inDoubt'

/** A preview of a submission. `examples`: the first orders exactly as they would be sent. */
export type DryRun = {
  /** The reason why nothing would be sent, as in `ImportCheck`. */
  blocker: Message | null
  orders: number
  /** The address of the service that would receive the orders, and the path of an order there. */
  service: string
  path: string
  /** The requests and time. `withAnalyses` adds the results that may follow. */
  cost: PaidCall
  examples: { row: number; body: unknown }[]
  /**
   * The first 1,000 of `duplicateCount` rows that have an order or may have one. `sampleId` is set for ordered ones.
   */
  duplicateCount: number
  duplicates: {
    row: number
    clientReference: string
    state: KnownOrderState
    sampleId: string | null
    batchId: string | null
  }[]
}

/** `note`: the value that is sent differs from the cell, because the user requested it or because it always applies. */
export type Severity = 'error' | 'warning' | 'note'

/**
 * One finding of the check. `row`: the physical line where the record starts, from 1, as in a text editor, or the row
 * of the sheet, as in a spreadsheet. Rows with an `error` are not sent; the others are.
 */
export type Problem = {
  row: number
  column: string | null
  value: string | null
  rule: string
  message: Message
  severity: Severity
}

/** An effect of reading on the whole file or one column: skipped rows, words read as empty, an assumed unit. */
export type ReadingNote = {
  /** A name such as `comment-rows`, `type-row` or `row-names`. */
  rule: string
  column: string | null
  /** The number of affected rows or cells. */
  count: number
  /** The first 20 of them, numbered as in `Problem.row`. */
  rows: number[]
  message: Message
  /** `warning`: the user should review it. */
  severity: 'note' | 'warning'
  /** The options that turn it off, in addition to those in force. Null if the mapping or transform turns it off. */
  undo: ReadOptions | null
  /** The possible answers to a question about the file. Orders wait until the user chooses one. */
  choices?: ReadingChoice[]
  /** The possible answers to a question about columns. */
  answers?: ColumnAnswer[]
}

/** An answer to a question about the file: the options to read it with, in addition to those in force. */
export type ReadingChoice = { label: Message; options: ReadOptions }

/** An answer to a question about columns: its change to the transform. Its `values` are added to those in force. */
export type ColumnAnswer = { label: Message; transform: Pick<Partial<Transform>, 'values' | 'unreadAges'> }

/** A file that was read: its settings, columns and first rows. `rowCount` counts data rows. */
export type ImportDraft = {
  draftId: string
  fileName: string
  sizeBytes: number
  sha256: string
  readAs: ReadAs
  /** The options set by the user or the saved mapping. The rest were detected. */
  options: ReadOptions
  /** The sheets of a workbook; empty for delimited text. */
  sheets: SheetChoice[]
  columns: string[]
  suggestedMapping: Mapping
  /** The saved mapping for exactly these columns, on which the suggestion is based; null if there is none. */
  template: { templateId: string; name: string } | null
  suggestedTransform: Transform
  /**
   * The columns most likely to identify the samples, if none is suggested. `isPersonal`: it seems to contain names or
   * numbers of people.
   */
  likelyReferences: { column: string; isPersonal: boolean }[]
  preview: { row: number; cells: string[] }[]
  rowCount: number
  problems: Problem[]
  /** The effects of reading that can be seen without a mapping. */
  notes: ReadingNote[]
}

export type TablePreview = Omit<
  ImportDraft,
  'draftId' | 'options' | 'template' | 'suggestedTransform' | 'likelyReferences'
>

/**
 * The result of mapping and checking all rows. `problems`: the first 1,000 of `problemCount`. `duplicates`: rows that
 * were already ordered or repeat within the file; they are not sent again.
 */
export type ImportCheck = {
  draftId: string
  rows: number
  valid: number
  invalid: number
  duplicates: number
  problemCount: number
  problems: Problem[]
  /** The number of findings per rule, most frequent first. */
  rules: { rule: string; severity: Severity; count: number }[]
  /** The reason why no row may be sent, although some are valid: a whole column may have been read wrongly. */
  blocker: Message | null
  /** The notes of the draft, and those that need the mapping. */
  notes: ReadingNote[]
  /** The number of orders to place; 0 while there is a blocker. */
  orders: number
}

/**
 * The state of a ledger row. `unknown`: the response was lost, so the order is never sent again automatically.
 * `cancelled`: it was never sent and will not be, because the batch was canceled or a later batch orders it.
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
  /** Rows that were never sent and will not be. */
  cancelled: number
  /**
   * The number of orders that resuming the batch sends: queued ones, and those of unknown outcome if the service is
   * known to place an order only once.
   */
  resumable: number
  /** Its rows wait although the user did not stop it: Pathclock was closed or crashed, or the service prevented it. */
  interrupted?: true
}

export type LedgerRow = {
  batchId: string
  row: number
  clientReference: string
  state: LedgerState
  sampleId: string | null
  message: Message | null
  /**
   * The time when its request left (for retries under its key, the first one), and the number of attempts; null and 0
   * before. Times are ISO 8601.
   */
  sentAt: string | null
  attempts: number
  updatedAt: string
  /** The user settled its order, and can undo that. */
  undoable?: true
}

/** The sample at the service that the user named as the outcome of an order. */
export type SettleCheck = {
  sampleId: string
  /** Its name at the service, or null if the service returns none. */
  reference: string | null
  status: string
  createdAt: string | null
  /** It was created before the order was sent, so it may belong to an earlier order. */
  isOlder: boolean
}

/** The author of a local action: their names at the service, once known, and on this computer (`account`). */
export type Person = { profile: string; user: string | null; account: string | null }

/** An event of a batch, or of one of its rows (`row`). `what`: a name such as `paused`, `retried`, `settled-placed`. */
type BatchEvent = { row: number | null; at: string; by: Person | null; what: string; detail: Message | null }

/** The history of a batch without its rows, which `batches.rows` returns in pages. */
export type BatchHistory = {
  batch: Batch
  sha256: string
  readAs: ReadAs
  mapping: Mapping
  /** Null for a batch from before transforms were stored. */
  transform: Transform | null
  changes: FileChange[] | null
  by: Person | null
  events: BatchEvent[]
}

/** The user's finding about an order whose response was lost. */
export const settledAsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('placed'),
    sampleId: z
      .string()
      .trim()
      .min(1)
      .max(maxIdLength)
      .refine((id) => !isDotsAlone(id), idOfDots),
  }),
  z.strictObject({ kind: z.literal('notPlaced') }),
])
export type SettledAs = z.infer<typeof settledAsSchema>
