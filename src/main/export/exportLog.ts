import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isFailure } from '../../shared/contract/failures.ts'
import type { ExportRecord } from '../../shared/domain/studies/exporting.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { Database, FileChunks } from '../ports.ts'
import type { ExportLogRow, JournalSchema } from '../store/journal.ts'
import { parseExportSettings } from '../store/legacyJson.ts'

type ExportLog = {
  add(record: ExportRecord): Promise<void>
  /** Returns the newest first, at most 500; fewer if their settings contain too many sample ids for one response. */
  list(): Promise<ExportRecord[]>
}

const listed = 500
const listedCharacters = 2_000_000

/** Selects the ids of the newest rows whose settings fit in one response, at least one. */
export const newestIds = (table: 'export_log' | 'export_recipes', id: string, time: string) => {
  const [idColumn, timeColumn] = [sql.ref(id), sql.ref(time)]
  return sql`(
    SELECT ${idColumn} FROM (
      SELECT ${idColumn}, sum(length(settings)) OVER newest AS characters, row_number() OVER newest AS place
      FROM ${sql.table(table)} WINDOW newest AS (ORDER BY ${timeColumn} DESC, ${idColumn})
      ORDER BY place LIMIT ${listed}
    ) WHERE place = 1 OR characters <= ${listedCharacters}
  )`
}

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
    const { rows } = await sql<ExportLogRow>`
      SELECT export_id, made_at, file_name, settings, row_count, size_bytes, sha256 FROM export_log
      WHERE export_id IN ${newestIds('export_log', 'export_id', 'made_at')} ORDER BY made_at DESC, export_id
    `.execute(query)
    return rows.flatMap(toRecord)
  },
})

/** Returns an empty list if a newer version wrote settings that this one cannot read; the row stays. */
function toRecord(row: ExportLogRow): ExportRecord[] {
  const settings = parseExportSettings(row.settings)
  if (settings === null) return []
  const { export_id: exportId, made_at: at, file_name: fileName, row_count: rows, sha256 } = row
  return [{ exportId, at, fileName, settings, rows, sizeBytes: row.size_bytes, sha256 }]
}

export type ExportNotes = {
  /** Returns a message if the journal could not be written: the file exists even if the record does not. */
  add(record: ExportRecord): Promise<Message | undefined>
  /** Returns the newest first, starting with those of this run that could not be recorded. */
  list(): Promise<ExportRecord[]>
}

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
        return message('export.fileWrittenCouldNot', { reason: error.userMessage })
      }
    },
    list: async () => [...unlogged, ...(await log.list())],
  }
}

/** Passes chunks through. `sha256` returns the hash of all of them so far, in hexadecimal. */
export function hash(source: FileChunks) {
  const sum = createHash('sha256')
  async function* chunks() {
    for await (const chunk of source) {
      sum.update(chunk)
      yield chunk
    }
  }
  return { chunks: chunks(), sha256: () => sum.digest('hex') }
}
