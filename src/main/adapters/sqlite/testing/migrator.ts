/**
 * A process for tests that is killed during a migration, directly before the first statement that contains argv[3].
 * argv[4]: `journal` for the journal's own migrations; argv[3] is then the name of a migration and the index of a
 * statement.
 */
import '../../../../shared/words/testing/englishTexts.ts'
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
