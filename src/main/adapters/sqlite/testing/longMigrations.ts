import type { Migration } from '../../../ports.ts'

const tables = (from: number, to: number): string[] =>
  Array.from(
    { length: to - from },
    (_, index) => `CREATE TABLE t${from + index} (id INTEGER PRIMARY KEY) STRICT`,
  )

export const longMigrations: readonly Migration[] = [
  { name: '0001-first', statements: tables(0, 3) },
  { name: '0002-second', statements: tables(3, 6) },
]
