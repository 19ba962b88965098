import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFiles } from '../adapters/files/files.ts'
import { createJsonFile } from '../adapters/files/jsonFile.ts'
import { systemClock, systemRandom } from '../adapters/system.ts'
import { newFolder } from '../testing/newFolder.ts'
import { createRecentFiles, recentFilesSchema } from './recentFiles.ts'

let folder: string
let listFile: string
beforeEach(async () => {
  folder = newFolder()
  listFile = join(folder, 'data', 'recent.json')
  await mkdir(join(folder, 'data'))
})

async function write(name: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, 'id\n1\n')
  return path
}

async function start({ hosted: canOpenFiles = true, keeps: isEnabled = true } = {}) {
  const system: string[] = []
  let changes = 0
  const settings = { keeps: isEnabled }
  const recent = await createRecentFiles({
    file: createJsonFile(listFile, recentFilesSchema, []),
    files: createFiles({ random: systemRandom }),
    clock: systemClock,
    random: systemRandom,
    canOpenFiles,
    isEnabled: () => settings.keeps,
    onChange: () => changes++,
    system: { add: (path) => system.push(path), clear: () => system.push('clear') },
  })
  const list = async () => recent.list({})
  const names = async () => (await list()).map(({ name }) => name)
  return { recent, system, settings, list, names, changes: () => changes }
}

describe('recently opened files', () => {
  it('are listed latest first, each once, and persist until the next start', async () => {
    const { recent, names, system, changes } = await start()
    const [table, capsule] = [await write('cohort.csv'), await write('Study.PATHCLOCK')]
    for (const path of [table, capsule, table]) await recent.trackedFiles.adopt(path)
    expect(await names()).toEqual(['cohort.csv', 'Study.PATHCLOCK'])
    expect(system).toEqual([table, capsule, table])
    expect(changes()).toBe(3)
    const again = await start()
    expect(await again.list()).toMatchObject([
      { name: 'cohort.csv', kind: 'table' },
      { name: 'Study.PATHCLOCK', kind: 'capsule' },
    ])
  })

  it('are listed without their folders', async () => {
    const { recent, list } = await start()
    await recent.trackedFiles.adopt(await write('cohort.csv'))
    expect(JSON.stringify(await list())).not.toContain(folder)
  })

  it('are at most ten, and only files that the app opens', async () => {
    const { recent, names } = await start()
    await recent.trackedFiles.adopt(await write('backup.journal'))
    for (let number = 1; number <= 12; number++) await recent.trackedFiles.adopt(await write(`${number}.csv`))
    expect(await names()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `${number}.csv`))
  })

  it('can be opened again by their entries', async () => {
    const { recent, list, names } = await start()
    await recent.trackedFiles.adopt(await write('a.csv'))
    await recent.trackedFiles.adopt(await write('b.csv'))
    const { recentId } = (await list())[1] ?? { recentId: '' }
    const handle = await recent.open({ recentId })
    expect(handle).toMatchObject({ name: 'a.csv', sizeBytes: 5 })
    expect(recent.trackedFiles.path(handle.fileId)).toBe(join(folder, 'a.csv'))
    expect(await names()).toEqual(['a.csv', 'b.csv'])
  })

  it('are removed from the list if they are gone, with an error', async () => {
    const { recent, list, names } = await start()
    const path = await write('a.csv')
    await recent.trackedFiles.adopt(path)
    await rm(path)
    const { recentId } = (await list())[0] ?? { recentId: '' }
    await expect(recent.open({ recentId })).rejects.toMatchObject({
      code: 'notFound',
      message: expect.stringMatching(/^Pathclock could not open “a\.csv” and removed it/),
    })
    expect(await names()).toEqual([])
    await expect(recent.open({ recentId })).rejects.toMatchObject({ code: 'notFound' })
    expect(await readFile(listFile, 'utf8')).toBe('[]\n')
  })

  it("are cleared on request, here and in the system's list", async () => {
    const { recent, names, system } = await start()
    await recent.trackedFiles.adopt(await write('a.csv'))
    await recent.clear()
    expect(await names()).toEqual([])
    expect(system.at(-1)).toBe('clear')
    expect(await (await start()).names()).toEqual([])
  })
})

describe('if the list is disabled', () => {
  it('lists no files and writes nothing', async () => {
    const { recent, names, system } = await start({ keeps: false })
    await recent.trackedFiles.adopt(await write('a.csv'))
    expect(await names()).toEqual([])
    expect(system).toEqual(['clear'])
    await expect(readFile(listFile, 'utf8')).rejects.toThrow('ENOENT')
  })

  it("clears the system's list at the start, after another host cleared the stored one", async () => {
    const { recent } = await start()
    await recent.trackedFiles.adopt(await write('a.csv'))
    await start({ hosted: false, keeps: false })
    await expect.poll(() => readFile(listFile, 'utf8')).toBe('[]\n')
    expect((await start({ keeps: false })).system).toEqual(['clear'])
    expect((await start({ hosted: false, keeps: false })).system).toEqual([])
    expect((await start()).system).toEqual([])
  })

  it('clears the list when a host turns it off', async () => {
    const { recent, settings, names } = await start()
    await recent.trackedFiles.adopt(await write('a.csv'))
    settings.keeps = false
    recent.onSettingsChanged()
    expect(await names()).toEqual([])
    await expect.poll(() => readFile(listFile, 'utf8')).toBe('[]\n')
    settings.keeps = true
    expect(await names()).toEqual([])
    await recent.trackedFiles.adopt(await write('b.csv'))
    await start({ hosted: false, keeps: false })
    await expect.poll(() => readFile(listFile, 'utf8')).toBe('[]\n')
  })
})

it('shows no files in a browser, and keeps the list of the installed app', async () => {
  const app = await start()
  await app.recent.trackedFiles.adopt(await write('a.csv'))
  const browser = await start({ hosted: false })
  await browser.recent.trackedFiles.adopt(await write('uploaded.csv'))
  expect(await browser.names()).toEqual([])
  expect(browser.system).toEqual([])
  expect(await (await start()).names()).toEqual(['a.csv'])
})

it('starts with an empty list if its file cannot be read', async () => {
  await writeFile(listFile, '{"a":')
  const { recent, names } = await start()
  expect(await names()).toEqual([])
  await recent.trackedFiles.adopt(await write('a.csv'))
  expect(await names()).toEqual(['a.csv'])
})
