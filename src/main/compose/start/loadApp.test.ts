import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appOptions } from '../../testing/appOptions.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { entry } from '../../testing/processes/processFile.ts'
import { loadApp } from './loadApp.ts'
import { preloadDrugsWorker } from './preloadDrugsWorker.ts'

let folder: string
const begun: { worker: Worker; ended: Promise<unknown> }[] = []
const note = (worker: Worker) => void begun.push({ worker, ended: once(worker, 'exit') })

beforeEach(() => {
  folder = newFolder()
  process.on('worker', note)
})
afterEach(async () => {
  process.off('worker', note)
  for (const { worker } of begun.splice(0)) await worker.terminate()
})

const load = () => loadApp(appOptions(folder))

describe('the drugs worker thread', () => {
  it('is not started if the user has never signed in', async () => {
    const app = await load()
    await app.close()
    expect(begun).toEqual([])
  })

  it('is terminated if no profile opens', async () => {
    await writeFile(join(folder, 'profiles.json'), JSON.stringify({ profiles: [], activeId: null }))
    const app = await load()
    expect(begun).toHaveLength(1)
    await begun[0]!.ended
    await app.close()
  })

  it('is terminated if the services cannot be composed', async () => {
    // Puts a folder in place of a file.
    await mkdir(join(folder, 'profiles.json'))
    await expect(load()).rejects.toThrow(/EISDIR|profiles\.json/)
    expect(begun).toHaveLength(1)
    await begun[0]!.ended
  })

  it('is returned only once, and not after it has ended', async () => {
    await mkdir(join(folder, 'threads'))
    await writeFile(join(folder, 'profiles.json'), '{}')
    await writeFile(join(folder, 'threads/drugsWorker.js'), 'process.exit(1)')
    const coming = once(process, 'worker')
    const takeDead = preloadDrugsWorker({ folder, extension: '.js', dataFolder: folder })
    await coming
    await begun[0]!.ended
    expect(takeDead()).toBeNull()

    const next = once(process, 'worker')
    const take = preloadDrugsWorker({ ...entry, dataFolder: folder })
    expect([take()]).toEqual(await next)
    expect(take()).toBeNull()
  })

  it('has a small young generation, because it mostly waits', async () => {
    await writeFile(join(folder, 'profiles.json'), '{}')
    expect(preloadDrugsWorker({ ...entry, dataFolder: folder })()?.resourceLimits).toMatchObject({
      maxYoungGenerationSizeMb: 1,
    })
  })
})
