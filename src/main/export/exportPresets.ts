import { sql } from 'kysely'
import type { Services } from '../../shared/contract/contract.ts'
import type { ExportPreset } from '../../shared/domain/studies/exporting.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { ExportPresetRow, JournalSchema } from '../store/journal.ts'
import { parseExportSettings } from '../store/legacyJson.ts'
import { newestIds } from './exportLog.ts'

export type ExportPresets = Services['exportPresets']

/** Settings of exports under a name. */
export function createExportPresets(options: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
}): ExportPresets {
  const { journal, clock, random } = options
  const { query } = journal
  return {
    /** By name; the newest 500, fewer where their settings name so many samples that one answer could not hold them. */
    async list() {
      const { rows } = await sql<ExportPresetRow>`
        SELECT recipe_id, name, settings, saved_at FROM export_recipes
        WHERE recipe_id IN ${newestIds('export_recipes', 'recipe_id', 'saved_at')} ORDER BY name COLLATE NOCASE, name
      `.execute(query)
      return rows.flatMap(toPreset)
    },
    async save({ name, settings }) {
      const set = {
        settings: JSON.stringify(settings),
        saved_at: new Date(clock.now()).toISOString(),
      }
      const row = await query
        .insertInto('export_recipes')
        .values({ recipe_id: random.id(), name: name.toWellFormed(), ...set })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
        .returningAll()
        .executeTakeFirstOrThrow()
      return { presetId: row.recipe_id, name: row.name, settings, savedAt: row.saved_at }
    },
    /** Nothing where it is gone already. */
    async remove({ presetId }) {
      await query.deleteFrom('export_recipes').where('recipe_id', '=', presetId).execute()
      return null
    },
  }
}

/** None where a newer version wrote settings that this one does not know; the row stays. */
function toPreset({
  recipe_id: presetId,
  name,
  settings,
  saved_at: savedAt,
}: ExportPresetRow): ExportPreset[] {
  const read = parseExportSettings(settings)
  return read === null ? [] : [{ presetId, name, settings: read, savedAt }]
}
