import { sql } from 'kysely'
import { toJsonList } from '../../shared/json.ts'

/** A list for `where(column, 'in', …)` as one bound value: SQLite takes no more than 32,766 in a statement. */
export const boundList = (texts: Iterable<string>) =>
  sql<string>`(SELECT value FROM json_each(${toJsonList(texts)}))`
