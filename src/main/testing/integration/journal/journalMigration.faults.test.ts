import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { openDatabase } from '../../../adapters/sqlite/openDatabase.ts'
import { inspectFile } from '../../../adapters/sqlite/recovery/inspect.ts'
import { openJournal } from '../../../compose/composeJournal.ts'
import { type JournalSchema, journalMigrations } from '../../../store/journal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { insertUserData } from '../../../store/testing/userDataRows.ts'
import { printFigure, scale } from '../../faults.ts'

const run = promisify(execFile)
const migrator = fileURLToPath(new URL('../../../adapters/sqlite/testing/migrator.ts', import.meta.url))
const rows = 40
const madeByHand = 16
const checksummedTables = 16
const exportTables = 2
/** What the last step makes of the one batch: its study, the batch in it, and its samples. */
const studyRows = 2 + rows / 5
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-migration-'))
  file = join(folder, 'journal.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const first = journalMigrations.findIndex(({ name }) => name === '0004-journal-safety')
const old = journalMigrations.slice(0, first)
const steps = journalMigrations.slice(first)
const guarding = steps[0]?.statements ?? []
const places = steps.flatMap(({ name, statements }) => statements.map((_, at) => `${name} ${at}`))

async function fillOld(): Promise<void> {
  const journal = await openDatabase<JournalSchema>({ file, migrations: old, durability: 'full' })
  await fillJournal(journal, rows)
  await insertUserData(journal)
  await journal.close()
}

function countOf(path: string, names: string): unknown {
  const left = new DatabaseSync(path)
  const found = left.prepare('SELECT count(*) AS n FROM sqlite_schema WHERE name GLOB ?').get(names)
  left.close()
  return found?.['n']
}
const guards = '*_guard_*'

describe('the steps from the one that gives rows their checksums on', () => {
  it('leave the old or the new schema when killed before any of their statements, and then all rows fit', async () => {
    const step = scale(17, 1)
    const figures = { kills: 0, neither: 0, damaged: 0, backups: 0 }
    for (let at = 0; at < places.length; at += step) {
      const place = String(places[at])
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
      await fillOld()
      await expect(run(process.execPath, [migrator, file, place, 'journal'])).rejects.toMatchObject({
        signal: 'SIGKILL',
      })
      figures.kills += 1
      const isGuarded = !place.startsWith('0004')
      const isIndexed = place.startsWith('0008') || place.startsWith('0009')
      const tables = checksummedTables + (place.startsWith('0009') ? exportTables : 0)
      if (countOf(file, guards) !== (isGuarded ? 4 * tables : 0)) figures.neither += 1
      if (countOf(file, 'register_unwritten') !== (isIndexed ? 1 : 0)) figures.neither += 1
      const { journal } = await openJournal({ folder, nowMs: Date.now(), notice: () => undefined })
      await journal.close()
      const found = inspectFile(file)
      figures.damaged += found.findings.length
      if (found.rows !== rows + 1 + rows / 5 + madeByHand + studyRows) figures.damaged += 1
      figures.backups += readdirSync(join(folder, 'backups')).length
    }
    printFigure('quality 18', 'kill in the last steps of the journal', figures)
    expect(figures).toMatchObject({ neither: 0, damaged: 0, backups: figures.kills })
  }, 300_000)

  it('mutant: outside a transaction a kill leaves half of it, and is found', async () => {
    await fillOld()
    const database = new DatabaseSync(file)
    const firstGuard = guarding.findIndex((statement) => statement.startsWith('CREATE TRIGGER'))
    for (const statement of guarding.slice(0, firstGuard + 1))
      if (!statement.startsWith('UPDATE')) database.exec(statement)
    database.close()
    expect(countOf(file, guards)).toBe(1)
    // Even that would be found: the schema is not the one that was stamped.
    const notices: string[] = []
    const opened = openJournal({ folder, nowMs: Date.now(), notice: (text) => notices.push(toEnglish(text)) })
    await (await opened).journal.close()
    expect(notices).toEqual([expect.stringContaining('the schema is not the one that was written')])
  })
})
