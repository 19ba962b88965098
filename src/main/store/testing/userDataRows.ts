import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../journal.ts'

const at = '2026-01-01T00:00:00.000Z'

/** What a person makes by hand: two rows of each, named by their number. */
export async function insertUserData({ query }: Database<JournalSchema>): Promise<void> {
  for (const n of [1, 2]) {
    const drug = { drug_id: `DRG-${n}`, name: `drug number ${n}` }
    const mark = { ...drug, favourite_at: at, note: `noted of ${n}`, updated_at: at }
    await query.insertInto('drug_marks').values(mark).execute()
    await query
      .insertInto('drug_tags')
      .values({ drug_id: drug.drug_id, tag: `to try ${n}`, added_at: at })
      .execute()
    const times = { created_at: at, updated_at: at, removed_at: null }
    await query
      .insertInto('drug_sets')
      .values({ set_id: `set-${n}`, name: `list ${n}`, note: `note of ${n}`, ...times })
      .execute()
    await query
      .insertInto('drug_set_members')
      .values({ ...drug, name: `drug ${n} of a list`, set_id: `set-${n}`, added_at: at })
      .execute()
    const search = { search_id: `find-${n}`, name: `search ${n}`, address: `text=${n}`, created_at: at }
    await query.insertInto('saved_searches').values(search).execute()
    await query
      .insertInto('pathway_aliases')
      .values({ kind: 'name', alias: `mTOR ${n}`, pathway: 'mtor', changed_at: at })
      .execute()
    const title = { pathway: `pathway ${n}`, title: `title ${n}`, changed_at: at }
    await query.insertInto('pathway_titles').values(title).execute()
    await query
      .insertInto('prefetch_plans')
      .values({
        plan_id: `plan-${n}`,
        scope: JSON.stringify({ kind: 'category', category: `class ${n}` }),
        detail: 'list',
        per_hour: 1000,
        refresh_days: 30,
        state: 'running',
        message: null,
        created_at: at,
        updated_at: at,
        lease_owner: null,
        lease_until_ms: 0,
      })
      .execute()
  }
}
