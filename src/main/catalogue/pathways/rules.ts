import type { Kysely } from 'kysely'
import type { JournalSchema } from '../../store/journal.ts'
import { pathwayKey } from './pathwayKey.ts'

/** What a person changed: keys that go to another, names that go to a key, and titles by key. */
export type Rules = {
  keys: ReadonlyMap<string, string>
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
}

export async function readRules(query: Kysely<JournalSchema>): Promise<Rules> {
  const aliases = await query.selectFrom('pathway_aliases').selectAll().execute()
  const titles = await query.selectFrom('pathway_titles').select(['pathway', 'title']).execute()
  const of = (kind: 'key' | 'name') =>
    new Map(aliases.filter((row) => row.kind === kind).map(({ alias, pathway }) => [alias, pathway]))
  return {
    keys: of('key'),
    names: of('name'),
    titles: new Map(titles.map(({ pathway, title }) => [pathway, title])),
  }
}

/**
 * Where a key leads: followed from rule to rule. Rules in a ring, which only a file changed from outside can hold, all
 * lead to the first of its keys.
 */
export function rootOf({ keys }: Pick<Rules, 'keys'>, key: string): string {
  const seen = new Set<string>()
  let at = key
  for (;;) {
    const next = keys.get(at)
    if (next === undefined) return at
    if (seen.has(next)) return firstOfRing(keys, next)
    seen.add(next)
    at = next
  }
}

function firstOfRing(keys: Rules['keys'], start: string): string {
  let first = start
  for (let at = keys.get(start); at !== undefined && at !== start; at = keys.get(at))
    if (at < first) first = at
  return first
}

/** The key that a name begins at; `natural` hands in its own, where that is known already. */
export const startOf = (rules: Rules, name: string, natural = pathwayKey): string =>
  rules.names.get(name) ?? natural(name)
