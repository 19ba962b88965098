import { type Kysely, type RawBuilder, type Selectable, type SelectType, sql, type Updateable } from 'kysely'
import { boundList } from './boundList.ts'

/** The values that columns must have. A list stands for any of its values. */
type Where<Row> = {
  readonly [Column in keyof Row]?: SelectType<Row[Column]> | readonly SelectType<Row[Column]>[]
}

const toCondition = (where: object): RawBuilder<unknown> =>
  sql.join(
    Object.entries(where).map(([column, value]) =>
      Array.isArray(value)
        ? sql`${sql.ref(column)} IN ${boundList(value)}`
        : sql`${sql.ref(column)} IS ${value}`,
    ),
    sql` AND `,
  )

/** Returns the rows with these values. */
export async function findRows<Schema, Table extends keyof Schema & string>(
  query: Kysely<Schema>,
  table: Table,
  where: Where<Schema[Table]>,
  orderBy: keyof Schema[Table] & string,
): Promise<Selectable<Schema[Table]>[]> {
  const { rows } = await sql<Selectable<Schema[Table]>>`
    SELECT * FROM ${sql.table(table)} WHERE ${toCondition(where)} ORDER BY ${sql.ref(orderBy)}
  `.execute(query)
  return rows
}

/** Returns a row with these values, or undefined. */
export async function findRow<Schema, Table extends keyof Schema & string>(
  query: Kysely<Schema>,
  table: Table,
  where: Where<Schema[Table]>,
): Promise<Selectable<Schema[Table]> | undefined> {
  const { rows } = await sql<Selectable<Schema[Table]>>`
    SELECT * FROM ${sql.table(table)} WHERE ${toCondition(where)} LIMIT 1
  `.execute(query)
  return rows[0]
}

/** Changes the rows with these values and returns their number. */
export async function updateRows<Schema, Table extends keyof Schema & string>(
  query: Kysely<Schema>,
  table: Table,
  where: Where<Schema[Table]>,
  change: Updateable<Schema[Table]>,
): Promise<number> {
  const assignments = Object.entries(change).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const { numAffectedRows } = await sql`
    UPDATE ${sql.table(table)} SET ${sql.join(assignments)} WHERE ${toCondition(where)}
  `.execute(query)
  return Number(numAffectedRows)
}
