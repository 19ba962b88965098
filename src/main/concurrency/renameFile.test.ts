import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../testing/newFolder.ts'
import { renameFile, renameFileSync } from './renameFile.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const failure = (code: string) => Object.assign(new Error(code), { code })

/** The async and the sync form. `attempt` runs one on a disk that refuses the first `refusals` attempts with `code`. */
const forms = ['async', 'sync'] as const
async function attempt(form: (typeof forms)[number], refusals: number, code: string, platform = 'win32') {
  const figures = { attempts: 0, waitedMs: 0 }
  const deps = {
    platform: platform as NodeJS.Platform,
    rename: () => {
      figures.attempts += 1
      if (figures.attempts <= refusals) throw failure(code)
    },
    wait: (ms: number) => void (figures.waitedMs += ms),
  }
  let error: unknown = null
  try {
    if (form === 'sync') renameFileSync('a', 'b', deps)
    else await renameFile('a', 'b', deps)
  } catch (caught) {
    error = caught
  }
  return { ...figures, error }
}

describe.each(forms)('a rename (%s)', (form) => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is retried on Windows after %s', async (code) => {
    expect(await attempt(form, 3, code)).toEqual({ attempts: 4, waitedMs: 70, error: null })
  })

  it("fails with the system's error if another program keeps the file open", async () => {
    const { error, waitedMs } = await attempt(form, Number.POSITIVE_INFINITY, 'EPERM')
    expect(error).toMatchObject({ code: 'EPERM' })
    const limitMs = form === 'sync' ? 1000 : 10_000
    expect(waitedMs).toBeGreaterThan(limitMs - 100)
    expect(waitedMs).toBeLessThanOrEqual(limitMs)
  })

  it.each([
    ['another error on Windows', 'ENOENT', 'win32'],
    ['a lack of permission on Linux', 'EACCES', 'linux'],
    ['a lack of permission on macOS', 'EPERM', 'darwin'],
  ])('fails immediately after %s', async (_what, code, platform) => {
    expect(await attempt(form, 1, code, platform)).toMatchObject({
      attempts: 1,
      waitedMs: 0,
      error: { code },
    })
  })

  it('replaces an existing file of that name', async () => {
    const [from, to] = [join(folder, 'new'), join(folder, 'old')]
    writeFileSync(from, 'new')
    writeFileSync(to, 'old')
    if (form === 'sync') renameFileSync(from, to)
    else await renameFile(from, to)
    expect(readFileSync(to, 'utf8')).toBe('new')
  })
})

it('no other module of main renames files', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !/\.test\.ts$|testing\//.test(file))
  expect(files.length).toBeGreaterThan(200)
  const renaming = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /import \{[^}]*\brename(?:Sync)?\b[^}]*\} from 'node:fs(?:\/promises)?'/.test(text)
  })
  expect(renaming).toEqual([join('concurrency', 'renameFile.ts')])
})
