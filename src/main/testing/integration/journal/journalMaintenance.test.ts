import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Message, toEnglish } from '../../../../shared/messages/message.ts'
import { createFiles } from '../../../adapters/files/files.ts'
import { backupName, backupsIn, pruneBackups, writeBackup } from '../../../adapters/sqlite/recovery/backup.ts'
import { systemRandom } from '../../../adapters/system.ts'
import { createJournalMaintenance, openJournal } from '../../../compose/composeJournal.ts'
import { restoreJournal } from '../../../compose/restoreJournal.ts'
import type { Clock } from '../../../ports.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { processFile } from '../../processes/processFile.ts'

const workerFile = processFile('journalWorker')
const nowMs = Date.UTC(2026, 10, 21, 12)
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-keeping-'))
  file = join(folder, 'journal.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A clock whose sleeps end when the test says so. */
function createHandClock() {
  const sleeps: { ms: number; end(): void }[] = []
  const clock: Clock = {
    now: () => nowMs + sleeps.length,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeps.push({ ms, end: resolve })
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  return { clock, sleeps }
}

async function openMaintained(
  notices: string[] = [],
  backsUpPeriodically = true,
  more: Partial<Parameters<typeof createJournalMaintenance>[0]> = {},
) {
  const notice = (text: Message) => void notices.push(toEnglish(text))
  const opened = await openJournal({ folder, nowMs, notice })
  const manualClock = createHandClock()
  const files = createFiles({ random: systemRandom })
  const journalMaintenance = await createJournalMaintenance({
    ...opened,
    folder,
    workerFile,
    clock: manualClock.clock,
    files,
    disposable: false,
    backsUpPeriodically,
    notice,
    ...more,
  })
  const close = async () => {
    await journalMaintenance.close()
    await opened.journal.close()
  }
  return { ...opened, ...manualClock, journalMaintenance, files, close }
}

const backups = () => backupsIn(join(folder, 'backups'))
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('backups of the journal', () => {
  it('are made after ten minutes, then hourly, and only when something changed', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    expect(opened.sleeps[0]?.ms).toBe(600_000)
    opened.sleeps[0]?.end()
    await until(() => opened.sleeps.length === 2)
    expect(backups()).toHaveLength(1)
    expect(opened.sleeps[1]?.ms).toBe(3_600_000)
    opened.sleeps[1]?.end()
    await until(() => opened.sleeps.length === 3)
    expect(backups()).toHaveLength(1)
    await fillJournal(opened.journal, 20, 100)
    opened.sleeps[2]?.end()
    await until(() => opened.sleeps.length === 4)
    expect(backups()).toHaveLength(2)
    await opened.close()
    expect(backups()).toHaveLength(2)
  })

  it('are made at the end when something changed', async () => {
    const opened = await openMaintained([], false)
    await fillJournal(opened.journal, 20)
    await opened.close()
    expect(backups()).toHaveLength(1)
    const again = await openMaintained([], false)
    expect(await again.journalMaintenance.status({})).toMatchObject({ rows: 25, damagedRows: 0, backups: 1 })
    await again.close()
    expect(backups()).toHaveLength(1)
  })

  it('hold one moment, whole, while an import goes on writing', async () => {
    const { journal } = await openJournal({ folder, nowMs, notice: () => undefined })
    await fillJournal(journal, 3000)
    let done = false
    const target = join(folder, 'copy.db')
    const copying = writeBackup(file, target).finally(() => void (done = true))
    let commits = 0
    while (!done) {
      await fillJournal(journal, 1, 10_000 + commits * 5)
      commits += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { rows } = await copying
    expect(commits).toBeGreaterThan(1)
    expect(rows).toBeGreaterThanOrEqual(3601)
    await journal.close()
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it('leave the old file as it is when the new one is not sound', async () => {
    const { journal } = await openJournal({ folder, nowMs, notice: () => undefined })
    await fillJournal(journal, 20)
    await journal.close()
    const raw = new DatabaseSync(file)
    raw.exec('DROP TRIGGER ledger_guard_before')
    raw.close()
    const target = join(folder, 'copy.db')
    writeFileSync(target, 'the old one')
    await expect(writeBackup(file, target)).rejects.toMatchObject({ code: 'file' })
    expect(readFileSync(target, 'utf8')).toBe('the old one')
  })

  it('are thinned to the 24 newest and one a day for 30 days', () => {
    const names = Array.from({ length: 24 * 40 }, (_, hours) => backupName(nowMs - hours * 3_600_000))
    for (const name of names) writeFileSync(join(folder, name), '')
    pruneBackups(folder, nowMs)
    const left = backupsIn(folder)
    expect(left.slice(0, 24).map(({ atMs }) => atMs)).toEqual(
      Array.from({ length: 24 }, (_, hours) => nowMs - hours * 3_600_000),
    )
    expect(left.length).toBeGreaterThanOrEqual(24 + 28)
    expect(left.length).toBeLessThanOrEqual(24 + 30)
  })
})

describe('a journal that was too large to be read through at the start', () => {
  const unverified = { verified: false }

  it('is verified in the app, and not by a command, which would wait for it', async () => {
    const app = await openMaintained([], true, unverified)
    await expect.poll(async () => (await app.journalMaintenance.status({})).verified).not.toBeNull()
    await app.close()
    const command = await openMaintained([], false, unverified)
    await command.journalMaintenance.close()
    expect(await command.journalMaintenance.status({})).toMatchObject({ verified: null })
    await command.journal.close()
  })

  it('is not waited for when the app is closed', async () => {
    const notices: string[] = []
    const app = await openMaintained(notices, true, unverified)
    await app.journalMaintenance.close()
    expect(await app.journalMaintenance.status({})).toMatchObject({ verified: null })
    expect(notices).toEqual([])
    await app.journal.close()
  })

  it('that cannot be verified is reported in a sentence', async () => {
    const notices: string[] = []
    const missing = { ...unverified, workerFile: join(folder, 'none.ts') }
    const app = await openMaintained(notices, true, missing)
    await expect.poll(() => notices).toEqual([expect.stringMatching(/^The journal could not be checked: /)])
    await app.close()
  })
})

describe('a damaged row', () => {
  it('can be neither changed nor deleted, so its order is not sent', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    const raw = new DatabaseSync(file)
    raw.function('row_checksum', () => 'x')
    // A change that no trigger sees, as of bits that flip on the disk.
    raw.exec(`UPDATE ledger SET checksum = '0123456789abcdef' WHERE row = 1`)
    raw.close()
    const { query } = opened.journal
    const marking = query.updateTable('ledger').set({ state: 'sending' }).where('row', '=', 1)
    await expect(marking.execute()).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('damaged'),
    })
    await expect(query.deleteFrom('ledger').where('row', '=', 1).execute()).rejects.toMatchObject({
      code: 'file',
    })
    await query.updateTable('ledger').set({ state: 'sending' }).where('row', '=', 6).execute()
    const { findings } = await opened.journalMaintenance.verify({})
    expect(findings).toEqual([
      { table: 'ledger', row: 'B-0 1', problem: 'the row does not fit its checksum' },
    ])
    await opened.close()

    const notices: string[] = []
    const again = await openMaintained(notices)
    expect(notices[0]).toContain('ledger B-0 1')
    const row = again.journal.query.selectFrom('ledger').select(['state', 'message']).where('row', '=', 1)
    expect(await row.executeTakeFirst()).toMatchObject({ state: 'unknown' })
    expect(await again.journalMaintenance.status({})).toMatchObject({ rows: 25, damagedRows: 1 })
    await again.close()
  })
})

describe('restoring', () => {
  it('replaces the journal with the backup, and sends nothing that may have been placed since', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    const { fileId } = opened.files.reserve(join(folder, 'mine.db'))
    expect(await opened.journalMaintenance.backup({ fileId })).toMatchObject({ rows: 25 })
    await fillJournal(opened.journal, 10, 100)
    await opened.journal.query
      .insertInto('mapping_templates')
      .values({ template_id: 'T-1', name: 'Plate reader', content: '{}', saved_at: '2026-11-21' })
      .execute()
    const backup = join(folder, 'mine.db')
    expect(() => restoreJournal({ folder, backup, nowMs })).toThrow('in use by another window')
    await opened.close()
    const restored = restoreJournal({ folder, backup, nowMs })
    // 12 rows of the ledger and the register, their batch and the mapping.
    expect(restored).toMatchObject({ rows: 25, doubtful: 12, missing: 14 })
    expect(existsSync(join(folder, restored.savedAs ?? ''))).toBe(true)
    const again = await openMaintained()
    const states = await again.journal.query.selectFrom('ledger').select('state').distinct().execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual(['created', 'unknown'])
    await again.close()
  })

  it('refuses what is no sound journal, and a journal that somebody sends from', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    const backup = join(folder, 'mine.db')
    await opened.journalMaintenance.backup(opened.files.reserve(backup))
    const until = { lease_owner: 'other', lease_until_ms: nowMs + 10_000 }
    await opened.journal.query.updateTable('batches').set(until).execute()
    await opened.close()
    writeFileSync(join(folder, 'text.db'), 'no database')
    expect(() => restoreJournal({ folder, backup: join(folder, 'text.db'), nowMs })).toThrow(
      'no sound backup',
    )
    expect(() => restoreJournal({ folder, backup, nowMs })).toThrow('try again in 10 s')
    expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
  })
})
