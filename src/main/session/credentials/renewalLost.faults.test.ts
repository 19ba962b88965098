import { describe, expect, it } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createSecretStore } from '../../adapters/keychain/secretStore.ts'
import { createMemoryKeychain } from '../../adapters/keychain/testing/memoryKeychain.ts'
import { startScriptedServer } from '../../api/testing/scriptedServer.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import type { Credential, SecretStore } from '../../ports.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import type { Tokens } from '../oauth/oauth.ts'
import { createLocksInMemory, createSecrets, setUpSession } from '../testing/setUpSession.ts'
import { createOAuthCredential } from './oauthCredential.ts'
import { createGrantServer, request } from './testing/grantServer.ts'

/** quality.md, line 7: an interrupted renewal recovers, or prompts the user once. */
type Refresh = (refreshToken: string) => Promise<Tokens>

/** Starts a run of the app that can be killed: its state is lost, and its lock is released. */
function startRun(parts: {
  secrets: SecretStore
  refresh: Refresh
  clock?: ReturnType<typeof createVirtualClock>['clock']
  prompts: { count: number }
}) {
  return createOAuthCredential({
    profileId: 'p',
    secrets: parts.secrets,
    clock: parts.clock ?? createVirtualClock().clock,
    random: { next: () => 0.5, id: () => 'id' },
    locks: createLocksInMemory(),
    refresh: parts.refresh,
    stored: () => undefined,
    ended: async () => void (parts.prompts.count += 1),
  })
}

describe('a renewal whose response is lost', () => {
  type Broken = (session: Credential) => Credential

  /** A mutant that retries the renewal as long as no response arrives. */
  const retryingForEver: Broken = (credential) => ({
    token: () => credential.token(),
    renew: async (used) => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const renewed = await credential.renew(used).catch(() => null)
        if (renewed !== null) return renewed
        await pauses.advance?.(31_000)
      }
      return false
    },
  })
  const pauses: { advance?: (ms: number) => Promise<void> } = {}

  /** Runs over real HTTP: the server spends the refresh token, and cuts the connection instead of responding. */
  async function loseAnswer(broken: Broken, lostAnswers: number) {
    const grants = createGrantServer()
    let tokenCalls = 0
    const server = await startScriptedServer(({ path, body }) => {
      if (path !== '/oauth/token') return { status: 404 }
      const form = new URLSearchParams(body)
      if (form.get('grant_type') === 'authorization_code') return { body: toBody(grants.signIn()) }
      tokenCalls += 1
      try {
        const tokens = grants.refresh(form.get('refresh_token') ?? '')
        return tokenCalls <= lostAnswers
          ? { raw: (response) => response.destroy() }
          : { body: toBody(tokens) }
      } catch {
        if (tokenCalls <= lostAnswers) return { raw: (response) => response.destroy() }
        return { status: 400, body: { error: 'invalid_grant' } }
      }
    })
    const parts = await setUpSession({ browse: answerAtOnce })
    pauses.advance = parts.advance
    try {
      const profile = await parts.session.connectOAuth({ serviceUrl: server.url, clientId: 'c' })
      const before = parts.changes()
      const credential = broken(parts.session.live(profile).credential)
      const sendAll = () => Promise.allSettled(Array.from({ length: 20 }, () => request(credential, grants)))
      const servedWhileValid = (await sendAll()).filter(isServed).length
      grants.endAccess()
      const lost = await sendAll()
      await parts.advance(31_000)
      await sendAll()
      await parts.advance(31_000)
      await sendAll()
      const prompts = parts.changes() - before
      return {
        tokenCalls,
        prompts,
        servedWhileValid,
        lost: lost.filter(isServed).length,
        signedIn: parts.session.signedIn(),
      }
    } finally {
      await server.close()
    }
  }

  const isServed = (outcome: PromiseSettledResult<boolean>): boolean =>
    outcome.status === 'fulfilled' && outcome.value

  const toBody = ({ accessToken, refreshToken, expiresInS }: Tokens) => ({
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: expiresInS,
  })

  const answerAtOnce = async (url: URL): Promise<void> => {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    back.searchParams.set('code', 'c-1')
    await fetch(back)
  }

  it('is retried once, then prompts the user once', async () => {
    const { lost: _, ...figures } = await loseAnswer((credential) => credential, 1)
    expect(figures).toEqual({ tokenCalls: 2, prompts: 1, servedWhileValid: 20, signedIn: false })
    printFigure('7', 'refresh answer lost, 60 requests', { 'token calls': 2, prompts: figures.prompts })
  })

  it('(mutant: retries forever) keeps calling', async () => {
    expect((await loseAnswer(retryingForEver, 4)).tokenCalls).toBeGreaterThan(2)
  })

  it('keeps a valid token in use when an early renewal fails', async () => {
    const time = createVirtualClock()
    const grants = createGrantServer(time.clock.now)
    const prompts = { count: 0 }
    const secrets = createSecrets().store
    let calls = 0
    const refresh: Refresh = async (token) => {
      calls += 1
      grants.refresh(token)
      throw new Error('the connection was cut')
    }
    const credential = startRun({
      secrets,
      prompts,
      clock: time.clock,
      refresh: (t) => refresh(t).catch(asFailure),
    })
    await credential.save(grants.signIn())
    let served = 0
    for (let minute = 0; minute < 24 * 60 - 1; minute += 5) {
      served += Number(await request(credential, grants))
      await time.advance(5 * 60_000)
    }
    expect({ calls, prompts: prompts.count, unserved: (24 * 60) / 5 - served }).toEqual({
      calls: 1,
      prompts: 0,
      unserved: 0,
    })
  })
})

const asFailure = async (): Promise<never> => {
  throw new Failure('offline', joinMessages([`cut`]), { reason: 'network' })
}

describe('a process that is killed between the response and the keychain', () => {
  type Killing = (secrets: SecretStore, afterWrites: number) => SecretStore

  /** Kills the process after this many writes: pending calls never return. */
  const killed: Killing = (secrets, afterWrites) => {
    let writes = 0
    return {
      ...secrets,
      set: async (name, value) => {
        if (writes === afterWrites) return new Promise(() => undefined)
        writes += 1
        await secrets.set(name, value)
        if (writes === afterWrites) await new Promise(() => undefined)
      },
    }
  }

  /** A mutant that stores the access token before the refresh token. */
  const accessFirst: Killing = (secrets, afterWrites) => {
    const inner = killed(secrets, afterWrites)
    let held: [string, string] | null = null
    return {
      ...inner,
      set: async (name, value) => {
        if (name.endsWith('refresh-token')) held = [name, value]
        else {
          await inner.set(name, value)
          if (held) await inner.set(...held)
        }
      },
    }
  }

  /** Runs a killed process, the next one, and another expiry of an access token. */
  async function killOnce(killing: Killing, afterWrites: number) {
    const grants = createGrantServer()
    const secrets = createSecrets().store
    const prompts = { count: 0 }
    const refresh: Refresh = async (token) => grants.refresh(token)
    const first = startRun({ secrets, prompts, refresh })
    await first.save(grants.signIn())
    grants.endAccess()
    const dying = startRun({ secrets: killing(secrets, afterWrites), prompts, refresh })
    void request(dying, grants)
    await createVirtualClock().settle()
    const next = startRun({ secrets, prompts, refresh })
    const served = await request(next, grants).catch(() => false)
    const callsToRecover = grants.figures.refreshes
    grants.endAccess()
    await request(next, grants).catch(() => false)
    return { served, callsToRecover, reuses: grants.figures.reuses, prompts: prompts.count }
  }

  /** Counts the outcomes. Without a write, only the spent token exists; after one write, no prompt is needed. */
  async function killMany(killing: Killing, cases: number) {
    const worst = {
      'token calls': 0,
      prompts: 0,
      'prompts though a write was done': 0,
      'neither served nor asked': 0,
    }
    for (let index = 0; index < cases; index++) {
      const afterWrites = index % 3
      const { served, callsToRecover, prompts } = await killOnce(killing, afterWrites)
      worst['token calls'] = Math.max(worst['token calls'], callsToRecover)
      worst.prompts = Math.max(worst.prompts, prompts)
      if (afterWrites > 0) worst['prompts though a write was done'] += prompts
      if (!served && prompts === 0) worst['neither served nor asked'] += 1
    }
    return worst
  }

  it('recovers, or prompts once', async () => {
    // Only the number of writes before the kill matters: 0, 1 or 2.
    const cases = scale(3, 300)
    const worst = await killMany(killed, cases)
    expect(worst).toEqual({
      'token calls': 2,
      prompts: 1,
      'prompts though a write was done': 0,
      'neither served nor asked': 0,
    })
    printFigure('7', `killed between answer and keychain, ${cases} times`, worst)
  })

  it('(mutant: access token stored first) prompts unnecessarily', async () => {
    expect((await killMany(accessFirst, 3))['prompts though a write was done']).toBeGreaterThan(0)
  })
})

describe('a keychain that refuses to write', () => {
  async function refuseWrites(wrap: (store: SecretStore) => SecretStore) {
    const { state, launch } = createMemoryKeychain()
    const open = () => createSecretStore({ launch, clock: createVirtualClock().clock })
    const grants = createGrantServer()
    const prompts = { count: 0 }
    const refresh: Refresh = async (token) => grants.refresh(token)
    const store = open()
    const run = startRun({ secrets: wrap(store), prompts, refresh })
    await run.save(grants.signIn())
    state.gate = ({ operation }) => void (state.mode = operation === 'set' ? 'failed' : 'open')
    let unserved = 0
    for (let day = 0; day < 3; day++) {
      grants.endAccess()
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => request(run, grants).catch(() => false)),
      )
      unserved += outcomes.filter((served) => !served).length
    }
    const inRun = {
      calls: grants.figures.refreshes,
      prompts: prompts.count,
      unserved,
      statusKind: store.status().kind,
    }
    // The next start has only the spent token from the keychain.
    const next = startRun({ secrets: open(), prompts, refresh })
    grants.endAccess()
    await request(next, grants).catch(() => false)
    await request(next, grants).catch(() => false)
    return { ...inRun, callsAfter: grants.figures.refreshes - inRun.calls, promptsAfter: prompts.count }
  }

  it('lets all requests of this run succeed, reports it, and prompts once at the next start', async () => {
    const figures = await refuseWrites((store) => store)
    expect(figures).toEqual({
      calls: 3,
      prompts: 0,
      unserved: 0,
      statusKind: 'session',
      callsAfter: 1,
      promptsAfter: 1,
    })
    printFigure('7', 'keychain refuses to write, 3 renewals', {
      unserved: figures.unserved,
      prompts: figures.promptsAfter,
      'token calls': figures.calls / 3,
    })
  })

  it('(mutant: a failed write fails the request) leaves requests unserved', async () => {
    const strict = (store: SecretStore): SecretStore => ({
      ...store,
      set: async (name, value) => {
        await store.set(name, value)
        if (store.status().kind === 'session') throw new Error('not kept')
      },
    })
    expect((await refuseWrites(strict)).unserved).toBeGreaterThan(0)
  })
})
