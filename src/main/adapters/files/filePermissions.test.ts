import { execFile } from 'node:child_process'
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { processFile } from '../../testing/processes/processFile.ts'
import { makeFilesPrivate } from './files.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const modeOf = async (path: string): Promise<string> => ((await lstat(path)).mode & 0o777).toString(8)

/** Lists the files below a folder that other accounts may open: path and mode. */
async function openToOthers(below: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(below, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const mode = await modeOf(path)
    if (!mode.endsWith('00')) found.push(`${path.slice(below.length)} ${mode}`)
  }
  return found
}

// Windows has another permission system.
describe.skipIf(process.platform === 'win32')('files that hold data', () => {
  const run = (args: string[]) =>
    promisify(execFile)('sh', [
      '-c',
      'umask 022; exec "$0" "$@"',
      process.execPath,
      processFile('cli'),
      ...args,
    ])

  let demo: string
  beforeAll(async () => {
    demo = await mkdtemp(join(tmpdir(), 'pathclock-private-demo-'))
    await run(['demo', '--dir', join(demo, 'out'), '--data', join(demo, 'data')])
  })
  afterAll(() => rm(demo, { recursive: true, force: true }))

  it('are accessible to this account only, including those from an earlier version', async () => {
    const data = join(demo, 'data')
    expect(await openToOthers(data)).toEqual([])
    const backup = join(folder, 'backup.db')
    const profiles = join(data, 'profiles')
    const [id = ''] = await readdir(profiles)
    await chmod(join(profiles, id), 0o755)
    await chmod(join(profiles, id, 'journal.db'), 0o644)
    await run(['journal', 'backup', backup, '--data', data])
    expect(await openToOthers(data)).toEqual([])
    expect(await modeOf(backup)).toBe('600')
  })

  it('have the usual permissions when saved elsewhere', async () => {
    expect(await modeOf(join(demo, 'out', 'results.csv'))).toBe('644')
  })

  it('are the only ones whose permissions are removed, and links are not followed', async () => {
    const outside = join(folder, 'outside.txt')
    const data = join(folder, 'data')
    await mkdir(join(data, 'profiles', 'p'), { recursive: true, mode: 0o755 })
    await writeFile(outside, '')
    await writeFile(join(data, 'thesis.docx'), '')
    await writeFile(join(data, 'settings.json'), '')
    await symlink(outside, join(data, 'profiles', 'p', 'link'))
    for (const path of [outside, join(data, 'thesis.docx'), join(data, 'settings.json')])
      await chmod(path, 0o644)
    await makeFilesPrivate(data)
    expect(await modeOf(outside)).toBe('644')
    expect(await modeOf(join(data, 'thesis.docx'))).toBe('644')
    expect(await modeOf(join(data, 'settings.json'))).toBe('600')
    expect(await modeOf(join(data, 'profiles', 'p'))).toBe('700')
  })
})
