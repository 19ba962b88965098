import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { createLocks } from '../sqlite/locks.ts'
import { systemClock } from '../system.ts'
import { ensureFolder } from './ensureFolder.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
  writeFileSync(join(folder, 'file'), '')
})

describe('a folder of ours', () => {
  it('is created with its parents, for this account only, and may be created twice', () => {
    const path = join(folder, 'a', 'b')
    ensureFolder(path)
    ensureFolder(path)
    expect(statSync(path).isDirectory()).toBe(true)
    const rights = process.platform === 'win32' ? 0o700 : statSync(path).mode & 0o777
    expect(rights).toBe(0o700)
  })

  it.each(['file', 'file/below'])('that cannot be created at %s is reported by its name alone', (at) => {
    const name = at.split('/').at(-1)
    expect(() => ensureFolder(join(folder, at))).toThrow(
      expect.objectContaining({ code: 'file', details: { name } }),
    )
    expect(() => ensureFolder(join(folder, at))).not.toThrow(folder)
  })

  it.runIf(process.platform === 'linux')('fails immediately if the system cannot create it', () => {
    expect(() => ensureFolder('/proc/nowhere/data')).toThrow(expect.objectContaining({ code: 'file' }))
  })

  it('makes a lock fail with a file error if it cannot be created', async () => {
    const held = createLocks(join(folder, 'file'), systemClock).withLock('x', async () => null)
    await expect(held).rejects.toMatchObject({ code: 'file' })
  })
})
