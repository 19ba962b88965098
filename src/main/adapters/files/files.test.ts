import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate as tick } from 'node:timers/promises'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isFailure } from '../../../shared/contract/failures.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createFiles } from './files.ts'

let folder = ''
let count = 0
const files = createFiles({ random: { next: () => 0.5, id: () => `id-${++count}` } })

beforeEach(() => {
  folder = newFolder()
})

async function* chunksOf(...chunks: (string | Uint8Array)[]) {
  for (const chunk of chunks) {
    await tick()
    yield chunk
  }
}

const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!isFailure(error)) throw new Error('no failure was thrown', { cause: error })
  return error
}

describe('adopting a file', () => {
  test('returns its name and size, and its path for the id', async () => {
    const path = join(folder, 'cohort é.csv')
    await writeFile(path, 'a,b\n')
    const handle = await files.adopt(path)
    expect(handle).toEqual({ fileId: expect.any(String), name: 'cohort é.csv', sizeBytes: 4 })
    expect(files.path(handle.fileId)).toBe(path)
  })

  test('rejects a missing file by name, without its path', async () => {
    const failure = await failureOf(files.adopt(join(folder, 'gone.csv')))
    expect(failure).toMatchObject({ code: 'file', details: { name: 'gone.csv' } })
    expect(failure.message).toContain('“gone.csv”')
    expect(failure.message).toContain('does not exist')
    expect(JSON.stringify(failure.toData())).not.toContain(folder)
  })

  test('refuses a folder', async () => {
    expect((await failureOf(files.adopt(folder))).message).toContain('it is a folder')
  })

  test.skipIf(process.platform === 'win32')('refuses a device', async () => {
    const { message } = await failureOf(files.adopt('/dev/null'))
    expect(message).toBe('“null” could not be opened: it is no file but a pipe or a device.')
  })

  test.skipIf(process.platform === 'win32')(
    'rejects a file that this account may not read, with the reason',
    async () => {
      const path = join(folder, 'theirs.csv')
      await writeFile(path, 'a,b\n', { mode: 0o000 })
      await chmod(folder, 0o755)
      // An administrator may read everything, so the process drops its privileges after loading.
      const script = `
      await import(${JSON.stringify(import.meta.resolve('../../../shared/words/testing/englishTexts.ts'))})
      const { createFiles } = await import(${JSON.stringify(import.meta.resolve('./files.ts'))})
      if (process.getuid() === 0) process.setuid(65534)
      const files = createFiles({ random: { next: () => 0.5, id: () => 'id' } })
      await files.adopt(${JSON.stringify(path)}).catch(({ message }) => console.log(message))`
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script])
      expect(String(stdout)).toContain(
        '“theirs.csv” could not be opened: this account does not have the permission',
      )
    },
  )

  test('rejects an unknown handle', () => {
    expect(() => files.path('/etc/passwd')).toThrow('Choose it again')
  })
})

describe('writing a file', () => {
  test('writes text and bytes, and returns the size', async () => {
    const path = join(folder, 'results.csv')
    const { fileId, sizeBytes } = files.reserve(path)
    expect(sizeBytes).toBe(0)
    const handle = await files.write(fileId, chunksOf('µ,', new Uint8Array([0x41, 0x0a]), ''))
    expect(handle).toEqual({ fileId, name: 'results.csv', sizeBytes: 5 })
    expect(await readFile(path, 'utf8')).toBe('µ,A\n')
    expect(await readdir(folder)).toEqual(['results.csv'])
  })

  test('replaces an older file only when the new one is complete', async () => {
    const path = join(folder, 'results.csv')
    await writeFile(path, 'old and much longer')
    const seen: string[] = []
    async function* chunks() {
      yield 'new'
      seen.push(await readFile(path, 'utf8'))
      yield '!'
    }
    await files.write(files.reserve(path).fileId, chunks())
    expect(seen).toEqual(['old and much longer'])
    expect(await readFile(path, 'utf8')).toBe('new!')
  })

  test('keeps the old file and leaves no temporary file if its source fails, or it is aborted', async () => {
    const path = join(folder, 'results.csv')
    await writeFile(path, 'old')
    const abort = new AbortController()
    async function* failing() {
      yield 'new'
      throw new RangeError('source')
    }
    async function* endless() {
      yield 'new'
      abort.abort(new Error('stop'))
      yield 'more'
    }
    await expect(files.write(files.reserve(path).fileId, failing())).rejects.toThrow(RangeError)
    await expect(files.write(files.reserve(path).fileId, endless(), abort.signal)).rejects.toThrow('stop')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['results.csv'])
  })

  test('removes only old temporary files of killed processes', async () => {
    const names = ['.pathclock-1.part', '.pathclock-2.part', '.other-1.part', 'pathclock-1.part']
    const hourAgo = new Date(Date.now() - 61 * 60 * 1000)
    for (const name of names) await writeFile(join(folder, name), name)
    for (const name of names.filter((one) => !one.includes('2')))
      await utimes(join(folder, name), hourAgo, hourAgo)
    await mkdir(join(folder, '.pathclock-folder.part'))
    await utimes(join(folder, '.pathclock-folder.part'), hourAgo, hourAgo)
    await files.write(files.reserve(join(folder, 'a.csv')).fileId, chunksOf('x'))
    expect((await readdir(folder)).sort()).toEqual(
      [...names.slice(1), '.pathclock-folder.part', 'a.csv'].sort(),
    )
  })

  test.skipIf(process.platform === 'win32')('replaces a link, not the file behind it', async () => {
    const outside = join(folder, 'outside')
    await mkdir(outside)
    await writeFile(join(outside, 'theirs.csv'), 'theirs')
    const path = join(folder, 'results.csv')
    await symlink(join(outside, 'theirs.csv'), path)
    await files.write(files.reserve(path).fileId, chunksOf('new'))
    expect(await readFile(path, 'utf8')).toBe('new')
    expect((await lstat(path)).isSymbolicLink()).toBe(false)
    expect(await readFile(join(outside, 'theirs.csv'), 'utf8')).toBe('theirs')
    expect(await readdir(outside)).toEqual(['theirs.csv'])
  })

  test.skipIf(process.platform === 'win32')('keeps the permissions of a file that it replaces', async () => {
    const path = join(folder, 'results.csv')
    await writeFile(path, 'private')
    await chmod(path, 0o600)
    const open = createFiles({ random: { next: () => 0.5, id: () => 'id' }, savedMode: 0o644 })
    await open.write(open.reserve(path).fileId, chunksOf('new'))
    expect((await lstat(path)).mode & 0o777).toBe(0o600)
    await chmod(path, 0o664)
    await open.write(open.reserve(path).fileId, chunksOf('new'), undefined, { isPrivate: true })
    expect((await lstat(path)).mode & 0o777).toBe(0o600)
  })

  test('can write a name of the maximum length', async () => {
    const path = join(folder, `${'样'.repeat(83)}.csv`)
    await files.write(files.reserve(path).fileId, chunksOf('x'))
    expect(await readFile(path, 'utf8')).toBe('x')
  })

  test('gives the reason if the folder is missing, or a folder has the name', async () => {
    await mkdir(join(folder, 'gone'))
    const { fileId } = files.reserve(join(folder, 'gone', 'a.csv'))
    await rm(join(folder, 'gone'), { recursive: true })
    const gone = await failureOf(files.write(fileId, chunksOf('x')))
    expect(() => files.reserve(join(folder, 'gone', 'a.csv'))).toThrow(gone.message)
    expect(gone).toMatchObject({ code: 'file', details: { name: 'a.csv' } })
    expect(gone.message).toContain('its folder does not exist')
    expect(gone.message).not.toContain(folder)
    const later = files.reserve(join(folder, 'b.csv'))
    await mkdir(join(folder, 'b.csv'))
    const taken = await failureOf(files.write(later.fileId, chunksOf('x')))
    expect(taken.message).toContain('“b.csv” could not be saved')
    expect(await readdir(folder)).toEqual(['b.csv'])
  })
})

describe('a target', () => {
  test('is rejected if it is a file that was opened, by any path', async () => {
    const input = join(folder, 'cohort.csv')
    await writeFile(input, 'a,b\n')
    await mkdir(join(folder, 'sub'))
    await symlink(input, join(folder, 'symbolic.csv'))
    await link(input, join(folder, 'hard.csv'))
    await symlink(folder, join(folder, 'sub', 'up'))
    const { fileId } = await files.adopt(input)
    for (const name of [
      'cohort.csv',
      './sub/../cohort.csv',
      'symbolic.csv',
      'hard.csv',
      'sub/up/cohort.csv',
    ]) {
      const failure = await failureOf(Promise.resolve().then(() => files.reserve(`${folder}/${name}`)))
      expect(failure).toMatchObject({
        code: 'file',
        message: expect.stringContaining('that you opened in Pathclock'),
      })
    }
    await expect(files.write(fileId, chunksOf('new'))).rejects.toThrow('that you opened in Pathclock')
    expect(await readFile(input, 'utf8')).toBe('a,b\n')
    expect(files.reserve(join(folder, 'other.csv')).name).toBe('other.csv')
  })

  test('is rejected if its file was opened after the target was chosen', async () => {
    const path = join(folder, 'cohort.csv')
    const { fileId } = files.reserve(path)
    await writeFile(path, 'a,b\n')
    await files.adopt(path)
    await expect(files.write(fileId, chunksOf('new'))).rejects.toThrow('that you opened in Pathclock')
  })

  test('is rejected if it is one of our data files, existing or not, but allowed beside them', async () => {
    const data = join(folder, 'data')
    await mkdir(join(data, 'profiles', 'one'), { recursive: true })
    await mkdir(join(data, 'export'))
    await writeFile(join(data, 'settings.json'), '{}')
    await symlink(data, join(folder, 'link'))
    await symlink(join(data, 'settings.json'), join(folder, 'mine.json'))
    const own = createFiles({ random: { next: () => 0.5, id: () => 'id' }, dataFolder: data })
    for (const path of [
      'data/profiles/one/journal.db',
      'data/settings.json',
      'link/profiles.json',
      'link/Settings.JSON',
      'mine.json',
      'data/pathclock.log',
    ])
      expect(() => own.reserve(join(folder, path)), path).toThrow('a data file of Pathclock itself')
    for (const path of ['data/results.csv', 'data/export/settings.json', 'settings.json'])
      expect(own.reserve(join(folder, path)).sizeBytes).toBe(0)
  })

  test('is rejected before writing if a folder has its name', async () => {
    await mkdir(join(folder, 'results.csv'))
    expect(() => files.reserve(join(folder, 'results.csv'))).toThrow(
      '“results.csv” could not be saved: it is a folder.',
    )
  })

  test.skipIf(process.platform === 'win32')(
    'is rejected if it is a socket or a device, which a saved file would replace',
    async () => {
      const listen = async (name: string) => {
        const server = createServer().listen(join(folder, name))
        await once(server, 'listening')
        onTestFinished(() => void server.close())
      }
      await listen('socket')
      await symlink('/dev/null', join(folder, 'link'))
      await symlink('/proc/self/fd/1', join(folder, 'stdout'))
      for (const path of ['socket', 'link', 'stdout'].map((name) => join(folder, name)))
        expect(() => files.reserve(path), path).toThrow('it is no file but a pipe or a device')
      for (const path of ['/dev/null', ...(process.platform === 'linux' ? ['/dev/fd/1'] : [])])
        expect(() => files.reserve(path), path).toThrow('it is no file but a pipe or a device')
      const { fileId } = files.reserve(join(folder, 'late'))
      await listen('late')
      await expect(files.write(fileId, chunksOf('x'))).rejects.toThrow('a pipe or a device')
      expect((await lstat(join(folder, 'socket'))).isSocket()).toBe(true)
      expect((await lstat(join(folder, 'late'))).isSocket()).toBe(true)
    },
  )
})
