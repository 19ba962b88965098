import { z } from 'zod'
import type { Message } from '../../messages/message.ts'
import type { PaidCall } from '../requests/paidCall.ts'
import { idOfDots, isDotsAlone, maxIdLength } from './sample.ts'

/** A space stands for runs of blanks. */
export const delimiterSchema = z.enum([',', ';', '\t', '|', ' '])
export type Delimiter = z.infer<typeof delimiterSchema>

/** Rows below the header that are no samples, and are passed over where their shape leaves no doubt. */
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

/** Rows that the workbook marks (hidden, filtered out, or struck through): read as samples, or left out. */
const markedRowsSchema = z.enum(['include', 'omit'])

const headingsSchema = z.enum(['omit', 'include', 'group'])
const plateSchema = z.enum(['samples', 'all', 'no'])

/** How a file is read; a field left out is detected, and what was detected is shown and can be changed. */
export const readOptionsSchema = z.object({
  delimiter: delimiterSchema.optional(),
  encoding: z.string().optional(),
  decimal: z.enum([',', '.']).optional(),
  /** Physical line of the header, or its row in the sheet, counted from 1. */
  headerLine: z.number().int().min(1).optional(),
  /** The first row is a sample, and the columns have no names; `headerLine` is where it stands. */
  noHeader: z.literal(true).optional(),
  /** The last physical line that is read, or row of the sheet. */
  endLine: z.number().int().min(1).optional(),
  /** Quotes are characters like others. */
  plainQuotes: z.boolean().optional(),
  /** Kinds of rows that are read as samples all the same. */
  keepRows: z.array(rowKindSchema).max(rowKindSchema.options.length).optional(),
  /** `false`: words such as NA or “not available” are texts like others, and not read as empty. */
  missingWords: z.boolean().optional(),
  /** Name of the sheet of a workbook; its first visible one otherwise. */
  sheet: z.string().optional(),
  /** Sheets with the same header are read one after the other. */
  allSheets: z.literal(true).optional(),
  /** Columns that identify a sample: rows that agree in all of them are read as one sample. */
  samplesBy: z.array(columnName).min(1).max(3).optional(),
  /** Columns whose empty cells take the value above them. An empty list: the user chose none. */
  fillDown: z.array(columnName).max(1000).optional(),
  hiddenRows: markedRowsSchema.optional(),
  struckRows: markedRowsSchema.optional(),
  /** Rows with one text and nothing else: left out, read as samples, or read as the group of the rows below. */
  headings: headingsSchema.optional(),
  /** The user agreed that the rows in question are left out, such as those below the table. */
  omitRows: z.literal(true).optional(),
  /** A plate map is read well by well, with or without controls; `no`: as an ordinary table. */
  plate: plateSchema.optional(),
})
export type ReadOptions = z.infer<typeof readOptionsSchema>

/** Which rows are read. A reading of before these were known has none of them, and reads every row below its header. */
type RowsReadAs = {
  /** Physical line of the header, or its row in the sheet, from 1; of the first row where there is no header. */
  headerLine: number
  /** There is none: the first row is a sample, and the columns are numbered. */
  noHeader?: true
  /** The last line that is read; the end of the file otherwise. */
  endLine?: number
  /** Kinds of rows that are passed over. */
  passOver?: RowKind[]
  /** Lines that are passed over: titles between tables with the same header. */
  skipLines?: number[]
  /** Words for missing values are texts. */
  missingWords?: false
  /** The header has a cell less than the rows, whose first cells are names of rows. */
  rowNames?: true
  /** The header has two rows: names that the lower one lacks are taken from the row above it. */
  namesAbove?: true
  /** Choices in force; see `ReadOptions`. */
  samplesBy?: string[]
  fillDown?: string[]
  hiddenRows?: MarkedRows
  struckRows?: MarkedRows
  headings?: z.infer<typeof headingsSchema>
  omitRows?: true
  plate?: z.infer<typeof plateSchema>
  /** First column (from 0) of each table in a sheet with several tables side by side. They are read one below the other. */
  tablesAt?: number[]
  /** Titles above these tables. */
  tableTitles?: string[]
}

type MarkedRows = z.infer<typeof markedRowsSchema>

/** How delimited text was read: the choices in force, detected or set. */
export type CsvReadAs = RowsReadAs & {
  format: 'csv'
  delimiter: Delimiter
  encoding: string
  decimal: ',' | '.'
  plainQuotes?: true
}

/** How a workbook was read. `decimal`: the sign that its numbers are written with, so that text and numbers agree. */
export type XlsxReadAs = RowsReadAs & {
  format: 'xlsx'
  sheet: string
  decimal: ',' | '.'
  allSheets?: true
  /** Sheets with the same header that are read after this one. */
  moreSheets?: XlsxReadAs[]
}

/** What the file was read as. */
export type ReadAs = CsvReadAs | XlsxReadAs

const rowsReadAsSchema = z.object({
  headerLine: z.number().int(),
  noHeader: z.literal(true).optional(),
  endLine: z.number().int().optional(),
  passOver: z.array(rowKindSchema).optional(),
  skipLines: z.array(z.number().int()).optional(),
  missingWords: z.literal(false).optional(),
  rowNames: z.literal(true).optional(),
  namesAbove: z.literal(true).optional(),
  samplesBy: z.array(columnName).optional(),
  fillDown: z.array(columnName).optional(),
  hiddenRows: markedRowsSchema.optional(),
  struckRows: markedRowsSchema.optional(),
  headings: headingsSchema.optional(),
  omitRows: z.literal(true).optional(),
  plate: plateSchema.optional(),
  tablesAt: z.array(z.number().int()).optional(),
  tableTitles: z.array(z.string()).optional(),
})
const decimalSchema = z.enum([',', '.'])

const sheetReadAsSchema = rowsReadAsSchema.extend({
  format: z.literal('xlsx'),
  sheet: z.string(),
  decimal: decimalSchema,
})

/** A `ReadAs` that comes from elsewhere, as in a capsule. */
export const readAsSchema = z.discriminatedUnion('format', [
  rowsReadAsSchema.extend({
    format: z.literal('csv'),
    delimiter: delimiterSchema,
    encoding: z.string(),
    decimal: decimalSchema,
    plainQuotes: z.literal(true).optional(),
  }),
  sheetReadAsSchema.extend({
    allSheets: z.literal(true).optional(),
    moreSheets: z.array(sheetReadAsSchema).optional(),
  }),
])

/** A sheet that a workbook offers. */
export type SheetChoice = { name: string; hidden: boolean }

export const mappingSchema = z.record(z.string(), z.string().max(60).nullable())
/** Column name -> field of the profile's order form; null: the column is not sent. */
export type Mapping = z.infer<typeof mappingSchema>

/** How days are written. A file whose days could be read in two ways is not guessed. */
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

/** Text of a cell, without outer spaces -> what is read in its place; `''` stands for an empty cell on both sides. */
const valueMapSchema = z.record(z.string().max(1000), z.string().max(1000))
export type ValueMap = z.infer<typeof valueMapSchema>

/**
 * What is made of the columns besides sending some of them as they are. `constants`: field -> one value for every row.
 * `joined`: field -> columns whose texts are put together, empty ones left out. `notes`: columns stored with the sample
 * here and never sent; `noteNames`: the names they are stored under, where they differ. `values`: column -> what is read in
 * place of some of its texts. Ages are turned into years;
 * `ageUnitAssumed`: nobody named `ageUnit`, so a column whose header names another one is read in that, and a column
 * that names none is noted. `ageFromDates`: columns of birth and sampling, whose difference is the age unless another
 * source gives it. `unreadAges`: an age that is no single number (“>89”, “E14.5”) is stored as a note, and its row is ordered
 * without an age. A field comes from one column, or from one of these.
 */
export const transformSchema = z
  .object({
    constants: z.record(z.string(), z.string().min(1).max(1000)).default({}),
    joined: z
      .record(
        z.string(),
        z.object({ columns: z.array(columnName).min(2).max(10), separator: z.string().max(10) }).strict(),
      )
      .default({}),
    notes: z.array(columnName).max(1000).default([]),
    noteNames: z.record(columnName, z.string().trim().min(1).max(200)).optional(),
    dayFormat: dayFormatSchema.default('YYYY-MM-DD'),
    ageUnit: z.enum(['years', 'months', 'weeks', 'days']).default('years'),
    ageUnitAssumed: z.boolean().optional(),
    ageFromDates: z.object({ born: columnName, taken: columnName }).strict().optional(),
    unreadAges: z.literal('note').optional(),
    values: z.record(columnName, valueMapSchema).optional(),
  })
  .strict()
export type Transform = z.infer<typeof transformSchema>

/** A cell as a person corrected it. `row`: as in `Problem`. */
export const cellEditSchema = z
  .object({ row: z.number().int().min(1), column: columnName, value: z.string().max(32_767) })
  .strict()
export type CellEdit = z.infer<typeof cellEditSchema>

/** Every cell of a column that holds `find`, as its whole text or, not `whole`, anywhere in it. */
export const replacementSchema = z
  .object({
    column: columnName,
    find: z.string().max(1000),
    replaceBy: z.string().max(1000),
    whole: z.boolean(),
    matchCase: z.boolean(),
  })
  .strict()
export type Replacement = z.infer<typeof replacementSchema>

/** What was changed of a file's cells here, in the order in which it was done; the file itself stays as it is. */
export const fileChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cells'), edits: z.array(cellEditSchema) }),
  replacementSchema.extend({ kind: z.literal('replace') }),
])
export type FileChange = z.infer<typeof fileChangeSchema>

/** The changes in force, and how many can be taken back or done again. */
export type ImportChanges = { changes: FileChange[]; undoable: number; redoable: number }

/** A row that the check has something to say of, with its cells as they are now. `edited`: places of cells changed here. */
export type FailingRow = { row: number; cells: string[]; edited: number[]; problems: Problem[] }

/** A mapping that was saved under a name, with all that belongs to it. `columns`: those it was made for, in order. */
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
 * Of an order that is not placed again. `ordered`: its sample is known. `underWay`: another batch is sending it. `inDoubt`:
 * whether it was placed is not known.
 */
export type KnownOrderState = 'ordered' | 'underWay' | 'inDoubt'

/** What a sending would do, before it does. `examples`: the first orders just as they would be sent. */
export type DryRun = {
  /** Why nothing would be sent, as in `ImportCheck`. */
  blocker: Message | null
  orders: number
  /** Address of the service that they would go to, and the path of an order at it. */
  service: string
  path: string
  /** Requests and time; `withAnalyses` adds the results that may follow. */
  cost: PaidCall
  examples: { row: number; body: unknown }[]
  /** The first 1,000 of `duplicateCount` rows that have an order or may have one; `sampleId` of those that were ordered. */
  duplicateCount: number
  duplicates: {
    row: number
    clientReference: string
    state: KnownOrderState
    sampleId: string | null
    batchId: string | null
  }[]
}

/** `note`: what is sent differs from what stands there, in a way that was requested or is always meant. */
export type Severity = 'error' | 'warning' | 'note'

/**
 * One finding of the check. `row` is the physical line in the file where the record starts, counted from 1,
 * the number a text editor shows, or the row of the sheet, the number a spreadsheet shows. Rows with an `error` are not sent; the others are.
 */
export type Problem = {
  row: number
  column: string | null
  value: string | null
  rule: string
  message: Message
  severity: Severity
}

/** What reading did to the file as a whole or to one column: rows passed over, words read as empty, a unit assumed. */
export type ReadingNote = {
  /** Such as `comment-rows`, `type-row` or `row-names`. */
  rule: string
  column: string | null
  /** Rows or cells concerned. */
  count: number
  /** The first 20 of them, as in `Problem.row`. */
  rows: number[]
  message: Message
  /** `warning`: a person should look. */
  severity: 'note' | 'warning'
  /** The options that switch it off, beside those in force; null where mapping or transform does. */
  undo: ReadOptions | null
  /** A question about the file and its answers. Orders wait until the user chooses one. */
  choices?: ReadingChoice[]
  /** A question about columns and its answers. */
  answers?: ColumnAnswer[]
}

/** An answer to a question about the file: the options to read it with, beside those in force. */
export type ReadingChoice = { label: Message; options: ReadOptions }

/** An answer to a question about columns, and what it changes of the transform; its `values` are added to those in force. */
export type ColumnAnswer = { label: Message; transform: Pick<Partial<Transform>, 'values' | 'unreadAges'> }

/** A file read once: what it was read as, its columns and first rows. `rowCount` counts data rows. */
export type ImportDraft = {
  draftId: string
  fileName: string
  sizeBytes: number
  sha256: string
  readAs: ReadAs
  /** What a person, or the saved mapping in force, set of how it is read; the rest was found in the file. */
  options: ReadOptions
  /** Those of a workbook; none for delimited text. */
  sheets: SheetChoice[]
  columns: string[]
  suggestedMapping: Mapping
  /** The saved mapping that was made for these columns, which the suggestion then is; null where there is none. */
  template: { templateId: string; name: string } | null
  suggestedTransform: Transform
  /** Columns that most likely name the samples, where none is suggested. `isPersonal`: it looks like names or numbers of people. */
  likelyReferences: { column: string; isPersonal: boolean }[]
  preview: { row: number; cells: string[] }[]
  rowCount: number
  problems: Problem[]
  /** What reading did that can be seen without a mapping. */
  notes: ReadingNote[]
}

/** A table as it is read, of which nothing is stored. */
export type TablePreview = Omit<
  ImportDraft,
  'draftId' | 'options' | 'template' | 'suggestedTransform' | 'likelyReferences'
>

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
  /** How many findings there are by rule, the most frequent first. */
  rules: { rule: string; severity: Severity; count: number }[]
  /** Why no row may be sent, though some are valid: a whole column was perhaps read wrongly. */
  blocker: Message | null
  /** Those of the draft, and those that need the mapping. */
  notes: ReadingNote[]
  /** Number of orders to place; 0 while there is a blocker. */
  orders: number
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
  /**
   * Orders that going on with the batch sends: those that wait, and those of unknown outcome where the service is known
   * to place an order once however often it is sent.
   */
  resumable: number
  /** Its rows wait though no person stopped it: Pathclock ended or was closed, or the service stood in the way. */
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
   * When its request left (where it was repeated under its key, the first time), and how often one did; null and 0 before.
   * Times are ISO 8601.
   */
  sentAt: string | null
  attempts: number
  updatedAt: string
  /** The user settled its order, and that can be undone. */
  undoable?: true
}

/** The sample at the service that the user named as the outcome of an order. */
export type SettleCheck = {
  sampleId: string
  /** Its name at the service; null if the service returns none. */
  reference: string | null
  status: string
  createdAt: string | null
  /** It was created before the order was sent, so it may be that of an earlier order. */
  isOlder: boolean
}

/** Who did something here. `user`: their name at the service, once it was requested; `account`: on this computer. */
export type Person = { profile: string; user: string | null; account: string | null }

/** What was done to a batch, or to one row of it (`row`); `what` such as `paused`, `retried`, `settled-placed`. */
type BatchEvent = {
  row: number | null
  at: string
  by: Person | null
  what: string
  detail: Message | null
}

/** Everything about a batch but its rows, which come in pages from `batches.rows`. */
export type BatchHistory = {
  batch: Batch
  sha256: string
  readAs: ReadAs
  mapping: Mapping
  /** null for a batch of before they were stored. */
  transform: Transform | null
  changes: FileChange[] | null
  by: Person | null
  events: BatchEvent[]
}

/** What a person found out about an order whose answer was lost. */
export const settledAsSchema = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('placed'),
      sampleId: z
        .string()
        .trim()
        .min(1)
        .max(maxIdLength)
        .refine((id) => !isDotsAlone(id), idOfDots),
    })
    .strict(),
  z.object({ kind: z.literal('notPlaced') }).strict(),
])
export type SettledAs = z.infer<typeof settledAsSchema>
