import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { describe, expect, it } from 'vitest'
import { chooseDataFolder, dataFolderFromArgs } from './dataFolder.ts'

const env = { PATHCLOCK_DATA: '/of/environment' }

describe('the data folder that a command line asks for', () => {
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
  ])('is the same for %j before and after it is read', (args) => {
    const { values } = parseArgs({
      args,
      options: { data: { type: 'string' }, json: { type: 'boolean' } },
      allowPositionals: true,
    })
    expect(dataFolderFromArgs(args, env)).toBe(chooseDataFolder(values.data, env))
  })

  it('is that of the environment where the line breaks off', () => {
    expect(dataFolderFromArgs(['--data'], env)).toBe(resolve('/of/environment'))
  })
})
