import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'

const run = promisify(execFile)
const moduleOf = (name: string) => JSON.stringify(join(import.meta.dirname, name))

let folder: string
let data: string
beforeEach(async () => {
  folder = newFolder()
  data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: '1.2.3' }))
})

/**
 * Starts in a separate process, because the compile cache applies to a whole process. Returns what `then` prints as
 * JSON.
 */
async function start<T>(then: string, extension = '.js', env: Record<string, string> = {}): Promise<T> {
  const entry = JSON.stringify({ folder: join(folder, 'out/main'), extension })
  const code = `
    import { getCompileCacheDir } from 'node:module'
    import { setUpCompileCache } from ${moduleOf('compileCache.ts')}
    import { childEnvironment } from ${moduleOf('../../concurrency/launchWorker.ts')}
    setUpCompileCache(${JSON.stringify(data)}, ${entry})
    ${then}`
  const { PATH = '' } = process.env
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
    env: { PATH, ...env },
  })
  return JSON.parse(stdout) as T
}

const cacheFolderOf = (extension?: string, env?: Record<string, string>): Promise<string | null> =>
  start('console.log(JSON.stringify(getCompileCacheDir() ?? null))', extension, env)

describe.skipIf(process.platform === 'win32')('the compile cache', () => {
  it('is in a folder of the version that only this account can read', async () => {
    expect(await cacheFolderOf()).toContain(join(data, 'compiled', '1.2.3'))
    for (const name of ['compiled', 'compiled/1.2.3'])
      expect((await stat(join(data, name))).mode & 0o777, name).toBe(0o700)
  })

  it('is off for source, for an AppImage, and without a data folder, which it does not create', async () => {
    expect(await cacheFolderOf('.ts')).toBeNull()
    expect(await cacheFolderOf('.js', { APPIMAGE: '/opt/pathclock.AppImage' })).toBeNull()
    expect(await readdir(data)).toEqual([])
    await rm(data, { recursive: true })
    expect(await cacheFolderOf()).toBeNull()
    await expect(stat(data)).rejects.toThrow('ENOENT')
  })

  it.each([
    ['the data folder', '.', 0o770],
    ['the data folder', '.', 0o707],
    ['its folder of compiled code', 'compiled', 0o720],
    ['the folder of this version', 'compiled/1.2.3', 0o702],
  ])('is off when others may write to %s (%s, %o)', async (_which, name, mode) => {
    await mkdir(join(data, 'compiled/1.2.3'), { recursive: true, mode: 0o700 })
    await chmod(join(data, name), mode)
    expect(await cacheFolderOf()).toBeNull()
    await chmod(join(data, name), 0o700)
    expect(await cacheFolderOf()).not.toBeNull()
  })

  it.runIf(process.getuid?.() === 0)('is off when the data folder belongs to another account', async () => {
    const { chown } = await import('node:fs/promises')
    await chown(data, 65_534, 65_534)
    expect(await cacheFolderOf()).toBeNull()
  })

  it('is off behind a link', async () => {
    await mkdir(join(folder, 'elsewhere'), { mode: 0o700 })
    await symlink(join(folder, 'elsewhere'), join(data, 'compiled'))
    expect(await cacheFolderOf()).toBeNull()
    expect(await readdir(join(folder, 'elsewhere'))).toEqual([])
  })

  it('replaces the caches of other versions, but nothing beside them', async () => {
    await mkdir(join(data, 'compiled/1.2.2/v24'), { recursive: true })
    await mkdir(join(data, 'profiles'))
    const timer = `
      import { setTimeout as wait } from 'node:timers/promises'
      import { existsSync } from 'node:fs'`
    const then = `${timer}
      while (existsSync(${JSON.stringify(join(data, 'compiled/1.2.2'))})) await wait(10)
      console.log('null')`
    // Skips the ten seconds after the start.
    const soon = `data:text/javascript,const later=setTimeout;globalThis.setTimeout=(f,ms)=>later(f,ms===10000?0:ms)`
    await start(then, '.js', { NODE_OPTIONS: `--import=${JSON.stringify(soon)}` })
    expect(await readdir(join(data, 'compiled'))).toEqual(['1.2.3'])
    expect((await readdir(data)).toSorted()).toEqual(['compiled', 'profiles'])
  })

  it('is shared with threads, but not inherited by other programs', async () => {
    const then = `
      import { Worker } from 'node:worker_threads'
      const code = "require('node:worker_threads').parentPort.postMessage(require('node:module').getCompileCacheDir())"
      new Worker(code, { eval: true, execArgv: [], env: childEnvironment() }).on('message', (thread) =>
        console.log(JSON.stringify({ thread, own: getCompileCacheDir(), inherited: process.env.NODE_COMPILE_CACHE ?? null })))`
    const { thread, own, inherited } =
      await start<Record<'thread' | 'own' | 'inherited', string | null>>(then)
    expect(own).toContain(data)
    expect(thread).toBe(own)
    expect(inherited).toBeNull()
  })
})
