import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { exactPathwayName, maxKeyLength, normalizePathwayName } from '../../../shared/domain/drugs/pathway.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { PathwayGroup } from '../rows/drugStore.ts'

/** An address of before may name a pathway that was merged into another since. */
export const findGroup = (groups: readonly PathwayGroup[], pathway: string): PathwayGroup | undefined =>
  groups.find((one) => one.pathway === pathway || one.merged?.includes(pathway))

const longKeyPrefixLength = 150

/** The normalized name, in the length that a key may have. */
export const pathwayKey = (name: string): string => bounded(normalizePathwayName(name))

/** The key that stands for one name as it is written and can be that of no other. */
export const ownKey = (name: string): string => bounded(exactPathwayName(name))

function bounded(key: string): string {
  if (key.length <= maxKeyLength) return key
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${key.slice(0, longKeyPrefixLength).toWellFormed()}~${digest}`
}

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
