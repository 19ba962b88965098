import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../shared/contract/contract.ts'
import { isFailure } from '../../shared/contract/failures.ts'
import type { AnySettings, ExportPreset, ExportRecord } from '../../shared/domain/studies/exporting.ts'
import { type Message, message } from '../../shared/words/message.ts'
import type { JobProgress, Jobs } from '../concurrency/jobs.ts'
import type { Clock, Database, FileChunks, Files, Random } from '../ports.ts'
import type { ExportLogRow, ExportPresetRow, JournalSchema } from '../store/journal.ts'
import { parseExportSettings } from '../store/legacyJson.ts'

type ExportLog = {
  add(record: ExportRecord): Promise<void>
  /** Returns the newest first, at most 500; fewer if their settings contain too many sample ids for one response. */
  list(): Promise<ExportRecord[]>
}

const listed = 500
const listedCharacters = 2_000_000

/** Selects the ids of the newest rows whose settings fit in one response, at least one. */
const newestIds = (table: 'export_log' | 'export_recipes', id: string, time: string) => {
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

type ExportNotes = {
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

export type ExportWriterDeps = {
  notes: ExportNotes
  files: Pick<Files, 'path' | 'write'>
  jobs: Jobs
  clock: Clock
}

/** Writes the file of an export and records it. Returns a message if it could not be recorded. */
type Save = (chunks: FileChunks, rows: () => number) => Promise<Message | undefined>

/**
 * Returns a function that starts an export. The job writes the whole file or nothing, and its record has the job's id.
 */
export const createExportWriter =
  ({ notes, files, jobs, clock }: ExportWriterDeps) =>
  (
    { fileId, settings }: { fileId: string; settings: AnySettings },
    title: Message,
    write: (save: Save, progress: JobProgress, signal: AbortSignal) => Promise<Message | undefined>,
  ): { jobId: string } => {
    // An unknown file is reported immediately.
    files.path(fileId)
    const jobId = jobs.start({ kind: 'export', title, total: null }, (progress, signal) => {
      const save: Save = async (chunks, rows) => {
        const { hashed, sha256 } = hash(chunks)
        const { name: fileName, sizeBytes } = await files.write(fileId, hashed, signal)
        const at = new Date(clock.now()).toISOString()
        return notes.add({
          exportId: jobId,
          at,
          fileName,
          settings,
          rows: rows(),
          sizeBytes,
          sha256: sha256(),
        })
      }
      return write(save, progress, signal)
    })
    return { jobId }
  }

/** Passes chunks through. `sha256` returns the hash of all of them so far, in hexadecimal. */
function hash(source: FileChunks) {
  const sum = createHash('sha256')
  async function* hashed() {
    for await (const chunk of source) {
      sum.update(chunk)
      yield chunk
    }
  }
  return { hashed: hashed(), sha256: () => sum.digest('hex') }
}

export function createExportPresets(options: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
}): Services['exportPresets'] {
  const { journal, clock, random } = options
  const { query } = journal
  return {
    /** Returns presets by name: the newest 500, or fewer if their sample ids are too many for one response. */
    async list() {
      const { rows } = await sql<ExportPresetRow>`
        SELECT recipe_id, name, settings, saved_at FROM export_recipes
        WHERE recipe_id IN ${newestIds('export_recipes', 'recipe_id', 'saved_at')} ORDER BY name COLLATE NOCASE, name
      `.execute(query)
      return rows.flatMap(toPreset)
    },
    async save({ name, settings }) {
      const set = { settings: JSON.stringify(settings), saved_at: new Date(clock.now()).toISOString() }
      const row = await query
        .insertInto('export_recipes')
        .values({ recipe_id: random.id(), name: name.toWellFormed(), ...set })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
        .returningAll()
        .executeTakeFirstOrThrow()
      return { presetId: row.recipe_id, name: row.name, settings, savedAt: row.saved_at }
    },
    /** Does nothing if it is gone already. */
    async remove({ presetId }) {
      await query.deleteFrom('export_recipes').where('recipe_id', '=', presetId).execute()
      return null
    },
  }
}

/** Returns an empty list if a newer version wrote settings that this one cannot read; the row stays. */
function toPreset(row: ExportPresetRow): ExportPreset[] {
  const settings = parseExportSettings(row.settings)
  return settings ? [{ presetId: row.recipe_id, name: row.name, settings, savedAt: row.saved_at }] : []
}
