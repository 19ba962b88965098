import { sql } from 'kysely'
import type { Handlers } from '../../../shared/contract/contract.ts'
import type { Clock, Database, Emit, Random } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'

export type SavedSearches = {
  /** By name. */
  list: Handlers['searches.list']
  save: Handlers['searches.save']
  remove: Handlers['searches.remove']
}

/** Searches under a name, as the addresses that lead to them. */
export function createSavedSearches(options: {
  journal: Database<JournalSchema>
  clock: Clock
  random: Random
  emit: Emit
}): SavedSearches {
  const { journal, clock, random, emit } = options
  const { query } = journal
  return {
    async list() {
      const rows = await query
        .selectFrom('saved_searches')
        .selectAll()
        .orderBy(sql`name COLLATE NOCASE`)
        .orderBy('name')
        .execute()
      return rows.map(toSearch)
    },
    async save({ name, address }) {
      const set = { address: address.toWellFormed(), created_at: new Date(clock.now()).toISOString() }
      const row = await query
        .insertInto('saved_searches')
        .values({ search_id: random.id(), name: name.toWellFormed(), ...set })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(set))
        .returningAll()
        .executeTakeFirstOrThrow()
      emit('drugs.changed', {})
      return toSearch(row)
    },
    async remove({ searchId }) {
      await query.deleteFrom('saved_searches').where('search_id', '=', searchId).execute()
      emit('drugs.changed', {})
      return null
    },
  }
}

const toSearch = (row: JournalSchema['saved_searches']) => ({
  searchId: row.search_id,
  name: row.name,
  address: row.address,
  createdAt: row.created_at,
})
