import type { Database, Migration } from '../../../ports.ts'

export type CounterSchema = { counter: { id: number; value: number } }

export const counterMigrations: readonly Migration[] = [
  {
    name: '0001-counter',
    statements: [
      'CREATE TABLE counter (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT',
      'INSERT INTO counter VALUES (1, 0)',
    ],
  },
]

/** Reads the counter, yields, then writes it plus one. Loses counts if transactions are not exclusive. */
export const increment = (database: Database<CounterSchema>): Promise<void> =>
  database.transaction(async (query) => {
    const { value } = await query.selectFrom('counter').select('value').executeTakeFirstOrThrow()
    await new Promise((resolve) => setImmediate(resolve))
    await query
      .updateTable('counter')
      .set({ value: value + 1 })
      .execute()
  })

export const readCount = async (database: Database<CounterSchema>): Promise<number> =>
  (await database.query.selectFrom('counter').select('value').executeTakeFirstOrThrow()).value
