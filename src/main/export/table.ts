import type { TableColumn } from '../../shared/domain/exporting.ts'

/** null: nobody gave a value, which is never 0 and never an empty text. */
export type Cell = string | number | boolean | null

/**
 * A table read in pages of rows, so that it may have any length. `provenance`: what a reviewer has to know of it, such
 * as service, versions, times, view, test; name and value, in the order they are written.
 */
export type Table = {
  /** Plain letters, digits and `-`; no profile and no path. */
  name: string
  columns: TableColumn[]
  pages: AsyncIterable<Cell[][]>
  provenance: { name: string; value: string }[]
}

/** A table as the bytes of a file, page by page; throws RangeError for NaN and infinities, which have no place in one. */
export type WriteTable = (table: Table) => AsyncIterable<string | Uint8Array>
