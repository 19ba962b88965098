import type { Kysely } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { JournalSchema } from '../../store/journal.ts'
import { ownKey, pathwayKey } from './pathwayKey.ts'
import { type Rules, rootOf } from './rules.ts'
import type { Line } from './table.ts'

/** The table as it is by the rules of the open transaction, which `query` belongs to; `at` is now (ISO 8601). */
export type Change = { query: Kysely<JournalSchema>; rules: Rules; lines: readonly Line[]; at: string }

/** The line of a key; throws `notFound`. */
export function lineOf(lines: readonly Line[], pathway: string): Line {
  const line = lines.find((one) => one.pathway === pathway)
  if (line) return line
  throw new Failure('notFound', 'This pathway is not in the table any more. Look at the table again.', {
    what: 'pathway',
  })
}

const rejection = (field: string, message: string) =>
  new Failure('rejected', message, { problems: [{ field, message }] })

/** Lets all names of one pathway go to another. The other way round of an earlier merge turns that one round. */
export async function merge(change: Change, pathway: string, into: string): Promise<void> {
  const { rules, lines } = change
  if (pathway === into) throw rejection('into', 'A pathway cannot be merged into itself. Choose another one.')
  lineOf(lines, pathway)
  const target = rootOf(rules, into)
  if (target === pathway) {
    await removeAlias(change, 'key', into)
    return setAlias(change, 'key', pathway, into)
  }
  lineOf(lines, target)
  return setAlias(change, 'key', pathway, target)
}

/** Gives one name a key that nothing else has. Throws `notFound`, and `rejected` where it has no other names beside it. */
export async function split(change: Change, name: string): Promise<void> {
  const line = change.lines.find(({ names }) => names.some((one) => one.name === name))
  if (!line)
    throw new Failure('notFound', 'No drug or result names this pathway any more. Look at the table again.', {
      what: 'pathway',
    })
  if (line.names.length === 1)
    throw rejection('name', 'This is the only name of its pathway, so there is nothing to part it from.')
  const key = freeKey(change, name)
  await removeAlias(change, 'key', key)
  await setAlias(change, 'name', name, key)
}

/** The own key of a name, or one like it where other names were merged into that one. */
function freeKey({ rules }: Change, name: string): string {
  const taken = new Set(rules.keys.values())
  for (const [alias, key] of rules.names) if (alias !== name) taken.add(key)
  let key = ownKey(name)
  for (let number = 2; taken.has(key); number++) key = ownKey(`${name} (${number})`)
  return key
}

/** Throws `rejected` where another pathway is shown under this title. */
export async function rename({ query, lines, at }: Change, pathway: string, title: string): Promise<void> {
  lineOf(lines, pathway)
  if (lines.some((line) => line.pathway !== pathway && line.title === title))
    throw rejection(
      'title',
      'Another pathway has this title. Merge the two if they are one, or choose another title.',
    )
  await query
    .insertInto('pathway_titles')
    .values({ pathway, title, changed_at: at })
    .onConflict((conflict) => conflict.column('pathway').doUpdateSet({ title, changed_at: at }))
    .execute()
}

/** Takes back its title, what was merged into it, and every name that was taken out of it. Throws `notFound`. */
export async function reset(change: Change, requestedKey: string): Promise<void> {
  const { query, rules, lines } = change
  const pathway = rootOf(rules, requestedKey)
  const merged = [...rules.keys.keys()].filter((key) => rootOf(rules, key) === pathway)
  const natural = new Set([pathway, ...merged])
  const named = [...rules.names].filter(
    ([name, key]) => natural.has(pathwayKey(name)) || rootOf(rules, key) === pathway,
  )
  if (!rules.titles.has(pathway) && merged.length + named.length === 0) lineOf(lines, pathway)
  await query.deleteFrom('pathway_titles').where('pathway', '=', pathway).execute()
  for (const key of merged) await removeAlias(change, 'key', key)
  for (const [name, key] of named) {
    await removeAlias(change, 'name', name)
    // The key was made for this name alone, so where it was merged to says nothing any more.
    await removeAlias(change, 'key', key)
  }
}

async function setAlias({ query, at }: Change, kind: 'key' | 'name', alias: string, pathway: string) {
  const set = { pathway, changed_at: at }
  await query
    .insertInto('pathway_aliases')
    .values({ kind, alias, ...set })
    .onConflict((conflict) => conflict.columns(['kind', 'alias']).doUpdateSet(set))
    .execute()
}

async function removeAlias({ query }: Change, kind: 'key' | 'name', alias: string): Promise<void> {
  await query.deleteFrom('pathway_aliases').where('kind', '=', kind).where('alias', '=', alias).execute()
}
