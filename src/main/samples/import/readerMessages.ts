import type {
  FileChange,
  ImportDraft,
  Mapping,
  Problem,
  ReadAs,
  ReadingNote,
  ReadOptions,
  Replacement,
  Transform,
} from '../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import type { AgeUnit } from './detect/headerWords.ts'
import type { TableRow } from './tableRow.ts'
import type { CheckedRow } from './validation/rowCheck.ts'

/** The facts found by reading a file. The draft's id and the suggestions are added outside. */
export type DraftFacts = Omit<
  ImportDraft,
  | 'draftId'
  | 'fileName'
  | 'options'
  | 'suggestedMapping'
  | 'suggestedTransform'
  | 'template'
  | 'likelyReferences'
> & {
  /** The unit of ages that a comment of the file names. */
  statedAgeUnit?: AgeUnit
  /** Columns with different values in the rows of most merged samples. */
  varyingColumns: string[]
}

/** Enough to choose a mapping by. */
export const previewRows = 50

/** Reads a file for the first time. `shownRows`: the number of first rows to return. */
export type DraftTask = { path: string; options: ReadOptions; shownRows?: number }

/** A file read with known settings, with its current corrections. */
export type ReadFile = {
  path: string
  readAs: ReadAs
  sha256: string
  columns: string[]
  changes: FileChange[]
}

/**
 * Records that are returned beside what was found of them: the invalid ones and those of `lines`, or the first `max`
 * with a problem or a note.
 */
export type RecordSelection =
  | 'none'
  | { of: 'invalid'; lines: number[] }
  | { of: 'withProblems'; max: number }

/** Reads the rows of a file again, as it was read before, and checks each. */
export type RowsTask = ReadFile & {
  mapping: Mapping
  transform: Transform
  form: OrderForm
  /** True if the decimal sign was detected rather than chosen by the user. */
  isDecimalFound?: boolean
  records: RecordSelection
}

/** Looks up records by their lines, and the cells that a replacement would change. */
export type ScanTask = ReadFile & { lines: number[]; replacement: Replacement | null }

/** `tooLong`: the first line on which the replacement would make a cell longer than one can be. */
export type ScanResult = { records: TableRow[]; cells: number; tooLong: number | null }

/** Some rows, in the order of the file. `problems`, `notes`: of whole columns, known only with the last rows. */
export type ReaderChunk = { rows: CheckedRow[]; problems: Problem[]; notes?: ReadingNote[] }

export type Reader = {
  draft(task: DraftTask, signal?: AbortSignal): Promise<DraftFacts>
  /** The rows in pieces, each read only when the one before was taken. Leaving the loop ends the reading. */
  rows(task: RowsTask, signal?: AbortSignal): AsyncGenerator<ReaderChunk>
  scan(task: ScanTask): Promise<ScanResult>
}
