import { type ExportRecord, exportSettingsSchema } from '../../shared/domain/exporting.ts'
import type { Database } from '../ports.ts'
import type { ExportLogRow, JournalSchema } from '../store/journal.ts'

/** What was exported from here. */
export type ExportLog = {
  add(record: ExportRecord): Promise<void>
  /** The newest first, at most 500. */
  list(): Promise<ExportRecord[]>
}

const listed = 500

export const createExportLog = ({ query }: Database<JournalSchema>): ExportLog => ({
  async add({ exportId, at, fileName, settings, rows, sizeBytes, sha256 }) {
    await query
      .insertInto('export_log')
      .values({
        export_id: exportId,
        made_at: at,
        file_name: fileName.toWellFormed(),
        settings: JSON.stringify(settings),
        row_count: rows,
        size_bytes: sizeBytes,
        sha256,
      })
      .execute()
  },
  async list() {
    const rows = await query
      .selectFrom('export_log')
      .selectAll()
      .orderBy('made_at', 'desc')
      .orderBy('export_id')
      .limit(listed)
      .execute()
    return rows.flatMap(toRecord)
  },
})

/** None where a newer version wrote settings that this one does not know; the row stays. */
function toRecord(row: ExportLogRow): ExportRecord[] {
  const settings = exportSettingsSchema.safeParse(JSON.parse(row.settings))
  if (!settings.success) return []
  const { export_id: exportId, made_at: at, file_name: fileName, row_count: rows, sha256 } = row
  return [{ exportId, at, fileName, settings: settings.data, rows, sizeBytes: row.size_bytes, sha256 }]
}
