import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '../../../adapters/files/files.ts'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { createJournalMaintenance } from '../../../compose/composeJournal.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { processFile } from '../../processes/processFile.ts'

const workerFile = processFile('journalWorker')
let data: string
let profiles: string
let folder: string
let file: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pathclock-target-'))
  profiles = join(data, 'profiles')
  mkdirSync(profiles)
  folder = join(profiles, 'one')
  mkdirSync(folder)
  mkdirSync(join(profiles, 'two'))
  file = join(folder, 'journal.db')
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const open = (where: string) => openJournal({ folder: where, clock: systemClock, notice: () => undefined })

describe('a backup', () => {
  it('is never written onto the journal itself by another path', async () => {
    const { journal } = await open(folder)
    await fillJournal(journal, 20)
    symlinkSync(folder, join(profiles, 'link'))
    linkSync(file, join(profiles, 'same.db'))
    for (const target of [file, join(profiles, 'link', 'journal.db'), join(profiles, 'same.db')])
      await expect(writeBackup(file, target)).rejects.toMatchObject({
        code: 'file',
        message: expect.stringContaining('into itself'),
      })
    await journal.close()
    const again = await open(folder)
    expect(await again.journal.query.selectFrom('ledger').select('row').execute()).not.toEqual([])
    await again.journal.close()
  })

  it('is never written onto a database that somebody has open', async () => {
    const { journal } = await open(folder)
    await fillJournal(journal, 20)
    const other = await open(join(profiles, 'two'))
    await expect(writeBackup(file, join(profiles, 'two', 'journal.db'))).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining('in use'),
    })
    await fillJournal(other.journal, 3)
    await other.journal.close()
    await journal.close()
  })

  it('never takes the name of a data file of any profile, however it is written', async () => {
    const opened = await open(folder)
    await (await open(join(profiles, 'two'))).journal.close()
    symlinkSync(join(profiles, 'two'), join(profiles, 'three'))
    symlinkSync(join(profiles, 'two', 'journal.db'), join(profiles, 'mine.db'))
    const files = createFiles({ random: systemRandom, dataFolder: data })
    const journalMaintenance = await createJournalMaintenance({
      ...opened,
      folder,
      workerFile,
      clock: systemClock,
      files,
      profileId: 'one',
      emit: () => undefined,
      statusChanged: () => undefined,
      who: () => 'me',
      areResultsReplaced: false,
      isDisposable: false,
      isLongLived: false,
      notice: () => undefined,
    })
    const targets = ['two/journal.db', 'two/JOURNAL.db', 'three/journal.db', 'mine.db', 'one/drugs.db']
    for (const target of targets)
      expect(() => files.reserve(join(profiles, target))).toThrow('Choose another')
    expect(existsSync(join(profiles, 'two', 'JOURNAL.db'))).toBe(false)
    const free = join(data, 'free.db')
    expect(await journalMaintenance.backup(files.reserve(free))).toMatchObject({ rows: 0 })
    await expect(journalMaintenance.backup(await files.adopt(free))).rejects.toThrow('Choose another')
    await journalMaintenance.close()
    await opened.journal.close()
  })
})
