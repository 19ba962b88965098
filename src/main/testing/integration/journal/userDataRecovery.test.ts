import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../../shared/messages/message.ts'
import { writeBackup } from '../../../adapters/sqlite/recovery/backup.ts'
import { registerRowChecksum } from '../../../adapters/sqlite/sqlFunctions.ts'
import { openJournal } from '../../../compose/composeJournal.ts'
import { insertUserData } from '../../../store/testing/userDataRows.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
let folder: string
let file: string
let notices: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-hand-made-'))
  file = join(folder, 'journal.db')
  notices = []
  mkdirSync(join(folder, 'backups'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = () => openJournal({ folder, nowMs, notice: (text) => notices.push(toEnglish(text)) })
const backUp = () => writeBackup(file, join(folder, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))

async function make(backedUp: boolean): Promise<void> {
  const { journal } = await open()
  await insertUserData(journal)
  if (backedUp) await backUp()
  await journal.close()
}

/** A table as it is on the disk, in the order of its texts, without its checksums. */
function rows(table: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const found = database.prepare(`SELECT * FROM ${table}`).all()
  database.close()
  return found
    .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'checksum')))
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

function change(...statements: string[]): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  registerRowChecksum(database)
  for (const statement of statements) database.exec(statement)
  database.close()
}

/** Bits that flip on the disk, in the row and in an index of it alike, so that its checksum alone can tell. */
function flip(text: string, to: string): void {
  const bytes = readFileSync(file)
  expect(bytes.includes(text)).toBe(true)
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) bytes.write(to, at)
  writeFileSync(file, bytes)
}

async function openAgain(): Promise<void> {
  const { journal } = await open()
  await journal.close()
}

const tables = [
  ['drug_marks', 'noted of 1', 'noted of 7', 'DRG-1'],
  ['drug_sets', 'note of 1', 'note of 7', 'set-1'],
  ['drug_set_members', 'drug 1 of a list', 'drug 7 of a list', 'set-1 DRG-1'],
  ['pathway_titles', 'title 1', 'title 7', 'pathway 1'],
  ['saved_searches', 'text=1', 'text=7', 'find-1'],
  ['prefetch_plans', 'class 1', 'class 0', 'plan-1'],
] as const

describe('what was made by hand', () => {
  it.each(tables)(
    'in %s is found when bits of it flip, and taken from the backup',
    async (table, from, to, id) => {
      await make(true)
      const before = rows(table)
      flip(from, to)
      await openAgain()
      expect(notices).toEqual([expect.stringContaining(`not to be relied on: ${table} ${id}.`)])
      expect(rows(table)).toEqual(before)
      expect(rows('damaged_rows')).toMatchObject([{ table_name: table, row_id: id }])
    },
  )

  it('is stored as it was found where there is no backup, and a damaged plan waits', async () => {
    await make(false)
    flip('noted of 1', 'noted of 7')
    flip('class 2', 'class 3')
    await openAgain()
    expect(rows('drug_marks').map(({ note }) => note)).toEqual(['noted of 7', 'noted of 2'])
    expect(rows('prefetch_plans')).toMatchObject([
      { plan_id: 'plan-1', state: 'running', message: null },
      { plan_id: 'plan-2', state: 'paused', message: expect.stringContaining('damaged') },
    ])
    await openAgain()
    expect(notices).toHaveLength(1)
  })

  it('and was a plan that nothing can be fetched by is listed, so that the others are read', async () => {
    await make(false)
    flip('"category":"class 1', '"category":{class 1')
    await openAgain()
    expect(rows('prefetch_plans')).toMatchObject([{ plan_id: 'plan-2' }])
    expect(rows('damaged_rows')).toMatchObject([
      { row_id: 'plan-1', content: expect.stringContaining('class 1') },
    ])
  })

  it('and was to be analyzed by itself still is where its row is sound, and else that is said', async () => {
    await make(false)
    const at = '2026-11-21T09:00:00.000Z'
    change(
      ...['one', 'two', 'three'].flatMap((name) => [
        `INSERT INTO batches (batch_id, file_name, file_sha256, mapping, read_as, created_at, state)
          VALUES ('${name}', 'a.csv', '', '{}', '{}', '${at}', 'done')`,
        `INSERT INTO studies (study_id, name, created_at, changed_at) VALUES ('of ${name}', '', '${at}', '${at}')`,
        `INSERT INTO study_batches (study_id, batch_id, analyze)
          VALUES ('of ${name}', '${name}', '${name === 'two' ? 'done' : 'whenReady'}')`,
      ]),
    )
    const analyze = () =>
      rows('study_batches').map(({ batch_id, analyze }) => `${String(batch_id)} ${String(analyze)}`)
    flip('of three', 'of throo')
    await openAgain()
    expect(analyze().toSorted()).toEqual(['one whenReady', 'three no', 'two done'])
    const lostResults = (imports: string) =>
      expect.stringContaining(
        `The results of ${imports} no longer fetched by themselves: open the study, and choose Analyze.`,
      )
    expect(notices).toEqual([lostResults('1 import are')])
    await backUp()
    rmSync(file)
    await openAgain()
    expect(analyze().toSorted()).toEqual(['one no', 'three no', 'two done'])
    expect(notices).toEqual([lostResults('1 import are'), lostResults('2 imports are')])
  })

  it('and taken away since does not come back because something else was damaged', async () => {
    await make(true)
    change(
      `DELETE FROM drug_tags WHERE drug_id = 'DRG-2'`,
      `DELETE FROM prefetch_plans WHERE plan_id = 'plan-2'`,
    )
    flip('noted of 1', 'noted of 7')
    await openAgain()
    expect(rows('drug_tags')).toMatchObject([{ tag: 'to try 1' }])
    expect(rows('prefetch_plans')).toMatchObject([{ plan_id: 'plan-1' }])
  })

  it('comes back under its right name where the name itself was damaged', async () => {
    await make(true)
    flip('set-1DRG-1', 'set-1DRG-7')
    await openAgain()
    expect(rows('drug_set_members').map(({ drug_id }) => drug_id)).toContain('DRG-1')
  })

  it('keeps two tags apart whose names read alike together with their drugs', async () => {
    await make(false)
    change(
      `INSERT INTO drug_marks (drug_id, name, note, updated_at) VALUES ('c', '', '', ''), ('b c', '', '', '')`,
      `INSERT INTO drug_tags VALUES ('c', 'a b', '', NULL), ('b c', 'a', '', NULL)`,
    )
    flip('noted of 1', 'noted of 7')
    await openAgain()
    expect(rows('drug_tags')).toHaveLength(4)
  })

  it('and hangs in the air gets a list or a mark to hang on', async () => {
    await make(false)
    change(`DELETE FROM drug_sets WHERE set_id = 'set-1'`, `DELETE FROM drug_marks WHERE drug_id = 'DRG-1'`)
    flip('noted of 2', 'noted of 7')
    await openAgain()
    expect(rows('drug_sets')).toMatchObject([
      { set_id: 'set-1', name: 'Recovered list' },
      { set_id: 'set-2' },
    ])
    expect(rows('drug_marks')).toMatchObject([
      { drug_id: 'DRG-1', name: 'drug 1 of a list' },
      { drug_id: 'DRG-2' },
    ])
    const { journal } = await open()
    await journal.query.deleteFrom('drug_tags').execute()
    await journal.close()
    expect(notices).toHaveLength(1)
  })
})
