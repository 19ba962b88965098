import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../testing/newFolder.ts'
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

  it('comes from the environment if the command line names none or is incomplete', () => {
    expect(chooseDataFolder('/lab/a', env)).toBe(resolve('/lab/a'))
    expect(chooseDataFolder(undefined, env)).toBe(resolve('/of/environment'))
    expect(dataFolderFromArgs(['--data'], env)).toBe(resolve('/of/environment'))
  })
})

describe('the default data folder', () => {
  it('is the same as for the installed app on every system', () => {
    const home = join('/', 'home', 'ada')
    const onMac = join(home, 'Library', 'Application Support', 'Pathclock')
    expect(defaultDataFolder('linux', {}, home)).toBe(join(home, '.config', 'Pathclock'))
    expect(defaultDataFolder('linux', { XDG_CONFIG_HOME: '/cfg' }, home)).toBe(join('/cfg', 'Pathclock'))
    expect(defaultDataFolder('darwin', {}, home)).toBe(onMac)
    const onWindows = { LOCALAPPDATA: 'R', APPDATA: 'roaming' }
    expect(defaultDataFolder('win32', onWindows, home)).toBe(join('R', 'Pathclock'))
  })

  it('remains the roaming one of an earlier version on Windows until the local one has profiles', () => {
    const home = newFolder()
    const folderOf = (kind: 'Local' | 'Roaming') => join(home, 'AppData', kind, 'Pathclock')
    const chosen = () => defaultDataFolder('win32', {}, home)
    expect(chosen()).toBe(folderOf('Local'))
    mkdirSync(join(folderOf('Roaming'), 'profiles'), { recursive: true })
    expect(chosen()).toBe(folderOf('Roaming'))
    mkdirSync(join(folderOf('Local'), 'profiles'), { recursive: true })
    expect(chosen()).toBe(folderOf('Local'))
  })
})
