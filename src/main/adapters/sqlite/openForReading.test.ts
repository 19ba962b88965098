import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mountSmallDisk } from '../../testing/guards/smallDisk.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { openDatabase, openForReading } from './openDatabase.ts'
import { type CounterSchema, counterMigrations, increment, readCount } from './testing/counter.ts'

let folder: string
let file: string
let unmount = () => {}
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'journal.db')
})
afterEach(() => {
  unmount()
  unmount = () => {}
})

const openCounter = () =>
  openDatabase<CounterSchema>({ file, migrations: counterMigrations, durability: 'full' })

describe('a database opened for reading', () => {
  it('sees later writes of another connection, and writes nothing', async () => {
    const writer = await openCounter()
    const reader = openForReading<CounterSchema>(file)
    expect(await readCount(reader)).toBe(0)
    await increment(writer)
    expect(await readCount(reader)).toBe(1)
    await expect(increment(reader)).rejects.toMatchObject({ code: 'file' })
    await reader.close()
    await writer.close()
  })

  it('can be read on a read-only disk', async ({ skip }) => {
    const disk = mountSmallDisk(folder, 20_000)
    if (!disk) return skip('This computer lets no test mount a disk.')
    unmount = disk.unmount
    const writer = await openCounter()
    await increment(writer)
    await writer.close()
    spawnSync('mount', ['-o', 'remount,ro', folder])
    const reader = openForReading<CounterSchema>(file)
    expect(await readCount(reader)).toBe(1)
    await reader.close()
    expect(readdirSync(folder)).toEqual(['journal.db'])
  })

  it('throws if it is missing', () => {
    expect(() => openForReading(join(folder, 'none.db'))).toThrow(
      expect.objectContaining({ code: 'file', details: { name: 'none.db' } }),
    )
  })
})
