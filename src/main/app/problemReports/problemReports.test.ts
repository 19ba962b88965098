import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFiles } from '../../adapters/files/files.ts'
import type { Clock, Files } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createProblems } from './problemReports.ts'

/** A clock whose sleeps end immediately. */
const clock: Clock = { now: () => 0, sleep: () => Promise.resolve() }
const crashes = { record: () => undefined }
const reportsOf = (gather: Parameters<typeof createProblems>[0]['gather'], files = {} as Files) =>
  createProblems({ clock, files, crashes, unseen: [], gather })

describe('the gathered parts of a problem', () => {
  it('include the other parts if one fails or never completes', async () => {
    const problems = reportsOf({
      'broken.txt': () => {
        throw new Error('HLS-001')
      },
      'hanging.txt': () => new Promise(() => undefined),
      'sound.txt': () => 'sound',
    })
    expect(await problems.gather({})).toEqual({
      parts: [
        { name: 'broken.txt', text: 'This could not be found out.\n' },
        { name: 'hanging.txt', text: 'This could not be found out.\n' },
        { name: 'sound.txt', text: 'sound' },
      ],
    })
  })
})

describe('a saved report of a problem', () => {
  it.skipIf(process.platform === 'win32')(
    'is readable by this account only, even if it replaces a file that others can read',
    async () => {
      const folder = newFolder()
      const path = join(folder, 'problem.zip')
      await writeFile(path, 'older', { mode: 0o644 })
      const saved = createFiles({ random: { next: () => 0.5, id: () => 'id' } })
      const problems = reportsOf({ 'about.txt': () => 'x' }, saved)
      const { fileId } = saved.reserve(path)
      await problems.gather({})
      await problems.save({ fileId, words: '', parts: ['about.txt'] })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    },
  )
})
