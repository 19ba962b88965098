import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newFolder } from '../../testing/newFolder.ts'
import { createLocks } from '../sqlite/locks.ts'
import { systemClock } from '../system.ts'
import { createJsonFile, createSharedJsonFile, writeAtomicallySync } from './jsonFile.ts'

const schema = z.object({ count: z.number() })
const fallback = { count: 0 }

describe('a JSON file', () => {
  let folder: string
  let path: string
  beforeEach(() => {
    folder = newFolder()
    path = join(folder, 'settings.json')
  })

  it('returns the fallback before the first write, then the written value', async () => {
    const file = createJsonFile(path, schema, fallback)
    expect(await file.read()).toEqual(fallback)
    await file.write({ count: 2 })
    expect(await createJsonFile(path, schema, fallback).read()).toEqual({ count: 2 })
  })

  it('that is shared returns each change of other processes once, and null if it is damaged', async () => {
    const file = createSharedJsonFile(createLocks(folder, systemClock), path, schema, fallback)
    expect(file.latest()).toBeNull()
    const other = createJsonFile(path, schema, fallback)
    for (const count of [1, 2]) {
      await other.write({ count })
      expect([file.latest(), file.latest()]).toEqual([{ count }, null])
    }
    await writeFile(path, '{"count":')
    expect(file.latest()).toBeNull()
    await rm(path)
    expect(file.latest()).toBeNull()
  })

  it('that is too large is quarantined without being read', async () => {
    await writeFile(path, `{"count":1}${' '.repeat(16 * 2 ** 20)}`)
    expect(createSharedJsonFile(createLocks(folder, systemClock), path, schema, fallback).latest()).toBeNull()
    expect(await createJsonFile(path, schema, fallback).read()).toEqual(fallback)
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^settings\.json\.damaged-\d+$/)])
  })

  it('is accessible to its owner only, and leaves no temporary file', async () => {
    await createJsonFile(path, schema, fallback).write({ count: 1 })
    expect(await readdir(folder)).toEqual(['settings.json'])
    expect((await stat(path)).mode & 0o777).toBe(process.platform === 'win32' ? 0o666 : 0o600)
  })

  it.each(['', '{"count":', '{"count":"two"}', 'null'])('is quarantined if damaged (%j)', async (content) => {
    await writeFile(path, content)
    expect(await createJsonFile(path, schema, fallback).read()).toEqual(fallback)
    const [aside, ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(aside).toMatch(/^settings\.json\.damaged-\d+$/)
    expect(await readFile(join(folder, aside!), 'utf8')).toBe(content)
  })

  it('is kept if the new one cannot replace it', async () => {
    const missing = join(folder, 'missing', 'x.json')
    expect(() => writeAtomicallySync(missing, '{}')).toThrow('could not save its file “x.json” (ENOENT)')
    expect(await readdir(folder)).toEqual([])
  })

  it('is named without its folder when it cannot be read', async () => {
    const failure = createJsonFile(folder, schema, fallback).read()
    await expect(failure).rejects.toThrow('could not read its file')
    await expect(failure).rejects.not.toThrow(tmpdir())
  })
})
