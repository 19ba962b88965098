import { sql } from 'kysely'

/**
 * Returns a list for `where(column, 'in', …)` as one bound value. SQLite allows at most 32,766 values per statement.
 */
export function boundList<Value extends string | number>(values: Iterable<Value>) {
  const list = Array.from(values, (value) => (typeof value === 'string' ? value.toWellFormed() : value))
  return sql<Value>`(SELECT value FROM json_each(${JSON.stringify(list)}))`
}
