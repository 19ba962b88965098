import { describe, expect, it } from 'vitest'
import type { Clock, Credential, SecretStore } from '../../ports.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createLocksInMemory, createSecrets } from '../testing/setUpSession.ts'
import { createOAuthCredential } from './oauthCredential.ts'
import { createGrantServer, request } from './testing/grantServer.ts'

/** quality.md, line 8: only a 401 decides, whatever the local clock does. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const days = 45

type Broken = (credential: Credential, secrets: SecretStore, clock: Clock) => Credential

/** A mutant that renews whenever the clock says that the token has expired. */
const believingTheClock: Broken = (credential, secrets, clock) => ({
  renew: (used) => credential.renew(used),
  async token() {
    const token = await credential.token()
    const held = JSON.parse((await secrets.get('pathclock/p/access-token')) ?? '{}') as { expiresAt?: number }
    if (clock.now() < (held.expiresAt ?? 0)) return token
    await credential.renew(token)
    return credential.token()
  },
})

/** The time that passes between two requests, and how far the clock jumps. */
type Habits = (dice: () => number) => { passMs: number; leapMs: number }

const working: Habits = (dice) => ({ passMs: minuteMs * (1 + 4 * dice()), leapMs: 0 })
const restless: Habits = (dice) => {
  const event = dice()
  if (event < 0.001) return { passMs: minuteMs, leapMs: (dice() - 0.5) * 60 * hourMs }
  if (event < 0.003)
    return { passMs: minuteMs, leapMs: (dice() < 0.5 ? -1 : 1) * (15 * minuteMs + hourMs * dice()) }
  if (event < 0.01) return { passMs: dayMs * dice() ** 4 * 3, leapMs: 0 }
  return { passMs: minuteMs * (1 + 8 * dice()), leapMs: 0 }
}

/** Simulates 45 days of true time, with a clock that is wrong from the start. */
async function live(seed: number, habits: Habits, broken: Broken = (credential) => credential) {
  const dice = createSeededRandom(seed)
  let trueMs = Date.UTC(2026, 0, 1)
  let offMs = (dice() - 0.5) * 20 * hourMs
  const server = createGrantServer(() => trueMs)
  const secrets = createSecrets().store
  const clock: Clock = { now: () => trueMs + offMs, sleep: async () => undefined }
  let prompts = 0
  const oauthCredential = createOAuthCredential({
    profileId: 'p',
    secrets,
    clock,
    random: { next: dice, id: () => 'id' },
    locks: createLocksInMemory(),
    refresh: async (token) => server.refresh(token),
    stored: () => undefined,
    ended: async () => void (prompts += 1),
  })
  await oauthCredential.save(server.signIn())
  const credential = broken(oauthCredential, secrets, clock)
  const endMs = trueMs + days * dayMs
  const signedInAt = trueMs
  let unserved = 0
  while (trueMs < endMs) {
    if (!(await request(credential, server).catch(() => false))) unserved += 1
    const { passMs, leapMs } = habits(dice)
    trueMs += passMs
    offMs += leapMs
  }
  const moments = [signedInAt, ...server.refreshedAt]
  const gapsMs = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0))
  return { refreshes: gapsMs.length, shortestMs: Math.min(...gapsMs), unserved, prompts }
}

async function liveMany(seeds: number, habits: Habits, broken?: Broken) {
  const runs = []
  for (let seed = 1; seed <= seeds; seed++) runs.push(await live(seed, habits, broken))
  return {
    most: Math.max(...runs.map(({ refreshes }) => refreshes)),
    shortestMs: Math.min(...runs.map(({ shortestMs }) => shortestMs)),
    unserved: runs.reduce((sum, { unserved }) => sum + unserved, 0),
    prompts: runs.reduce((sum, { prompts }) => sum + prompts, 0),
  }
}

describe('45 days', () => {
  it.each([
    ['of steady work', working],
    ['with sleep, leaps of the clock and a clock that is off', restless],
  ] as const)(
    '%s take at most one renewal in 23 hours, and nobody goes unserved',
    { timeout: 300_000 },
    async (what, habits) => {
      const seeds = scale(2, 100)
      const { most, shortestMs, unserved, prompts } = await liveMany(seeds, habits)
      expect(shortestMs).toBeGreaterThanOrEqual(23 * hourMs)
      expect({ unserved, prompts }).toEqual({ unserved: 0, prompts: 0 })
      printFigure('8', `45 days ${what}, ${seeds} seeds`, {
        'most renewals': most,
        'shortest time between two, h': (shortestMs / hourMs).toFixed(2),
        unserved,
      })
    },
  )

  it('(mutant: renews by the clock) renew too often', async () => {
    expect((await liveMany(5, restless, believingTheClock)).shortestMs).toBeLessThan(23 * hourMs)
  })
})
