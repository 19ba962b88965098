import { existsSync, linkSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '../../../adapters/files/files.ts'
import { writeBackup } from '../../../adapters/sqlite/backups.ts'
import { systemClock, systemRandom } from '../../../adapters/system.ts'
import { openJournal } from '../../../compose/openJournal.ts'
import { fillJournal } from '../../../store/testing/journalRows.ts'
import { newFolder } from '../../newFolder.ts'

let data: string
let profiles: string
let folder: string
let file: string
beforeEach(() => {
  data = newFolder()
  profiles = join(data, 'profiles')
  mkdirSync(profiles)
  folder = join(profiles, 'one')
  mkdirSync(folder)
  mkdirSync(join(profiles, 'two'))
  file = join(folder, 'journal.db')
})

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

  it('never overwrites a database that another process has open', async () => {
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

  it('never uses the name of a data file of any profile, in any spelling', async () => {
    const opened = await open(folder)
    await (await open(join(profiles, 'two'))).journal.close()
    symlinkSync(join(profiles, 'two'), join(profiles, 'three'))
    symlinkSync(join(profiles, 'two', 'journal.db'), join(profiles, 'mine.db'))
    const files = createFiles({ random: systemRandom, dataFolder: data })
    const targets = ['two/journal.db', 'two/JOURNAL.db', 'three/journal.db', 'mine.db', 'one/drugs.db']
    for (const target of targets)
      expect(() => files.reserve(join(profiles, target))).toThrow('Choose another')
    expect(existsSync(join(profiles, 'two', 'JOURNAL.db'))).toBe(false)
    const free = join(data, 'free.db')
    expect(await writeBackup(file, files.target(files.reserve(free).fileId))).toEqual({ rows: 0 })
    const { fileId } = await files.adopt(free)
    expect(() => files.target(fileId)).toThrow('Choose another')
    await opened.journal.close()
  })
})
