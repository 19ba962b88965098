import type { Question } from './question.ts'
import { all, type CacheQueries, idsOf } from './rawSql.ts'
import { scopeOf, type Wanted } from './tags.ts'
import { lastCharacter } from './tokens.ts'

/** Drugs of one name are shown up to so many before all others. */
const mostOfOneName = 1000

type Kind = 0 | 1
type Range = { from: string; below: string; need: number; direction: 'ASC' | 'DESC' }

/** Drugs whose own name (kind 0) or another of their names is exactly what was typed. */
export async function exactNames(query: CacheQueries, { keys, wanted }: Question): Promise<number[]> {
  const ids: number[] = []
  for (const kind of [0, 1] as const)
    for (const key of keys)
      ids.push(
        ...(await inRange(query, wanted, kind, {
          from: key,
          below: `${key}\u0001`,
          need: mostOfOneName,
          direction: 'ASC',
        })),
      )
  return ids
}

/** Drugs with a name that begins with what was typed, by that name. */
export async function namesFrom(
  query: CacheQueries,
  { keys, wanted, byName }: Question,
  kind: Kind,
  need: number,
): Promise<number[]> {
  const ids: number[] = []
  for (const key of keys)
    ids.push(
      ...(await inRange(query, wanted, kind, {
        from: key,
        below: `${key}${lastCharacter}`,
        need,
        direction: byName ?? 'ASC',
      })),
    )
  return ids
}

/** All drugs that pass the filter, by name. */
export const everything = (
  query: CacheQueries,
  { wanted, byName }: Question,
  need: number,
): Promise<number[]> =>
  inRange(query, wanted, 0, { from: '', below: lastCharacter, need, direction: byName ?? 'ASC' })

/** Of more lists of names than this all that is in the range is read and sorted at once. */
const mostMerged = 8

/** Names of a range in order. Each tag has its own list of names; a category beside a pathway is looked up in its own. */
async function inRange(
  query: CacheQueries,
  { category, acts }: Wanted,
  kind: Kind,
  { from, below, need, direction }: Range,
): Promise<number[]> {
  const both = category !== null && acts !== null
  const scopes = (acts ?? [category]).map((tag) => scopeOf(tag, kind))
  const select = (scope: string, grouped = '') => `SELECT id, key FROM drug_keys AS k
    WHERE scope ${scope} AND key >= ? AND key < ?
    ${both ? 'AND EXISTS (SELECT 1 FROM drug_keys WHERE scope = ? AND key = k.key AND id = k.id)' : ''}
    ${grouped} ORDER BY key ${direction}, id ${direction} LIMIT ?`
  const rest = [from, below, ...(both ? [scopeOf(category, kind)] : []), need]
  const [only] = scopes
  if (only !== undefined && scopes.length === 1) return idsOf(query, select('= ?'), [only, ...rest])
  if (scopes.length > mostMerged) {
    const among = select('IN (SELECT value FROM json_each(?))', 'GROUP BY key, id')
    return unique(await idsOf(query, among, [JSON.stringify(scopes), ...rest]))
  }
  const rows: NameRow[] = []
  for (const scope of scopes) rows.push(...(await all<NameRow>(query, select('= ?'), [scope, ...rest])))
  const sign = direction === 'ASC' ? 1 : -1
  rows.sort((a, b) => sign * (compare(a.key, b.key) || a.id - b.id))
  return unique(rows.map(({ id }) => id)).slice(0, need)
}

type NameRow = { id: number; key: string }

const unique = (ids: readonly number[]): number[] => [...new Set(ids)]

/** As SQLite compares: by code points, not by UTF-16 units. */
const compare = (a: string, b: string): number =>
  a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b))
