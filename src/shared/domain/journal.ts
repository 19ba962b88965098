/** What is wrong with the journal; `table` and `row` name one row, null where it is the whole file. */
type JournalFinding = { table: string | null; row: string | null; problem: string }

/** A journal that was read through. Times are ISO 8601. */
export type JournalCheck = { rows: number; findings: JournalFinding[]; verifiedAt: string }

export type JournalStatus = {
  /** Orders, samples, batches and screening tasks together. */
  rows: number
  /** Rows that were found damaged when the journal was made anew, and are kept as they were found. */
  damagedRows: number
  backups: number
  lastBackup: { name: string; at: string } | null
  /** The last time that it was read through in this run; null when it was not. */
  verified: JournalCheck | null
}

export type JournalRestored = {
  rows: number
  /** The name under which the journal of before is kept in its folder; null when there was none. */
  keptAs: string | null
  /** Orders that are now of unknown outcome, because they may have been placed after the backup was made. */
  doubtful: number
  /** Rows of the journal that was set aside which the restored one does not have. */
  missing: number
}
