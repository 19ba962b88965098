import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReferenceOptions, ReferenceService } from '../../../../demoService/index.ts'
import type { AppStatus } from '../../../../shared/contract/state.ts'
import type { OfflineSyncPlan } from '../../../../shared/domain/drugs/offlineSync.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { createSecretStore } from '../../../adapters/keychain/secretStore.ts'
import {
  createMemoryKeychain,
  type KeychainMode,
  type MemoryKeychain,
} from '../../../adapters/keychain/testing/memoryKeychain.ts'
import { systemClock } from '../../../adapters/system.ts'
import { createApp } from '../../../compose/composeApp.ts'
import { type HostedApp, type LaunchHelper } from '../../../ports.ts'
import { appOptions } from '../../appOptions.ts'
import { isFull, printFigure, scale } from '../../faults.ts'
import { readFiles } from '../../leakSources.ts'
import { newFolder } from '../../newFolder.ts'
import { findLeaks } from '../../secrets/canary.ts'
import { startService } from '../../startService.ts'

/** The quick form runs beside others on a busy computer. */
const windowLimitMs = scale(20_000, 2000)
/** The faulty keychains. A silent one takes its real 4 s for each request. */
const troubles: KeychainMode[] = [
  ...(['missing-library', 'no-bus', 'no-service', 'failed', 'locked'] as const),
  ...(isFull ? (['silent'] as const) : []),
]

const setUp = async (options: ReferenceOptions = {}) => ({
  service: await startService(options),
  folder: newFolder(),
  keychain: createMemoryKeychain(),
})

async function open(folder: string, launchKeychainHelper: LaunchHelper): Promise<HostedApp> {
  const app = await createApp({ ...appOptions(folder), launchKeychainHelper })
  onTestFinished(() => app.close())
  return app
}

/** Starts the app on that keychain until it can respond to a window. */
type Start = (folder: string, keychain: MemoryKeychain) => Promise<HostedApp>
const asItIs: Start = (folder, { launch }) => open(folder, launch)

/**
 * Measures the time to the first window for a profile that signed in earlier and whose keychain is now out of order.
 */
async function startOn(mode: KeychainMode, start: Start) {
  const { service, folder, keychain } = await setUp()
  const yesterday = await asItIs(folder, keychain)
  await connect(yesterday, service)
  await yesterday.close()
  keychain.state.mode = mode
  let requestCount = 0
  keychain.state.gate = () => void (requestCount += 1)
  const startedAt = performance.now()
  const limit = new AbortController()
  const late = wait(windowLimitMs, 'late' as const, { signal: limit.signal }).catch(() => 'late' as const)
  const starting = start(folder, keychain).then(async (app) => ({ app, status: await statusOf(app) }))
  const outcome = await Promise.race([starting, late])
  limit.abort()
  const windowMs = Math.round(performance.now() - startedAt)
  if (outcome === 'late') return { windowMs, requestCount, outcome }
  return { windowMs, requestCount, outcome: outcome.status, app: outcome.app }
}

const connect = (app: HostedApp, { url: serviceUrl, apiKey }: ReferenceService) =>
  app.dispatch('session.connectApiKey', { serviceUrl, apiKey })

async function statusOf(app: HostedApp): Promise<AppStatus> {
  const reply = await app.dispatch('app.status', {})
  if (!reply.ok) throw new Error(toEnglish(reply.failure.message))
  return reply.value as AppStatus
}

describe('line 13: the window with a keychain out of order', () => {
  const every: KeychainMode[] = [...new Set<KeychainMode>([...troubles, 'silent'])]

  it('opens first, lists the profile, and explains the failure when the credential is needed', async () => {
    const figures = { starts: 0, 'window ms at most': 0, 'asked before the window': 0, unreported: 0 }
    for (const mode of every) {
      const { windowMs, requestCount, outcome, app } = await startOn(mode, asItIs)
      figures.starts += 1
      figures['window ms at most'] = Math.max(figures['window ms at most'], windowMs)
      figures['asked before the window'] += requestCount
      expect(outcome).toMatchObject({ signedIn: true, profile: { signIn: 'api-key' } })
      if (mode === 'silent' && !isFull) continue
      // "Not found" from an unreadable keyring must never sign the user out.
      const reply = await app?.dispatch('session.user', {})
      const isReported = reply?.ok === false && reply.failure.code === 'keychain'
      if (!isReported || !(app && (await statusOf(app)).signedIn)) figures.unreported += 1
    }
    printFigure('13', 'window on a keychain out of order', figures)
    expect(figures).toMatchObject({ starts: every.length, 'asked before the window': 0, unreported: 0 })
    expect(figures['window ms at most']).toBeLessThan(windowLimitMs)
  })

  it.runIf(isFull)('would be late in a mutant that asks for the credential first', async () => {
    const readsCredentialFirst: Start = async (folder, keychain) => {
      const store = createSecretStore({ launch: keychain.launch, clock: systemClock })
      await store.get('pathclock/any/api-key').catch(() => null)
      // A start that has not given up by now would get a window.
      if (given.up) throw new Error('nobody waits any more')
      return asItIs(folder, keychain)
    }
    const given = { up: false }
    expect((await startOn('silent', readsCredentialFirst)).outcome).toBe('late')
    given.up = true
  })
})

/** Connects with a key that the keychain does not take: works for the session, and where the key lies about. */
async function connectOn(
  mode: KeychainMode,
  launchOn: (keychain: MemoryKeychain, folder: string) => LaunchHelper,
) {
  const { service, folder, keychain } = await setUp()
  keychain.state.mode = mode
  const app = await open(folder, launchOn(keychain, folder))
  await connect(app, service)
  const { ok: works } = await app.dispatch('session.user', {})
  const { secrets, signedIn } = await statusOf(app)
  const banner =
    secrets.kind === 'session' && toEnglish(secrets.cause) !== '' && toEnglish(secrets.fix) !== ''
  await app.close()
  const leaks = findLeaks({ 'api key': service.apiKey }, readFiles(folder, 'data'))
  return { usable: works && signedIn && banner, leaks: leaks.length }
}

describe('an offline plan after a restart without a keychain', () => {
  it('pauses until the user signs in, and then resumes automatically', async () => {
    const faults = [{ match: { path: '/pathways$' }, fault: 'delay', delayMs: 30 }] as const
    const { service, folder, keychain } = await setUp({ faults, rate: { requests: 60_000, windowS: 60 } })
    const { launch, state } = keychain
    state.mode = 'no-service'
    const first = await open(folder, launch)
    await connect(first, service)
    const planRequest = {
      scope: { kind: 'catalogue' },
      detail: 'pathways',
      perHour: 100_000,
      refreshDays: 30,
    }
    expect(await first.dispatch('offlineSync.start', planRequest)).toMatchObject({ ok: true })
    while (service.summary().requests < 6) await wait(5)
    await first.close()
    const second = await open(folder, launch)
    const planOf = async () => {
      const reply = await second.dispatch('offlineSync.list', {})
      return reply.ok ? (reply.value as OfflineSyncPlan[])[0] : undefined
    }
    while (!(await planOf())?.message) await wait(5)
    expect(await planOf()).toMatchObject({ state: 'paused', jobId: null })
    await connect(second, service)
    while ((await planOf())?.state !== 'done') await wait(20)
    expect(await planOf()).toMatchObject({ complete: 1, message: null })
  })
})

describe('signing out where no keychain took the key', () => {
  it('is done in every state of the keychain, and clears what was requested', async () => {
    for (const mode of troubles) {
      const { service, folder, keychain } = await setUp()
      keychain.state.mode = mode
      const app = await open(folder, keychain.launch)
      await connect(app, service)
      const reply = await app.dispatch('session.signOut', { clearCache: true })
      expect([mode, reply]).toMatchObject([mode, { ok: true, value: { signedIn: false } }])
    }
  })
})

describe('line 13: a key that no keychain takes', () => {
  it('serves for the session under a banner, and is written nowhere', async () => {
    const figures = { sessions: 0, unusable: 0, 'secrets in plain text': 0 }
    for (const mode of troubles) {
      const { usable, leaks } = await connectOn(mode, ({ launch }) => launch)
      figures.sessions += 1
      figures.unusable += usable ? 0 : 1
      figures['secrets in plain text'] += leaks
    }
    printFigure('13', 'sign-in on a keychain out of order', figures)
    expect(figures).toEqual({ sessions: troubles.length, unusable: 0, 'secrets in plain text': 0 })
  })

  it('would be found in a mutant that keeps it in a file of the data folder', async () => {
    const inFile = ({ launch }: MemoryKeychain, folder: string): LaunchHelper => {
      return () => {
        const helper = launch()
        return {
          ...helper,
          send: (message) => {
            appendFileSync(join(folder, 'secrets.json'), JSON.stringify(message))
            helper.send(message)
          },
        }
      }
    }
    expect((await connectOn('open', inFile)).leaks).toBeGreaterThan(0)
  })
})
