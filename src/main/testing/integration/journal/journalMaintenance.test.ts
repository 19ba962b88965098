import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Message, toEnglish } from '../../../../shared/words/message.ts'
import { createFiles } from '../../../adapters/files/files.ts'
import { backupsIn, writeBackup } from '../../../adapters/sqlite/backups.ts'
import { withSql } from '../../../adapters/sqlite/inspect.ts'
import { systemRandom } from '../../../adapters/system.ts'
import { createJournalMaintenance } from '../../../compose/composeJournal.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { restoreWorkspace } from '../../../compose/workspaceBackup/restoreWorkspace.ts'
import type { Clock } from '../../../ports.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { newFolder } from '../../newFolder.ts'
import { processFile } from '../../processes/processFile.ts'

const workerFile = processFile('journalWorker')
const startMs = Date.UTC(2026, 10, 21, 12)
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'journal.db')
})

/** A clock that the test moves on: sleeps end when their time has come. */
function createManualClock() {
  let nowMs = startMs
  let sleeps: { endsAtMs: number; end(): void }[] = []
  const clock: Clock = {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        sleeps.push({ endsAtMs: nowMs + ms, end: resolve })
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  }
  /** Passes one minute, and waits until the maintenance sleeps again. */
  const passMinute = async () => {
    nowMs += 60_000
    const due = sleeps.filter(({ endsAtMs }) => endsAtMs <= nowMs)
    sleeps = sleeps.filter(({ endsAtMs }) => endsAtMs > nowMs)
    for (const { end } of due) end()
    while (!sleeps.some(({ endsAtMs }) => endsAtMs === nowMs + 60_000))
      await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, passMinute }
}

async function openMaintained(
  notices: string[] = [],
  isLongLived = true,
  more: Partial<Parameters<typeof createJournalMaintenance>[0]> = {},
) {
  const notice = (text: Message) => void notices.push(toEnglish(text))
  const manualClock = createManualClock()
  const opened = await openJournal({ folder, clock: manualClock.clock, notice })
  const files = createFiles({ random: systemRandom })
  const journalMaintenance = await createJournalMaintenance({
    ...opened,
    folder,
    profileId: 'p',
    workerFile,
    clock: manualClock.clock,
    files,
    emit: () => undefined,
    statusChanged: () => undefined,
    who: () => 'me',
    areResultsReplaced: false,
    isDisposable: false,
    isLongLived,
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
const restore = (backup: string) =>
  restoreWorkspace({
    folder,
    backup,
    nowMs: startMs,
    service: { address: 'https://s.example/api/v1', isDemo: false },
  })

describe('backups of the journal', () => {
  it('are made ten minutes after a change, and only when something changed', async () => {
    const opened = await openMaintained()
    for (let minute = 0; minute < 15; minute++) await opened.passMinute()
    expect(backups()).toHaveLength(0)
    await fillJournal(opened.journal, 20)
    for (let minute = 0; minute < 9; minute++) await opened.passMinute()
    expect(backups()).toHaveLength(0)
    await fillJournal(opened.journal, 20, 100)
    await opened.passMinute()
    expect(backups()).toHaveLength(1)
    for (let minute = 0; minute < 20; minute++) await opened.passMinute()
    expect(backups()).toHaveLength(1)
    await opened.close()
    expect(backups()).toHaveLength(1)
  })

  it('are made at the end when something changed', async () => {
    const opened = await openMaintained([], false)
    await fillJournal(opened.journal, 20)
    await opened.close()
    expect(backups()).toHaveLength(1)
    const again = await openMaintained([], false)
    expect(await again.journalMaintenance.status({})).toMatchObject({ rows: 25, backups: 1, uncertain: null })
    await again.close()
    expect(backups()).toHaveLength(1)
  })

  it('are not made of a disposable journal', async () => {
    const opened = await openMaintained([], true, { isDisposable: true })
    await fillJournal(opened.journal, 20)
    await opened.close()
    expect(backups()).toHaveLength(0)
  })

  it('hold one moment, whole, while an import goes on writing', async () => {
    const { journal } = await openMaintained([], false)
    await fillJournal(journal, 3000)
    let done = false
    const copying = writeBackup(file, join(folder, 'copy.db')).finally(() => void (done = true))
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
})

describe('the comparison with the order log', () => {
  it('is made ten seconds after the start by the app, corrects a flipped bit, and names the row', async () => {
    const before = await openMaintained([], false)
    await fillJournal(before.journal, 20)
    await before.close()
    const bytes = readFileSync(file)
    for (let at = bytes.indexOf('REF-0'); at >= 0; at = bytes.indexOf('REF-0', at)) bytes.write('REF-x', at)
    writeFileSync(file, bytes)
    const notices: string[] = []
    const app = await openMaintained(notices)
    await app.passMinute()
    await expect
      .poll(() => notices)
      .toEqual([expect.stringMatching(/corrected them from the order log: .*B-0 0/)])
    const row = app.journal.query.selectFrom('ledger').select('client_reference').where('row', '=', 0)
    expect(await row.executeTakeFirst()).toEqual({ client_reference: 'REF-0' })
    await app.close()
  })

  it('finds a log that was deleted meanwhile, and nothing is paid for until the user has acknowledged it', async () => {
    const app = await openMaintained()
    await fillJournal(app.journal, 20)
    await app.journalMaintenance.requireCertain()
    rmSync(join(folder, 'orders.log'))
    await app.journalMaintenance.verify({})
    await expect(app.journalMaintenance.requireCertain()).rejects.toMatchObject({ code: 'journalUncertain' })
    expect(await app.journalMaintenance.doubt({})).toMatchObject({ total: 8, orders: { length: 8 } })
    await app.journalMaintenance.acknowledge({})
    await app.journalMaintenance.requireCertain()
    expect(await app.journalMaintenance.status({})).toMatchObject({ uncertain: null })
    await app.close()
  })

  it('reports to the app that another process has acknowledged what is uncertain', async () => {
    let reports = 0
    const app = await openMaintained([], true, { statusChanged: () => void (reports += 1) })
    const other = await openJournal({ folder, clock: app.clock, notice: () => undefined })
    for (const [kind, json] of [
      ['uncertain', '{"reasons":[]}'],
      ['acknowledged', '{}'],
    ] as const) {
      other.orderLog.append([{ kind, json }])
      await app.passMinute()
    }
    expect(reports).toBe(2)
    await app.journalMaintenance.requireCertain()
    await other.journal.close()
    await app.close()
  })

  it('shows a message if it fails', async () => {
    const notices: string[] = []
    const app = await openMaintained(notices, true, { workerFile: join(folder, 'none.ts') })
    await fillJournal(app.journal, 5)
    writeFileSync(join(folder, 'orders.log'), 'x\n')
    await app.passMinute()
    await expect
      .poll(() => notices)
      .toEqual([expect.stringMatching(/^The journal could not be compared with the order log: /)])
    await app.close()
  })
})

describe('restoring', () => {
  it('replaces the journal with the backup, and has everything that was ordered since', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    const backup = join(folder, 'mine.db')
    expect(await writeBackup(file, backup)).toEqual({ rows: 25 })
    await fillJournal(opened.journal, 10, 100)
    await opened.journal.query
      .insertInto('mapping_templates')
      .values({ template_id: 'T-1', name: 'Plate reader', content: '{}', saved_at: '2026-11-21' })
      .execute()
    await expect(restore(backup)).rejects.toThrow('in use by another window')
    await opened.close()
    const restored = await restore(backup)
    // Only what no order depends on is missing: the mapping, and the two rows that had not been sent.
    expect(restored).toMatchObject({ rows: 25 + 11, doubtful: 6, missing: 3 })
    expect(existsSync(join(folder, restored.savedAs[0] ?? ''))).toBe(true)
    const notices: string[] = []
    const again = await openMaintained(notices)
    const states = await again.journal.query
      .selectFrom('ledger')
      .select(['state', ({ fn }) => fn.countAll<number>().as('n')])
      .groupBy('state')
      .orderBy('state')
      .execute()
    expect(states).toEqual([
      { state: 'created', n: 6 },
      { state: 'failed', n: 6 },
      { state: 'queued', n: 4 },
      { state: 'unknown', n: 12 },
    ])
    expect(await again.journalMaintenance.status({})).toMatchObject({ uncertain: null })
    expect(notices).toEqual([])
    await again.close()
  })

  it('refuses what is no sound journal, and a journal that another process sends from', async () => {
    const opened = await openMaintained()
    await fillJournal(opened.journal, 20)
    const backup = join(folder, 'mine.db')
    await writeBackup(file, backup)
    await opened.close()
    writeFileSync(join(folder, 'text.db'), 'no database')
    await expect(restore(join(folder, 'text.db'))).rejects.toThrow('not a sound backup')
    withSql(file, (sql) =>
      sql.run(`UPDATE batches SET lease_owner = 'other', lease_until_ms = ?`, [startMs + 10_000]),
    )
    await expect(restore(backup)).rejects.toThrow('try again in 10 s')
    expect(readdirSync(folder).filter((name) => name.includes('replaced'))).toEqual([])
  })
})
