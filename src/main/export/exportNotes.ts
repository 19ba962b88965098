import { isFailure } from '../../shared/contract/failures.ts'
import type { ExportRecord } from '../../shared/domain/exporting.ts'
import type { ExportLog } from './exportLog.ts'

export type ExportNotes = {
  /** Gives a sentence where the journal could not be written: the file is there, whatever becomes of the note. */
  add(record: ExportRecord): Promise<string | undefined>
  /** The newest first, with those of this run that could not be noted before all others. */
  list(): Promise<ExportRecord[]>
}

/** What tables, reports and capsules are noted in. */
export function createExportNotes(log: ExportLog): ExportNotes {
  const unlogged: ExportRecord[] = []
  return {
    async add(record) {
      try {
        await log.add(record)
        return undefined
      } catch (error) {
        if (!isFailure(error)) throw error
        unlogged.unshift(record)
        return `The file is written. It could not be noted among the exports: ${error.message}`
      }
    },
    list: async () => [...unlogged, ...(await log.list())],
  }
}
