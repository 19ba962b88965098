import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempFolderPrefix } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { removeTempFolders } from './abandoned.ts'

it('removes the folders of dead processes with their files, and keeps those of running ones', async () => {
  const folder = newFolder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const old = new Date(Date.now() - 2 * 60 * 60 * 1000)
  const own = `${tempFolderPrefix()}own`
  for (const name of [`pathclock-${pid}-left`, own, 'pathclock-results']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'samples.csv'), 'a')
    utimesSync(join(folder, name), old, old)
  }
  mkdirSync(join(folder, `pathclock-${pid}-new`))
  await removeTempFolders(folder)
  expect(readdirSync(folder).toSorted()).toEqual(
    [own, `pathclock-${pid}-new`, 'pathclock-results'].toSorted(),
  )
})
