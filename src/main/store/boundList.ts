import { sql } from 'kysely'
import { toJsonList } from '../../shared/json.ts'

/**
 * Returns a list for `where(column, 'in', …)` as one bound value. SQLite allows at most 32,766 values per statement.
 */
export const boundList = (texts: Iterable<string>) =>
  sql<string>`(SELECT value FROM json_each(${toJsonList(texts)}))`
