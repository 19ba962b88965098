import { sql } from 'kysely'
import { type ListKind, listNotFound, type Query, rejection } from './listKind.ts'
import { addFavourites, ensureMarks, removeFavourites } from './marks.ts'

export const favouritesId = 'favourites'

/** The favourites as a list: there is always one, and it is made of the marks. */
export const favourites: ListKind = {
  list: async (query) => [await readFavourites(query)],
  show: readFavourites,
  async members(query) {
    const rows = await query
      .selectFrom('drug_marks')
      .select(['drug_id', 'name', 'favourite_at'])
      .where('favourite_at', 'is not', null)
      .orderBy(sql`name COLLATE NOCASE`)
      .orderBy('drug_id')
      .execute()
    return rows.map((row) => ({ drugId: row.drug_id, name: row.name, addedAt: row.favourite_at ?? '' }))
  },
  async change(query, setId, { name, note, add, remove }, at) {
    if (name !== undefined) throw rejection('name', 'The favourites cannot be renamed. Make a list instead.')
    if (note !== undefined) throw rejection('note', 'The favourites have no note. Make a list instead.')
    const added = new Set(add.map(({ drugId }) => drugId))
    await removeFavourites(
      query,
      remove.filter((drugId) => !added.has(drugId)),
      at,
    )
    await ensureMarks(query, add, at)
    await addFavourites(query, add, at)
    return setId
  },
  async remove() {
    throw rejection('setId', 'The favourites cannot be removed. Take drugs out of them one by one.')
  },
  async restore() {
    throw listNotFound()
  },
}

async function readFavourites(query: Query) {
  const { count, updatedAt } = await query
    .selectFrom('drug_marks')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('favourite_at').as('updatedAt')])
    .where('favourite_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const name = 'Favourites'
  return {
    setId: favouritesId,
    name,
    note: '',
    kind: favouritesId,
    count,
    createdAt: null,
    updatedAt,
  } as const
}
