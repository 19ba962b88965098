import type { FailureData } from '../../shared/contract/failures.ts'
import type { ImportDraft, Mapping, Problem, ReadAs, ReadOptions } from '../../shared/domain/importing.ts'
import type { CheckedRow } from './check/rowCheck.ts'

/** What the reading of a file finds out; the draft's id and the suggested mapping are added outside. */
export type DraftFacts = Omit<ImportDraft, 'draftId' | 'fileName' | 'suggestedMapping'>

/** Reads a file for the first time. */
export type DraftTask = { kind: 'draft'; path: string; options: ReadOptions }

/** Reads the rows of a file again, as it was read before, and checks each. */
export type RowsTask = {
  kind: 'rows'
  path: string
  readAs: ReadAs
  sha256: string
  columns: string[]
  mapping: Mapping
  /** Rows (physical lines) whose cells are wanted though they are not invalid; null: no cells at all. */
  cellsOf: number[] | null
}

export type ReaderTask = DraftTask | RowsTask

/** `cells`: those of the file, where they were asked for. */
export type ReaderRow = CheckedRow & { cells: string[] | null }

/** Some rows, in the order of the file. `problems`: of whole columns, known only with the last rows. */
export type ReaderPiece = { rows: ReaderRow[]; problems: Problem[] }

/** What the worker posts. After `rows` it waits to be sent anything, so that it never runs ahead. */
export type ReaderMessage =
  | { type: 'draft'; draft: DraftFacts }
  | ({ type: 'rows' } & ReaderPiece)
  | { type: 'end' }
  | { type: 'failure'; failure: FailureData }
