import { mkdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { Checked } from '../../../../shared/contract/contract.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { createFiles } from '../../../adapters/files/files.ts'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { createJournalMaintenance } from '../../../compose/composeJournal.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import type { Clock, Database } from '../../../ports.ts'
import { facetsOf } from '../../../samples/register/search/facets.ts'
import { pageOfSamples } from '../../../samples/register/search/sampleSearch.ts'
import type { JournalSchema } from '../../../store/journal.ts'
import { textIndexChunk } from '../../../store/journalTables.ts'
import { newFolder } from '../../newFolder.ts'
import { processFile } from '../../processes/processFile.ts'

const annotationColumns = 'sample_id, group_name, tags, note, fields, changed_at, changed_by'
const nowMs = Date.UTC(2026, 10, 21, 12)
const samples = 5000
/** The others are restored from the order log, and enter the index of texts after the start. */
const backedUp = 1000
let folder: string
let file: string
beforeEach(async () => {
  folder = newFolder()
  file = join(folder, 'journal.db')
  const { journal } = await open()
  await addSamples(journal, 1, backedUp)
  await run(
    journal,
    `INSERT INTO annotations (${annotationColumns}) SELECT sample_id, NULL, '["old"]', 'ſpecial a.b*c \\u0001 İI' || char(0) || 'behind', '{}', '2026', 'me'
     FROM samples WHERE sample_id LIKE 's1_'`,
  )
  mkdirSync(join(folder, 'backups'))
  await writeBackup(file, join(folder, 'backups', 'journal-2026-11-21T10-00-00-000Z.db'))
  await addSamples(journal, backedUp + 1, samples)
  await journal.close()
})

const run = (journal: Database<JournalSchema>, statement: string) =>
  journal.transaction((query) => query.executeQuery(CompiledQuery.raw(statement)))

const addSamples = (journal: Database<JournalSchema>, from: number, to: number) =>
  run(
    journal,
    `INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic)
     WITH RECURSIVE n(i) AS (VALUES (${from}) UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
     SELECT 's' || i, 'COHORT-' || i, json_object('tissue', iif(i % 7 = 0, 'Straße ΜΎΕΣ', 'liver'), 'donor', 'Ω' || (i % 90)),
       'done', 'succeeded', '2026', 's', 0 FROM n`,
  )

const notices: string[] = []
const open = () =>
  openJournal({ folder, clock: systemClock, notice: (text) => void notices.push(toEnglish(text)) })

/** The journal as it starts after damage. */
async function openDamaged() {
  truncateSync(file, 100 * 4096)
  const opened = await open()
  const restored = expect.stringContaining('restored the backup of 2026-11-21T10:00:00.000Z') as string
  expect(notices.splice(0)).toEqual([restored])
  return opened
}

/** Until the next sleep of the maintenance ends nothing is backed up. */
const clock: Clock = {
  now: () => nowMs,
  sleep: (_ms, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}
const startMaintenance = (opened: Awaited<ReturnType<typeof openJournal>>) =>
  createJournalMaintenance({
    ...opened,
    folder,
    profileId: 'p',
    workerFile: processFile('journalWorker'),
    clock,
    files: createFiles({ random: systemRandom }),
    emit: () => undefined,
    statusChanged: () => undefined,
    who: () => 'me',
    areResultsReplaced: false,
    isDisposable: true,
    isLongLived: false,
    notice: (text) => void notices.push(toEnglish(text)),
  })

async function leftFrom({ query }: Database<JournalSchema>): Promise<number | null> {
  const row = await query.selectFrom('register_unwritten').select('from_id').executeTakeFirst()
  return row?.from_id ?? null
}
const untilFilled = async (journal: Database<JournalSchema>) => {
  while ((await leftFrom(journal)) !== null) await new Promise((resolve) => setImmediate(resolve))
}

const texts = ['cohort-4', 'STRASSE', 'straSSe', 'straße', 'μύες', 'ΜΎΕς', 'ω89', 'special', 'a.b*c', 'a.b?c']
const others = ['İi', 'ıI', 'iii', '"', 'ver', 'li', 'ω8', 'behind', 'cohort', 's4999', 'nothing', 'new note']

async function answers({ query }: Database<JournalSchema>) {
  const found: Record<string, unknown> = {}
  for (const text of [...texts, ...others]) {
    const sort: Checked<'samples.list'>['sort'] = [{ by: 'client_reference', order: 'desc' }]
    const { rows, total } = await pageOfSamples(query, { text, sort, page: 1, limit: 50 })
    const facets = await facetsOf(query, { text }, async () => new Set())
    found[text] = { total, ids: rows.map((row) => row.sample_id), facets }
  }
  return found
}

/** Throws if the index differs from the rows. */
const compareIndex = (journal: Database<JournalSchema>) =>
  run(journal, `INSERT INTO register_text (register_text, rank) VALUES ('integrity-check', 1)`)

/** Changes rows that are in the index, and rows that are not. */
async function change(journal: Database<JournalSchema>, mark: string) {
  for (const row of [1, 1500, 4000, samples]) {
    const id = `s${row + mark.length}`
    await run(
      journal,
      `INSERT INTO annotations (${annotationColumns}) VALUES ('${id}', 'g', '["t"]', 'new note ${mark}', '{}', '2026', 'me')`,
    )
    await run(journal, `UPDATE samples SET status = 'other ${mark}' WHERE sample_id = '${id}'`)
  }
  await run(
    journal,
    `DELETE FROM samples WHERE sample_id IN ('s${20 + mark.length}', 's${3000 + mark.length}')`,
  )
  await run(
    journal,
    `INSERT INTO samples (sample_id, client_reference, fields, status, state, created_at, service, synthetic)
     VALUES ('${mark}', 'AFTER-${mark}', '{}', 'done', 'succeeded', '2026', 's', 0)`,
  )
}

it('finds the same right after a restore as when its index is full, also what is changed meanwhile', async () => {
  const opened = await openDamaged()
  const { journal } = opened
  expect(await leftFrom(journal)).toBe(backedUp + 1)
  await change(journal, 'x')
  const before = await answers(journal)
  expect(before['new note']).toMatchObject({ total: 3 })
  expect(before['behind']).toMatchObject({ total: 10 })
  const journalMaintenance = await startMaintenance(opened)
  await untilFilled(journal)
  expect(await answers(journal)).toEqual(before)
  await compareIndex(journal)
  await change(journal, 'yy')
  await compareIndex(journal)
  await journalMaintenance.close()
  await journal.close()
  expect(notices).toEqual([])
})

it('continues after the process that filled it was ended, and is right between the pieces', async () => {
  const { journal } = await openDamaged()
  const raw = new DatabaseSync(file)
  raw.exec(['BEGIN IMMEDIATE', ...textIndexChunk.statements, 'COMMIT'].join(';'))
  const first = await leftFrom(journal)
  expect(first).toBeGreaterThan(backedUp + 1)
  await change(journal, 'x')
  const before = await answers(journal)
  raw.exec(['BEGIN IMMEDIATE', ...textIndexChunk.statements].join(';'))
  raw.close()
  expect(await leftFrom(journal)).toBe(first)
  await journal.close()

  const ended = await open()
  const journalMaintenance = await startMaintenance(ended)
  await journalMaintenance.close()
  await change(ended.journal, 'yy')
  const between = await answers(ended.journal)
  expect(between).not.toEqual(before)
  await ended.journal.close()

  const again = await open()
  const last = await startMaintenance(again)
  await untilFilled(again.journal)
  expect(await answers(again.journal)).toEqual(between)
  await compareIndex(again.journal)
  await last.close()
  await again.journal.close()
  expect(notices).toEqual([])
})
