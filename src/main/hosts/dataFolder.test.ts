import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { chooseDataFolder, dataFolderFromArgs, defaultDataFolder } from './dataFolder.ts'

const env = { PATHCLOCK_DATA: '/of/environment' }

describe('the data folder from the command line', () => {
  it.each([
    [['--data', 'a']],
    [['--data=a']],
    [['drugs', 'search', '--data', 'a', 'rapa']],
    [['--data', 'a', '--data=b']],
    [['--data=a', '--data', 'b', '--json']],
    [['--data', 'a', '--', '--data', 'b']],
    [['--', '--data=b']],
    [['--data=a=b']],
    [['--data=']],
    [[]],
  ])('is the same for %j before and after parsing', (args) => {
    const { values } = parseArgs({
      args,
      options: { data: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    expect(dataFolderFromArgs(args, env)).toBe(chooseDataFolder(values.data, env))
  })

  it('comes from the environment if the command line is incomplete', () => {
    expect(dataFolderFromArgs(['--data'], env)).toBe(resolve('/of/environment'))
  })
})

describe('the data folder on Windows', () => {
  const home = mkdtempSync(join(tmpdir(), 'pathclock-home-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const folderOf = (kind: 'Local' | 'Roaming') => join(home, 'AppData', kind, 'Pathclock')
  const chosen = () => defaultDataFolder('win32', {}, home)

  it('remains the roaming one of an earlier version until the local one has profiles', () => {
    expect(chosen()).toBe(folderOf('Local'))
    mkdirSync(join(folderOf('Roaming'), 'profiles'), { recursive: true })
    expect(chosen()).toBe(folderOf('Roaming'))
    mkdirSync(join(folderOf('Local'), 'profiles'), { recursive: true })
    expect(chosen()).toBe(folderOf('Local'))
  })
})
