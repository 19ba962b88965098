import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readLaunchArguments } from './launchArguments.ts'

describe('launch arguments', () => {
  it('reads the data folder in both spellings, before that of the environment', () => {
    const folder = (args: string[], env = {}) => readLaunchArguments(args, env, '/lab').dataFolder
    expect(folder([])).toBeNull()
    expect(folder(['--data', 'here'])).toBe(resolve('/lab/here'))
    expect(folder(['--data=/there'])).toBe(resolve('/there'))
    expect(folder([], { PATHCLOCK_DATA: '/kept' })).toBe(resolve('/kept'))
    expect(folder(['--data', '/there'], { PATHCLOCK_DATA: '/kept' })).toBe(resolve('/there'))
  })

  it('takes tables for files to import, and leaves the switches of others alone', () => {
    const found = readLaunchArguments(
      ['--allow-file-access', 'cohort.csv', '--data', 'x.csv', '/abs/B.TSV', 'app.exe', '--offline'],
      {},
      '/lab',
    )
    expect(found.files).toEqual([resolve('/lab/cohort.csv'), resolve('/abs/B.TSV')])
    expect(found.offline).toBe(true)
    expect(found.dataFolder).toBe(resolve('/lab/x.csv'))
  })
})
