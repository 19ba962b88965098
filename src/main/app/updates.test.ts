import { describe, expect, it } from 'vitest'
import type { UpdateChannel, UpdateState } from '../../shared/domain/app/settings.ts'
import { createVirtualClock } from '../api/testing/virtualClock.ts'
import type { Updater } from '../ports.ts'
import { createUpdates } from './updates.ts'

type World = {
  channel: UpdateChannel
  offline: boolean
  demo: boolean
  running: number
  backup: 'made' | 'fails'
  newest: string | null
  proxyKey: string
}

/** Sets up a release server and an installer that only record their requests. */
function setUp(start: Partial<World> = {}, changes: Partial<Updater> = {}) {
  const world: World = {
    channel: 'latest',
    offline: false,
    demo: false,
    running: 0,
    backup: 'made',
    newest: '2.0.0',
    proxyKey: 'system',
    ...start,
  }
  const done: string[] = []
  const states: UpdateState[] = []
  const updater: Updater = {
    check: async (channel) => {
      done.push(`asked ${channel}`)
      return world.newest === null ? null : { version: world.newest }
    },
    download: async (progress) => {
      for (const percent of [0, 49.2, 49.9, 100]) progress(percent)
      done.push('fetched')
    },
    installAtQuit: () => void done.push('installs at quit'),
    installNow: () => void done.push('installs now'),
    ...changes,
  }
  const { clock, advance } = createVirtualClock()
  const updates = createUpdates({
    updater,
    clock,
    log: { write: (_level, message, fields) => void done.push(`logged: ${message} ${fields?.['code']}`) },
    channel: () => world.channel,
    isOffline: () => world.offline,
    isDemo: () => world.demo,
    proxyKey: () => world.proxyKey,
    runIfOnline: (work) => (world.offline ? Promise.reject(new Error('offline')) : work()),
    runningJobs: () => world.running,
    backUpJournal: async () => {
      if (world.backup === 'fails') throw new Error('ENOSPC: no space left')
      done.push('backed up')
    },
    onChange: (state) => void states.push(state),
  })
  return { world, done, states, updates, advance }
}

/** Sets up the same after a check, which has downloaded a release if there is one. */
async function setUpChecked(start: Partial<World> = {}) {
  const made = setUp(start)
  await made.updates.check()
  return made
}

/** Returns a download that ends only when it is aborted. */
function endlessDownload() {
  const started = Promise.withResolvers<void>()
  const download: Updater['download'] = (progress, signal) => {
    progress(10)
    started.resolve()
    return new Promise((_done, failed) => {
      signal.addEventListener('abort', () => failed(signal.reason as Error))
    })
  }
  return { download, started: started.promise }
}

describe('an update', () => {
  it('is given up if the release server does not respond within a minute, or deliver it within an hour', async () => {
    const never = setUp({}, { check: () => new Promise(() => undefined) })
    const looking = never.updates.check()
    await never.advance(60_000)
    expect(await looking).toMatchObject({ kind: 'failed', message: expect.stringContaining('ETIMEDOUT') })
    const { download, started } = endlessDownload()
    const trickling = setUp({}, { download })
    const fetching = trickling.updates.check()
    await started
    await trickling.advance(60 * 60_000)
    expect(await fetching).toMatchObject({ kind: 'failed', message: expect.stringContaining('ETIMEDOUT') })
  })

  it('is found, downloaded and made ready, and every step is reported', async () => {
    const { updates, states, done } = setUp()
    expect(await updates.check()).toEqual({ kind: 'ready', version: '2.0.0' })
    expect(done).toEqual(['asked latest', 'fetched'])
    expect(states).toEqual([
      { kind: 'available', version: '2.0.0' },
      { kind: 'downloading', version: '2.0.0', percent: 0 },
      { kind: 'downloading', version: '2.0.0', percent: 49 },
      { kind: 'downloading', version: '2.0.0', percent: 100 },
      { kind: 'ready', version: '2.0.0' },
    ])
  })

  it('is checked for a minute after the start, and every six hours', async () => {
    const { advance, done, updates } = setUp({ newest: null })
    await advance(59_000)
    expect(done).toEqual([])
    await advance(2_000)
    expect(done).toHaveLength(1)
    await advance(2 * 6 * 60 * 60_000)
    expect(done).toHaveLength(3)
    expect(updates.status()).toMatchObject({ kind: 'none', held: null, checkedAt: expect.any(String) })
    await updates.close()
    await advance(24 * 60 * 60_000)
    expect(done).toHaveLength(3)
  })

  it.each([
    ['the offline switch is on', { offline: true }, 'offline'],
    ['everything is of the demo', { demo: true }, 'demo'],
    ['a person has turned updates off', { channel: 'off' }, 'off'],
  ] as const)('is requested by nobody while %s', async (_why, world, held) => {
    const { updates, done, advance } = setUp(world)
    expect(await updates.check()).toEqual({ kind: 'none', checkedAt: null, held })
    await advance(24 * 60 * 60_000)
    expect(done).toEqual([])
  })

  it('is checked for once, even if several checks are requested', async () => {
    const { updates, done } = setUp()
    await Promise.all([updates.check(), updates.check()])
    await updates.check()
    expect(done).toEqual(['asked latest', 'fetched'])
  })

  it('is reported without addresses if it fails, and checked for again', async () => {
    let broken = true
    const check = async () => {
      if (!broken) return null
      throw new Error('net::ERR_NAME_NOT_RESOLVED https://updates.example/latest.yml?token=secret')
    }
    const { updates, done } = setUp({}, { check })
    expect(await updates.check()).toEqual({
      kind: 'failed',
      message:
        'Pathclock could not download the update (net::ERR_NAME_NOT_RESOLVED). Pathclock stays as it is and tries again later.',
    })
    expect(done).toEqual(['logged: an update failed net::ERR_NAME_NOT_RESOLVED'])
    broken = false
    expect(await updates.check()).toMatchObject({ kind: 'none' })
  })

  it('is aborted during the download when the offline switch is turned on', async () => {
    const { download, started } = endlessDownload()
    const { updates, world } = setUp({}, { download })
    const checked = updates.check()
    await started
    world.offline = true
    updates.onSettingsChanged()
    expect(await checked).toMatchObject({ kind: 'none', held: 'offline' })
  })

  it('is downloaded again immediately if the proxy was changed during a failed download', async () => {
    const { download, started } = endlessDownload()
    const broken = new AbortController()
    const byProxy: Updater['download'] = async (progress, signal) => {
      if (world.proxyKey === 'system') return download(progress, AbortSignal.any([signal, broken.signal]))
      done.push(`fetched by ${world.proxyKey}`)
    }
    const { updates, world, done, states } = setUp({}, { download: byProxy })
    const checked = updates.check()
    await started
    world.proxyKey = 'none'
    updates.onSettingsChanged()
    expect(updates.status()).toMatchObject({ kind: 'downloading' })
    broken.abort(new Error('net::ERR_PROXY_CONNECTION_FAILED'))
    expect(await checked).toEqual({ kind: 'ready', version: '2.0.0' })
    expect(done).toEqual(['asked latest', 'asked latest', 'fetched by none'])
    expect(states.some(({ kind }) => kind === 'failed')).toBe(false)
  })

  it('is requested from the selected channel, and dropped if that is no longer selected', async () => {
    const { updates, world, done } = setUp({ channel: 'beta' })
    await updates.check()
    expect(done[0]).toBe('asked beta')
    world.channel = 'latest'
    updates.onSettingsChanged()
    expect(updates.status()).toMatchObject({ kind: 'none' })
    await expect(updates.install({ when: 'now' })).rejects.toMatchObject({ code: 'rejected' })
  })
})

describe('installing', () => {
  it('backs up the journal before it quits the app', async () => {
    const { updates, done } = await setUpChecked()
    await updates.install({ when: 'now' })
    expect(done.slice(2)).toEqual(['backed up', 'installs now'])
    await updates.close()
    expect(done).toHaveLength(4)
  })

  it('waits until no job is running', async () => {
    const { updates, done, world } = await setUpChecked({ running: 2 })
    expect(await updates.install({ when: 'now' })).toEqual({ kind: 'waiting', version: '2.0.0', jobs: 2 })
    world.running = 1
    updates.onJobEnded()
    expect(updates.status()).toEqual({ kind: 'waiting', version: '2.0.0', jobs: 1 })
    expect(done).not.toContain('backed up')
    world.running = 0
    updates.onJobEnded()
    await expect.poll(() => done.slice(2)).toEqual(['backed up', 'installs now'])
  })

  it('waits for a job that began during the backup', async () => {
    const { updates, done, world } = await setUpChecked()
    const installed = updates.install({ when: 'now' })
    world.running = 1
    await installed
    expect(done).toContain('backed up')
    expect(done).not.toContain('installs now')
    world.running = 0
    updates.onJobEnded()
    await expect.poll(() => done).toContain('installs now')
  })

  it('is postponed by "later", even while it waits', async () => {
    const { updates, done, world } = await setUpChecked({ running: 1 })
    await updates.install({ when: 'now' })
    expect(await updates.install({ when: 'later' })).toEqual({ kind: 'ready', version: '2.0.0' })
    world.running = 0
    updates.onJobEnded()
    await updates.close()
    expect(done.slice(2)).toEqual(['backed up', 'installs at quit'])
  })

  it('is skipped at a quit while a job is running', async () => {
    const { updates, done } = await setUpChecked({ running: 1 })
    await updates.close()
    expect(done).toEqual(['asked latest', 'fetched'])
  })

  it('is skipped if the app quits while it waits, although that ends the jobs', async () => {
    const { updates, done, world } = await setUpChecked({ running: 1 })
    await updates.install({ when: 'now' })
    await updates.close()
    world.running = 0
    updates.onJobEnded()
    await updates.check()
    expect(done).toEqual(['asked latest', 'fetched'])
  })

  it.each(['now', 'at a quit'])('is skipped if the journal cannot be backed up: %s', async (when) => {
    const { updates, done } = await setUpChecked({ backup: 'fails' })
    if (when === 'now') await updates.install({ when: 'now' })
    else await updates.close()
    expect(updates.status()).toMatchObject({ kind: 'failed', message: expect.stringContaining('ENOSPC') })
    expect(done.filter((line) => line.startsWith('installs'))).toEqual([])
  })

  it('is rejected if nothing was downloaded', async () => {
    const { updates } = await setUpChecked({ newest: null })
    await expect(updates.install({ when: 'now' })).rejects.toMatchObject({ code: 'rejected' })
  })
})
