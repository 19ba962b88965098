import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tableLayoutSchema } from '../shared/domain/living.ts'
import { createSharedJsonFile } from './adapters/jsonFile.ts'
import { createTableLayouts, keptLayoutsSchema, noLayouts } from './tables.ts'

let folder: string
let file: string
const setAside: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pathclock-tables-'))
  file = join(folder, 'tables.json')
  setAside.length = 0
})
afterEach(() => rm(folder, { recursive: true }))

const open = () =>
  createTableLayouts({
    file: createSharedJsonFile(file, keptLayoutsSchema, noLayouts, (keptAs) => setAside.push(keptAs)),
  })
const narrow = tableLayoutSchema.parse({
  columns: [{ id: 'state', width: 90 }],
  sort: [{ column: 'group', order: 'desc' }],
})

describe('how tables are arranged', () => {
  it('is as they come until a person changes it, and there again at the next start', async () => {
    const tables = await open()
    expect(tables.layout({ table: 'samples' })).toBeNull()
    await tables.arrange({ table: 'samples', layout: narrow })
    const again = await open()
    expect(again.layout({ table: 'samples' })).toEqual(narrow)
    expect(again.layout({ table: 'results' })).toBeNull()
  })

  it('is as they come again where null is written, and the others stay', async () => {
    const tables = await open()
    await tables.arrange({ table: 'samples', layout: narrow })
    await tables.arrange({ table: '__proto__', layout: narrow })
    await tables.arrange({ table: 'samples', layout: null })
    const again = await open()
    expect(again.layout({ table: 'samples' })).toBeNull()
    expect(again.layout({ table: '__proto__' })).toEqual(narrow)
  })

  it('is what another window wrote meanwhile', async () => {
    const [one, other] = [await open(), await open()]
    await one.arrange({ table: 'samples', layout: narrow })
    expect(other.layout({ table: 'samples' })).toEqual(narrow)
    await other.arrange({ table: 'drugs', layout: narrow })
    expect(one.layout({ table: 'drugs' })).toEqual(narrow)
    expect(one.layout({ table: 'samples' })).toEqual(narrow)
  })

  it('is set aside where its file is damaged, told, and begun anew', async () => {
    await writeFile(file, '[{"table":"samples","layout":{"columns":[{"id":"state","width":90')
    const tables = await open()
    expect(tables.layout({ table: 'samples' })).toBeNull()
    expect(setAside).toHaveLength(1)
    expect(await readdir(folder)).toEqual(setAside)
    await tables.arrange({ table: 'samples', layout: narrow })
    expect((await open()).layout({ table: 'samples' })).toEqual(narrow)
  })

  it('does not grow without end, whatever asks for it', async () => {
    const tables = await open()
    for (let index = 0; index < 105; index += 1) await tables.arrange({ table: `t${index}`, layout: narrow })
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(100)
    expect(tables.layout({ table: 't4' })).toBeNull()
    expect(tables.layout({ table: 't104' })).toEqual(narrow)
  })
})
