import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { exactPathwayName, maxKeyLength, normalizePathwayName } from '../../../shared/domain/drugs/pathway.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { PathwayGroup } from '../rows/drugStore.ts'

/** Finds a group by its key, or by that of a pathway merged into it, which old addresses may still have. */
export const findGroup = (groups: readonly PathwayGroup[], pathway: string): PathwayGroup | undefined =>
  groups.find((one) => one.pathway === pathway || one.merged?.includes(pathway))

const longKeyPrefixLength = 150

/** Returns the normalized name, limited to the length of a key. */
export const pathwayKey = (name: string): string => bounded(normalizePathwayName(name))

/** Returns the key of one exact spelling, which no other name can have. */
export const ownKey = (name: string): string => bounded(exactPathwayName(name))

function bounded(key: string): string {
  if (key.length <= maxKeyLength) return key
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${key.slice(0, longKeyPrefixLength).toWellFormed()}~${digest}`
}

/** The user's changes: keys redirected to other keys, names assigned to keys, and titles by key. */
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

/** Follows the rules from a key to its end. Rules in a ring (a file edited by hand) resolve to the ring's first key. */
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

/** Returns the key from which the rules start for a name. `natural` may supply a key that is already known. */
export const startOf = (rules: Rules, name: string, natural = pathwayKey): string =>
  rules.names.get(name) ?? natural(name)
