import { sql } from 'kysely'
import type { Handlers } from '../../shared/contract/contract.ts'
import { anySettingsSchema, type ExportRecipe } from '../../shared/domain/exporting.ts'
import type { Clock, Database, Random } from '../ports.ts'
import type { ExportRecipeRow, JournalSchema } from '../store/journal.ts'

export type Recipes = {
  /** By name. */
  list: Handlers['recipes.list']
  save: Handlers['recipes.save']
  /** Nothing where it is gone already. */
  remove: Handlers['recipes.remove']
}

/** Settings of exports under a name. */
export function createRecipes(options: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
}): Recipes {
  const { journal, clock, random } = options
  const { query } = journal
  return {
    async list() {
      const rows = await query
        .selectFrom('export_recipes')
        .selectAll()
        .orderBy(sql`name COLLATE NOCASE`)
        .orderBy('name')
        .execute()
      return rows.flatMap(toRecipe)
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
      return { recipeId: row.recipe_id, name: row.name, settings, savedAt: row.saved_at }
    },
    async remove({ recipeId }) {
      await query.deleteFrom('export_recipes').where('recipe_id', '=', recipeId).execute()
      return null
    },
  }
}

/** None where a newer version wrote settings that this one does not know; the row stays. */
function toRecipe({
  recipe_id: recipeId,
  name,
  settings,
  saved_at: savedAt,
}: ExportRecipeRow): ExportRecipe[] {
  const read = anySettingsSchema.safeParse(JSON.parse(settings))
  return read.success ? [{ recipeId, name, settings: read.data, savedAt }] : []
}
