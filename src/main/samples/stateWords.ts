import type { Kysely } from 'kysely'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { parseState } from '../../shared/domain/sample.ts'
import type { Database } from '../ports.ts'
import type { JournalSchema } from '../store/journal.ts'

const maxWords = 20

/** Words of the service whose meaning is not known, and how many samples of the register have each. */
export async function unknownWords(query: Kysely<JournalSchema>): Promise<{ word: string; count: number }[]> {
  const rows = await query
    .selectFrom('samples')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '=', 'unknown')
    // Before that, its state is no word of the service.
    .where('checked_at', 'is not', null)
    .groupBy('status')
    .orderBy('count', 'desc')
    .orderBy('status')
    .limit(maxWords)
    .execute()
  return rows.map(({ status, count }) => ({ word: status, count }))
}

/** Reads the states of the register anew, by what the words of the service mean now. Gives how many samples changed. */
export async function reparseStates(
  journal: Database<JournalSchema>,
  words: ConventionSettings['state_words'],
): Promise<number> {
  const known = await journal.query.selectFrom('samples').select(['status', 'state']).distinct().execute()
  let changed = 0
  for (const { status, state: previous } of known) {
    const state = parseState(status, words)
    if (state === previous) continue
    const { numUpdatedRows } = await journal.query
      .updateTable('samples')
      .set({ state })
      .where('status', '=', status)
      .where('state', '=', previous)
      .executeTakeFirst()
    changed += Number(numUpdatedRows)
  }
  return changed
}
