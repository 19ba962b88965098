/**
 * A second process for tests: opens the database at argv[2] and increments a counter argv[3] times, one transaction
 * each.
 */
import '../../../../shared/words/testing/englishTexts.ts'
import { openDatabase } from '../openDatabase.ts'
import { type CounterSchema, counterMigrations, increment } from './counter.ts'

const [, , file = '', incrementCount = '0'] = process.argv
const database = await openDatabase<CounterSchema>({
  file,
  migrations: counterMigrations,
  durability: 'normal',
})
for (let count = 0; count < Number(incrementCount); count++) await increment(database)
await database.close()
