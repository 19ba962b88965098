import { sql } from 'kysely'
import type { Services } from '../../shared/contract/contract.ts'
import type { ExportPreset } from '../../shared/domain/studies/exporting.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { ExportPresetRow, JournalSchema } from '../store/journal.ts'
import { parseExportSettings } from '../store/legacyJson.ts'
import { newestIds } from './exportLog.ts'

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
