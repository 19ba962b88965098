import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { JournalSchema } from '../../store/journal.ts'
import type { PathwayGroup } from '../cache/drugStore.ts'
import { fold, latinOfGreek } from '../search/searchText.ts'

/** An address of before may name a pathway that was merged into another since. */
export const findGroup = (groups: readonly PathwayGroup[], pathway: string): PathwayGroup | undefined =>
  groups.find((one) => one.pathway === pathway || one.merged?.includes(pathway))

/** The contract takes keys of up to 300 characters. */
const maxKeyLength = 200
const longKeyPrefixLength = 150

/** `eta` and the two-letter names are left out: they are parts of words. */
const greekName = /alpha|beta|gamma|delta|epsilon|zeta|theta|kappa|lambda|sigma|omega/g

/**
 * What names of one pathway have in common: letters and digits, blind to case, accents, dashes and how a Greek letter
 * is written, so `NF_KB`, `NF-kB` and `NF-κB` give `nfkb`. Digits stay apart where they are (`ERK1/2` is not `ERK12`),
 * and signs behind a word count (`CD4+` is not `CD4-`; a minus is `!` in the key).
 * A name without a letter or digit has its `ownKey`.
 */
export function pathwayKey(name: string): string {
  const letters = withSigns(fold(name))
    .replace(/(?<!\p{N})[^\p{L}\p{N}+!]+|[^\p{L}\p{N}+!]+(?!\p{N}|[^\p{L}\p{N}+!])/gu, '')
    .replace(/[^\p{L}\p{N}+!]+/gu, '.')
  if (letters === '') return ownKey(name)
  return letters.length > maxKeyLength ? shortened(letters) : withGreekLetters(letters)
}

/** A plus right behind a letter or digit, and a dash that joins it to nothing; other ones are separators. */
const withSigns = (folded: string): string =>
  folded.replace(/(?<=[\p{L}\p{N}])-(?![\p{L}\p{N}])/gu, '!').replace(/(?<![\p{L}\p{N}])[+!]/gu, ' ')

/** The key that stands for one name as it is written and can be that of no other: folded keys hold no `=`. */
export function ownKey(name: string): string {
  const key = `=${name.toWellFormed()}`
  return key.length > maxKeyLength ? shortened(key) : key
}

function shortened(key: string): string {
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 32)
  return `${key.slice(0, longKeyPrefixLength).toWellFormed()}~${digest}`
}

/** Until none is left, so that a key is its own key. */
function withGreekLetters(text: string): string {
  const changed = text.replace(greekName, (name) => latinOfGreek.get(name) ?? name)
  return changed === text ? text : withGreekLetters(changed)
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
