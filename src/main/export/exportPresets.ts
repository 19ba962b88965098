import { sql } from 'kysely'
import type { Handlers } from '../../shared/contract/contract.ts'
import type { ExportPreset } from '../../shared/domain/results/exporting.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { ExportPresetRow, JournalSchema } from '../store/journal.ts'
import { parseExportSettings } from '../store/legacyJson.ts'

export type ExportPresets = {
  /** By name; the newest 500, fewer where their settings name so many samples that one answer could not hold them. */
  list: Handlers['exportPresets.list']
  save: Handlers['exportPresets.save']
  /** Nothing where it is gone already. */
  remove: Handlers['exportPresets.remove']
}

const listed = 500
const listedCharacters = 2_000_000

/** Settings of exports under a name. */
export function createExportPresets(options: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
}): ExportPresets {
  const { journal, clock, random } = options
  const { query } = journal
  return {
    async list() {
      const { rows } = await sql<ExportPresetRow>`
        SELECT recipe_id, name, settings, saved_at FROM export_recipes WHERE recipe_id IN (
          SELECT recipe_id FROM (
            SELECT recipe_id, sum(length(settings)) OVER newest AS characters, row_number() OVER newest AS place
            FROM export_recipes WINDOW newest AS (ORDER BY saved_at DESC, recipe_id) ORDER BY place LIMIT ${listed}
          ) WHERE place = 1 OR characters <= ${listedCharacters}
        ) ORDER BY name COLLATE NOCASE, name
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
