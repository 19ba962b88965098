import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/words/message.ts'
import { inspectFile, withSql } from '../../../adapters/sqlite/inspect.ts'
import { systemClock } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { journalMigrations } from '../../../store/journal.ts'
import { printFigure, scale } from '../../faults.ts'
import { newFolder } from '../../newFolder.ts'

const run = promisify(execFile)
const migrator = fileURLToPath(new URL('../../../adapters/sqlite/testing/migrator.ts', import.meta.url))
/** The journal of a version that gave each row a checksum, by triggers that call a function of the app. */
const archive = unzipSync(readFileSync(join(import.meta.dirname, '../storedFolders/0.1.0-2026-11-22.zip')))
const old = Object.entries(archive).find(([name]) => name.endsWith('journal.db'))?.[1] ?? new Uint8Array()
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'journal.db')
  writeFileSync(file, old)
})

const last = journalMigrations.at(-1)
const steps = journalMigrations.filter(({ name }) => name > '0008-exports')
const places = steps.flatMap(({ name, statements }) => statements.map((_, at) => `${name} ${at}`))

const countSchema = (pattern: string) =>
  withSql(file, (sql) =>
    Number(sql.rows('SELECT count(*) AS n FROM sqlite_schema WHERE name GLOB ?', [pattern])[0]?.['n']),
  )

async function open(notices: string[] = []) {
  const notice = (text: Parameters<typeof toEnglish>[0]) => void notices.push(toEnglish(text))
  const { journal, orderLog } = await openJournal({ folder, clock: systemClock, notice })
  const uncertainty = orderLog.uncertainty()
  await journal.close()
  return { notices, uncertainty }
}

const ledger = () => withSql(file, (sql) => sql.rows('SELECT batch_id, row, state, sample_id FROM ledger'))

describe('the last steps of the journal', () => {
  it('leave the old or the new schema when killed before each of their statements, and lose no row', async () => {
    const rows = ledger()
    const step = scale(17, 1)
    const figures = { kills: 0, neither: 0, damaged: 0, lost: 0, reported: 0, backups: 0 }
    for (let at = 0; at < places.length; at += step) {
      const place = String(places[at])
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      writeFileSync(file, old)
      await expect(run(process.execPath, [migrator, file, place, 'journal'])).rejects.toMatchObject({
        signal: 'SIGKILL',
      })
      figures.kills += 1
      const hasLog = place > '0011'
      if (countSchema('*_guard_*') > 0 === hasLog || countSchema('order_log') !== Number(hasLog))
        figures.neither += 1
      if (countSchema('studies') !== (place.startsWith('0009') ? 0 : 1)) figures.neither += 1
      const { notices, uncertainty } = await open()
      figures.reported += notices.length + (uncertainty ? 1 : 0)
      if (inspectFile(file, journalMigrations).state !== 'sound') figures.damaged += 1
      if (countSchema('*_guard_*') + countSchema('checked_*') > 0) figures.neither += 1
      if (JSON.stringify(ledger()) !== JSON.stringify(rows)) figures.lost += 1
      figures.backups += readdirSync(join(folder, 'backups')).length
    }
    printFigure('quality 18', 'kill in the last steps of the journal', figures)
    expect(figures).toEqual({
      ...figures,
      neither: 0,
      damaged: 0,
      lost: 0,
      reported: 0,
      backups: figures.kills,
    })
    expect(rows).toHaveLength(6)
  }, 300_000)

  it('mutant: outside a transaction a kill leaves half of it, and is found', async () => {
    withSql(file, (sql) => sql.exec(String(last?.statements[0])))
    const { notices } = await open()
    expect(notices).toEqual([expect.stringContaining('the schema is not the one that was written')])
  })
})
