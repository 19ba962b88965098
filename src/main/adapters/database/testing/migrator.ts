/** A process of the tests that dies in the middle of a migration, at statement argv[3]. */
import { openDatabase } from '../openDatabase.ts'
import { longMigrations } from './longMigrations.ts'

const [, , file = '', at = '0'] = process.argv
const migrations = longMigrations.map((migration) => ({
  ...migration,
  statements: {
    *[Symbol.iterator]() {
      for (const statement of migration.statements) {
        if (statement.includes(`t${at} `)) process.kill(process.pid, 'SIGKILL')
        yield statement
      }
    },
  } as unknown as readonly string[],
}))
await openDatabase({ file, migrations, durability: 'full' })
