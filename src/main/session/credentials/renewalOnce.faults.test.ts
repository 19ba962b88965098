import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startReferenceService } from '../../../demoService/index.ts'
import { createNodeTransport } from '../../adapters/network/transport.ts'
import { startScriptedServer } from '../../api/testing/scriptedServer.ts'
import type { Credential, Locks, SecretStore } from '../../ports.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { consent } from '../testing/consent.ts'
import { remoteFor } from '../testing/referenceService.ts'
import { createLocksInMemory, createSecrets, setUpSession } from '../testing/setUpSession.ts'
import { createOAuthCredential } from './oauthCredential.ts'
import { createFileSecrets } from './testing/fileSecrets.ts'
import { createGrantServer, request } from './testing/grantServer.ts'

/** quality.md, line 6: however many requests are refused, in any order and process, there is one renewal. */
type Broken = (credential: Credential) => Credential
const sound: Broken = (credential) => credential

/** A mutant that renews the current token instead of the refused one. */
const notKeyed: Broken = (credential) => ({
  token: () => credential.token(),
  renew: async () => credential.renew(await credential.token()),
})

const noLocks: Locks = { withLock: (_name, work) => work() }

describe('50 requests refused simultaneously, and 50 more later', () => {
  async function storm(broken: Broken) {
    let passedMs = 0
    const rate = { requests: 100_000, windowS: 60 }
    const service = await startReferenceService({ rate, now: () => Date.now() + passedMs })
    const transport = createNodeTransport()
    let tokenCalls = 0
    const { session } = await setUpSession({
      browse: async (page) => void (await consent(page)),
      transport: (address, init) => {
        if (init?.method === 'POST') tokenCalls += 1
        return transport(address, init)
      },
    })
    try {
      const { url, clientId } = service
      const profile = await session.connectOAuth({ serviceUrl: url, clientId })
      const credential = broken(session.live(profile).credential)
      const remote = await remoteFor(url, credential, { base_path: '/api/v1' })
      const old = await credential.token()
      tokenCalls = 0
      passedMs = 25 * 3_600_000
      const answers = await Promise.allSettled(Array.from({ length: 50 }, () => remote.me()))
      const late = await Promise.all(Array.from({ length: 50 }, () => credential.renew(old)))
      const after = await Promise.allSettled(Array.from({ length: 50 }, () => remote.me()))
      const served = [...answers, ...after].filter(({ status }) => status === 'fulfilled').length
      return { refreshes: tokenCalls, served, late: late.filter(Boolean).length }
    } finally {
      await service.close()
    }
  }

  it('succeed with one renewal', async () => {
    const figures = await storm(sound)
    expect(figures).toEqual({ refreshes: 1, served: 100, late: 50 })
    printFigure('6', '50 concurrent 401s, 50 late ones', { refreshes: 1, served: '100/100' })
  })

  it('(mutant: not keyed on the token used) renew again', async () => {
    expect((await storm(notKeyed)).refreshes).toBeGreaterThan(1)
  })
})

describe('two processes over one keychain', () => {
  /**
   * Starts a server that accepts each token once, and delays a response until a second request has arrived, at most
   * `timeoutMs`.
   */
  async function startServer(timeoutMs: number) {
    const grants = createGrantServer()
    const server = await startScriptedServer(({ path, headers, body }) => {
      if (path.startsWith('/.well-known/')) return { status: 404 }
      if (path === '/me') {
        const accepted = grants.accepts(headers.authorization?.replace('Bearer ', '') ?? '')
        return { status: accepted ? 200 : 401, body: {} }
      }
      const answer = tokensFor(new URLSearchParams(body).get('refresh_token') ?? '')
      const respond = (response: ServerResponse) =>
        void response.writeHead(answer.status, json).end(answer.text)
      return { raw: (response) => together(() => respond(response)) }
    })
    let first: (() => void) | null = null
    const together = (respond: () => void): void => {
      if (first) return first(), respond()
      const timer = setTimeout(() => first?.(), timeoutMs)
      first = () => {
        clearTimeout(timer)
        first = null
        respond()
      }
    }
    const json = { 'Content-Type': 'application/json' }
    const tokensFor = (token: string) => {
      try {
        const { accessToken, refreshToken } = grants.refresh(token)
        const tokens = { access_token: accessToken, refresh_token: refreshToken, token_type: 'Bearer' }
        return { status: 200, text: JSON.stringify({ ...tokens, expires_in: 86_400 }) }
      } catch {
        return { status: 400, text: '{"error":"invalid_grant"}' }
      }
    }
    return { ...server, grants }
  }

  async function race(rounds: number, locking: 'locks' | 'no-locks') {
    const folder = newFolder()
    const server = await startServer(locking === 'locks' ? 100 : 15_000)
    const secrets = createFileSecrets(join(folder, 'keychain'))
    const { accessToken, refreshToken } = server.grants.signIn()
    const held = { token: accessToken, expiresAt: 0, refreshAt: 0 }
    await secrets.set('pathclock/shared/refresh-token', refreshToken ?? '')
    await secrets.set('pathclock/shared/access-token', JSON.stringify(held))
    const entry = join(import.meta.dirname, 'testing/renewingProcess.ts')
    const processes = [1, 2].map(() => fork(entry, [folder, server.url, locking]))
    let served = 0
    try {
      await Promise.all(processes.map((child) => once(child, 'message')))
      for (let round = 0; round < rounds; round++) {
        server.grants.endAccess()
        served += (await Promise.all(processes.map((child) => servedBy(child, 25)))).reduce((a, b) => a + b)
      }
      return { ...server.grants.figures, served }
    } finally {
      for (const child of processes) child.disconnect()
      await Promise.all(processes.map((child) => once(child, 'exit')))
      await server.close()
    }
  }

  async function servedBy(child: ChildProcess, count: number): Promise<number> {
    const answered = once(child, 'message')
    child.send(count)
    return Number((await answered)[0])
  }

  it('renew once per expired token, and use no refresh token twice', async () => {
    const rounds = scale(2, 40)
    const figures = await race(rounds, 'locks')
    expect(figures).toEqual({ refreshes: rounds, reuses: 0, refused: 0, served: 50 * rounds })
    printFigure('6', `two processes, ${rounds} times 50 requests`, {
      'refreshes each': figures.refreshes / rounds,
      served: `${figures.served}/${50 * rounds}`,
      reuses: figures.reuses,
    })
  })

  it('(mutant: no lock) use a refresh token twice', async () => {
    expect((await race(1, 'no-locks')).reuses).toBeGreaterThan(0)
  })
})

describe('scheduled interleavings', () => {
  const processes = 2
  const requestsEach = 5

  /** Runs one interleaving: the scheduler orders the steps of keychain, lock, server and service. */
  async function interleave(scheduler: fc.Scheduler, broken: Broken, locksOf: () => Locks) {
    const server = createGrantServer()
    const entries = new Map<string, string>()
    const step = <T>(name: string, work: () => T): Promise<T> =>
      scheduler.schedule(Promise.resolve(name), name).then(work)
    const secrets: SecretStore = {
      ...createSecrets(entries).store,
      get: (name) => step(`get ${name}`, () => entries.get(name) ?? null),
      set: (name, value) => step(`set ${name}`, () => void entries.set(name, value)),
      remove: (name) => step(`remove ${name}`, () => void entries.delete(name)),
    }
    const { accessToken, refreshToken } = server.signIn()
    entries.set(
      'pathclock/p/access-token',
      JSON.stringify({ token: accessToken, expiresAt: 0, refreshAt: 0 }),
    )
    entries.set('pathclock/p/refresh-token', refreshToken ?? '')
    server.endAccess()
    const locks = locksOf()
    const credentials = Array.from({ length: processes }, () =>
      broken(
        createOAuthCredential({
          profileId: 'p',
          secrets,
          clock: { now: () => 0, sleep: () => Promise.resolve() },
          random: { next: () => 0.5, id: () => 'id' },
          locks: {
            withLock: (name, work) => step('lock', () => locks.withLock(name, work)).then((result) => result),
          },
          refresh: async (token) => {
            await step('refresh', () => undefined)
            const tokens = server.refresh(token)
            await step('refreshed', () => undefined)
            return tokens
          },
          stored: () => undefined,
          ended: async () => undefined,
        }),
      ),
    )
    const travel = () => step('request', () => undefined)
    const running = credentials.flatMap((credential) =>
      Array.from({ length: requestsEach }, () => request(credential, server, travel).catch(() => false)),
    )
    const served = await scheduler.waitFor(Promise.all(running))
    return { ...server.figures, served: served.filter(Boolean).length }
  }

  type Figures = { refreshes: number; reuses: number; unserved: number }

  /** Runs many interleavings and returns the worst of each figure, with an example of a failure. */
  async function manyTimes(numRuns: number, broken: Broken, locksOf: () => Locks) {
    const worst: Figures = { refreshes: 0, reuses: 0, unserved: 0 }
    const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const { refreshes, reuses, served } = await interleave(scheduler, broken, locksOf)
      const unserved = processes * requestsEach - served
      worst.refreshes = Math.max(worst.refreshes, refreshes)
      worst.reuses = Math.max(worst.reuses, reuses)
      worst.unserved = Math.max(worst.unserved, unserved)
      return refreshes === 1 && reuses === 0 && unserved === 0
    })
    const details = await fc.check(property, { numRuns, seed: 6, endOnFailure: true })
    return { worst, report: details.failed ? fc.defaultReportMessage(details) : null }
  }

  it('of two processes end with one renewal and all requests served', async () => {
    const numRuns = scale(50, 1000)
    const { worst, report } = await manyTimes(numRuns, sound, createLocksInMemory)
    expect(report).toBeNull()
    printFigure('6', `${numRuns} scheduled interleavings, the worst`, worst)
  })

  it.each([
    ['not keyed on the token used', notKeyed, createLocksInMemory],
    ['no lock', sound, () => noLocks],
  ] as const)('(mutant: %s) are caught', async (_what, broken, locksOf) => {
    expect((await manyTimes(200, broken, locksOf)).report).toContain('Property failed')
  })
})
