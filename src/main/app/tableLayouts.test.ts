import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { tableLayoutSchema } from '../../shared/domain/app/appData.ts'
import { createSharedJsonFile } from '../adapters/files/jsonFile.ts'
import { createLocks } from '../adapters/sqlite/locks.ts'
import { systemClock } from '../adapters/system.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createTableLayouts, noLayouts, storedLayoutsSchema } from './tableLayouts.ts'

let folder: string
let file: string
const quarantined: string[] = []

beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'tables.json')
  quarantined.length = 0
})

const open = () =>
  createTableLayouts({
    file: createSharedJsonFile(
      createLocks(join(folder, 'locks'), systemClock),
      file,
      storedLayoutsSchema,
      noLayouts,
      (quarantinedFile) => quarantined.push(quarantinedFile),
    ),
  })
const narrow = tableLayoutSchema.parse({
  columns: [{ id: 'state', width: 90 }],
  sort: [{ column: 'group', order: 'desc' }],
})

const withNames = (columns: number, letters: number) =>
  tableLayoutSchema.parse({
    columns: Array.from({ length: columns }, (_, at) => ({ id: `${at}`.padEnd(letters, 'x') })),
  })

describe('table layouts', () => {
  it('have their defaults until the user changes them, and persist until the next start', async () => {
    const tables = await open()
    expect(tables.layout({ table: 'samples' })).toBeNull()
    await tables.arrange({ table: 'samples', layout: narrow })
    const again = await open()
    expect(again.layout({ table: 'samples' })).toEqual(narrow)
    expect(again.layout({ table: 'results' })).toBeNull()
  })

  it('are reset by null, without affecting other tables', async () => {
    const tables = await open()
    await tables.arrange({ table: 'samples', layout: narrow })
    await tables.arrange({ table: '__proto__', layout: narrow })
    await tables.arrange({ table: 'samples', layout: null })
    const again = await open()
    expect(again.layout({ table: 'samples' })).toBeNull()
    expect(again.layout({ table: '__proto__' })).toEqual(narrow)
  })

  it('include the changes of another window', async () => {
    const [one, other] = [await open(), await open()]
    await one.arrange({ table: 'samples', layout: narrow })
    expect(other.layout({ table: 'samples' })).toEqual(narrow)
    await other.arrange({ table: 'drugs', layout: narrow })
    expect(one.layout({ table: 'drugs' })).toEqual(narrow)
    expect(one.layout({ table: 'samples' })).toEqual(narrow)
  })

  it('are quarantined and reported if their file is damaged, and start empty', async () => {
    await writeFile(file, '[{"table":"samples","layout":{"columns":[{"id":"state","width":90')
    const tables = await open()
    expect(tables.layout({ table: 'samples' })).toBeNull()
    expect(quarantined).toHaveLength(1)
    expect((await readdir(folder)).filter((name) => name !== 'locks')).toEqual(quarantined)
    await tables.arrange({ table: 'samples', layout: narrow })
    expect((await open()).layout({ table: 'samples' })).toEqual(narrow)
  })

  it('do not grow without limit', async () => {
    const full = Array.from({ length: 100 }, (_, index) => ({ table: `t${index}`, layout: narrow }))
    await writeFile(file, JSON.stringify(full))
    const tables = await open()
    for (let index = 100; index < 105; index += 1)
      await tables.arrange({ table: `t${index}`, layout: narrow })
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(100)
    expect(tables.layout({ table: 't4' })).toBeNull()
    expect(tables.layout({ table: 't104' })).toEqual(narrow)
  })

  it('take at most 4 MB: the least recently arranged are dropped first', async () => {
    const tables = await open()
    const wide = withNames(4_000, 300)
    for (const table of ['first', 'second', 'third', 'fourth']) await tables.arrange({ table, layout: wide })
    expect((await stat(file)).size).toBeLessThan(4_000_000)
    const again = await open()
    expect(again.layout({ table: 'first' })).toBeNull()
    expect(again.layout({ table: 'fourth' })).toEqual(wide)
  })

  it('are rejected if one table would fill the file, and the stored ones stay', async () => {
    const tables = await open()
    await tables.arrange({ table: 'samples', layout: narrow })
    const refused = tables.arrange({ table: 'samples', layout: withNames(10_000, 300) })
    await expect(refused).rejects.toMatchObject({ code: 'rejected' })
    expect((await open()).layout({ table: 'samples' })).toEqual(narrow)
  })
})
