import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../adapters/sqlite/openDatabase.ts'
import { readDamaged } from '../../adapters/sqlite/recovery/readDamaged.ts'
import { type DrugsSchema, drugsMigrations } from '../../store/drugs.ts'
import { drugOf, toFetchedDrug } from '../testing/drugCacheFixture.ts'
import { createDrugCache } from './drugCache.ts'
import { recoverDrugs } from './drugWorker.ts'

const open = (file: string) =>
  openDatabase<DrugsSchema>({ file, migrations: drugsMigrations, durability: 'normal' })

/** As a flipped bit in the header of a record does: a text stands where the column has a number. */
function putText(file: string, table: string, column: string, where: string): void {
  const database = new DatabaseSync(file, { defensive: false })
  const become = (from: string, to: string) =>
    `UPDATE sqlite_schema SET sql = replace(sql, '${column} ${from}', '${column} ${to}') WHERE name = '${table}'`
  database.exec(`PRAGMA writable_schema = ON; ${become('INTEGER', 'TEXT')}; PRAGMA writable_schema = RESET`)
  database.exec(`UPDATE ${table} SET ${column} = 'x' WHERE ${where}`)
  database.exec(`PRAGMA writable_schema = ON; ${become('TEXT', 'INTEGER')}; PRAGMA writable_schema = RESET`)
  database.close()
}

test('a drug with a text in a column of numbers is left, and all others are taken over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pathclock-salvage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const file = join(folder, 'damaged.db')
  const intact = await open(file)
  await createDrugCache(intact).cacheDrugs(
    ['Alphanib', 'Betanib', 'Gammanib'].map((name) => toFetchedDrug(drugOf(name, name))),
  )
  await intact.close()
  putText(file, 'drugs', 'pathways_synthetic', `drug_id = 'Betanib'`)
  const from = readDamaged(file, `${file}.reading`)
  const into = await open(join(folder, 'new.db'))
  try {
    expect(await recoverDrugs(from, into)).toEqual({ drugs: 2, isComplete: false })
    const drugs = await into.query.selectFrom('drugs').select('name').orderBy('name').execute()
    expect(drugs.map(({ name }) => name)).toEqual(['Alphanib', 'Gammanib'])
  } finally {
    from.close()
    await into.close()
  }
})
