/**
 * A process of the tests that dies in the middle of a migration: right before the first statement that holds argv[3].
 * argv[4]: `journal` for the journal's own migrations; there argv[3] is the name of one and the number of a statement.
 */
import { journalMigrations } from '../../../store/journal.ts'
import { openDatabase } from '../openDatabase.ts'
import { longMigrations } from './longMigrations.ts'

const [, , file = '', at = '0', which = 'long'] = process.argv
const all = which === 'journal' ? journalMigrations : longMigrations
const migrations = all.map((migration) => ({
  ...migration,
  statements: {
    *[Symbol.iterator]() {
      for (const [number, statement] of migration.statements.entries()) {
        const isIt =
          which === 'journal' ? `${migration.name} ${number}` === at : statement.includes(`t${at} `)
        if (isIt) process.kill(process.pid, 'SIGKILL')
        yield statement
      }
    },
  } as unknown as readonly string[],
}))
await openDatabase({ file, migrations, durability: 'full' })
