import { sql } from 'kysely'
import type { Services } from '../../../shared/contract/contract.ts'
import { notFound, rejected } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/words/message.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugDeps } from '../rows/drugStore.ts'
import { freeName } from './listKinds.ts'
import type { Query } from './marks.ts'

export type SavedSearches = Services['searches']

/** Creates the service for named searches, which are stored as the addresses that open them. */
export function createSavedSearches({
  journal,
  clock,
  random,
  emit,
}: Pick<DrugDeps, 'journal' | 'clock' | 'random' | 'emit'>): SavedSearches {
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
    async save({ name, address, ifTaken }) {
      const set = { address: address.toWellFormed(), created_at: new Date(clock.now()).toISOString() }
      const saved = await journal.transaction(async (within) => {
        const requestedName = name.toWellFormed()
        const free =
          ifTaken === 'number'
            ? await freeName(requestedName, async (one) => (await named(within, one)) !== undefined)
            : requestedName
        const before = await named(within, free)
        const row = { search_id: before?.search_id ?? random.id(), name: free, ...set }
        await within.replaceInto('saved_searches').values(row).execute()
        return { ...toSearch(row), replaced: before?.address ?? null }
      })
      emit('drugs.changed', {})
      return saved
    },
    async rename({ searchId, name }) {
      const requestedName = name.toWellFormed()
      const row = await journal.transaction(async (within) => {
        const other = await named(within, requestedName)
        if (other && other.search_id !== searchId)
          throw rejected(message('catalogue.savedSearchNamedAlready', { requestedName }), 'name')
        return within
          .updateTable('saved_searches')
          .set({ name: requestedName })
          .where('search_id', '=', searchId)
          .returningAll()
          .executeTakeFirst()
      })
      if (!row) throw notFound(message('catalogue.savedSearchNoLonger'), message('shared.search'))
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

const named = (query: Query, name: string) =>
  query.selectFrom('saved_searches').selectAll().where('name', '=', name).executeTakeFirst()

const toSearch = (row: JournalSchema['saved_searches']) => ({
  searchId: row.search_id,
  name: row.name,
  address: row.address,
  createdAt: row.created_at,
})
