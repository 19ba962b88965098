import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { createSeededRandom } from '../../testing/seededRandom.ts'
import { createSecretStore } from './secretStore.ts'
import {
  frozen,
  gated,
  type HelperVariant,
  inOneEntry,
  manifestFirst,
  unmodified,
  unproven,
} from './testing/brokenHelpers.ts'
import { createMemoryKeychain, type KeychainMode, type MemoryKeychain } from './testing/memoryKeychain.ts'

const secretOf = (next: () => number): string | null => {
  const kind = next()
  if (kind < 0.15) return null
  const length = kind < 0.4 ? 1 + Math.floor(next() * 60) : 2000 + Math.floor(next() * 6000)
  const alphabet = kind < 0.7 ? 'abcdefghij0123456789' : 'aß甲🔑'
  const characters = Array.from(alphabet)
  return Array.from({ length }, () => characters[Math.floor(next() * characters.length)]).join('')
}

const forEver = new Promise<never>(() => undefined)

/** Reads the secret as a restarted process would. */
async function readAnew(keychain: MemoryKeychain): Promise<string | null> {
  keychain.state.gate = () => undefined
  const { clock, finish } = createVirtualClock()
  return finish(createSecretStore({ launch: keychain.launch, clock }).get('a'))
}

/**
 * Replaces one secret with another and kills the process before its nth request, for every n. A restarted process must
 * then find the complete old or new secret; anything else is counted.
 */
async function replaceAndKill(pairs: number, twist: HelperVariant) {
  const figures = { replacements: 0, kills: 0, torn: 0 }
  const next = createSeededRandom(13)
  for (let pair = 0; pair < pairs; pair++) {
    const [before, after] = [secretOf(next), secretOf(next)]
    figures.replacements += 1
    for (let killAt = 1; ; killAt++) {
      const keychain = createMemoryKeychain()
      const { clock } = createVirtualClock()
      if (before !== null) await createSecretStore({ launch: keychain.launch, clock }).set('a', before)
      const killed = Promise.withResolvers<'killed'>()
      let requests = 0
      keychain.state.gate = () => {
        requests += 1
        if (requests < killAt) return undefined
        killed.resolve('killed')
        return forEver
      }
      const store = createSecretStore({ launch: twist(keychain), clock })
      const writing = after === null ? store.remove('a') : store.set('a', after)
      const ended = await Promise.race([writing.then(() => 'done' as const), killed.promise])
      const found = await readAnew(keychain)
      if (ended === 'done') {
        if (found !== after) figures.torn += 1
        break
      }
      figures.kills += 1
      if (found !== before && found !== after) figures.torn += 1
    }
  }
  return figures
}

const troubles: KeychainMode[] = ['missing-library', 'no-bus', 'no-service', 'failed', 'locked', 'silent']

/**
 * Breaks a keychain that holds a secret in each way, then reads the secret and stores another one. `slowestMs`: the
 * longest operation in virtual time. `unnamed`: states without a cause and a fix.
 */
async function live(twist: HelperVariant) {
  const figures = { troubles: 0, lost: 0, takenForAbsent: 0, unnamed: 0, slowestMs: 0 }
  for (const mode of troubles) {
    const keychain = createMemoryKeychain()
    const { clock, finish } = createVirtualClock()
    await createSecretStore({ launch: keychain.launch, clock }).set('kept', 'before')
    keychain.state.mode = mode
    const store = createSecretStore({ launch: twist(keychain), clock })
    const timed = async <T>(work: Promise<T>): Promise<T | 'thrown'> => {
      const startedAt = clock.now()
      const value = await finish(work).catch(() => 'thrown' as const)
      figures.slowestMs = Math.max(figures.slowestMs, clock.now() - startedAt)
      return value
    }
    figures.troubles += 1
    if ((await timed(store.get('kept'))) === null) figures.takenForAbsent += 1
    await timed(store.set('new', 'n'.repeat(9000)))
    if ((await timed(store.get('new'))) !== 'n'.repeat(9000)) figures.lost += 1
    const status = store.status()
    if (status.kind !== 'session' || toEnglish(status.cause) === '' || toEnglish(status.fix) === '')
      figures.unnamed += 1
  }
  return figures
}

describe('line 13: a keychain that cannot load, rejects, says null or never answers', () => {
  it('holds secrets for the session, with the cause and the fix', async () => {
    const figures = await live(unmodified)
    printFigure('13', 'keychain missing, refusing, locked, silent', figures)
    expect(figures).toMatchObject({ troubles: troubles.length, lost: 0, takenForAbsent: 0, unnamed: 0 })
    expect(figures.slowestMs).toBeLessThanOrEqual(4000)
  })

  it('detects a mutant that mistakes null for absent', async () => {
    expect((await live(unproven)).takenForAbsent).toBeGreaterThan(0)
  })
})

/** Stores secrets of lengths around and far above the limit of an entry. A restarted process reads each. */
async function storeLongSecrets(twist: HelperVariant) {
  const figures = { secrets: 0, lost: 0, longestEntryBytes: 0 }
  for (const text of ['x', 'я', '甲', '🔑'])
    for (const bytes of [2396, 2400, 2404, 2556, 2560, 2564, 4800, 4804, 20_000]) {
      const keychain = createMemoryKeychain()
      const { clock } = createVirtualClock()
      const secret = text.repeat(Math.ceil(bytes / Buffer.byteLength(text)))
      await createSecretStore({ launch: twist(keychain), clock }).set('a', secret)
      figures.secrets += 1
      if ((await readAnew(keychain)) !== secret) figures.lost += 1
      const sizes = [...keychain.entries.values()].map((value) => Buffer.byteLength(value))
      figures.longestEntryBytes = Math.max(figures.longestEntryBytes, ...sizes)
    }
  return figures
}

describe('line 13: secrets longer than an entry may be', () => {
  it('are stored complete in entries within the limit', async () => {
    const figures = await storeLongSecrets(unmodified)
    printFigure('13', 'secrets over 2,560 bytes', figures)
    expect(figures.lost).toBe(0)
    expect(figures.longestEntryBytes).toBeLessThanOrEqual(2560)
  })

  it('detects a mutant that writes entries of any length', async () => {
    expect((await storeLongSecrets(inOneEntry)).lost).toBeGreaterThan(0)
  })
})

describe('line 13: a kill while a secret is replaced', () => {
  it('leaves the complete old or new secret', async () => {
    const figures = await replaceAndKill(scale(20, 1000), unmodified)
    printFigure('13', 'killed at every step of replacing a secret', figures)
    expect(figures.kills).toBeGreaterThan(figures.replacements * 4)
    expect(figures.torn).toBe(0)
  })

  it('detects a mutant that writes the manifest first', async () => {
    expect((await replaceAndKill(scale(20, 100), manifestFirst)).torn).toBeGreaterThan(0)
  })
})

/**
 * Reads a secret while another process replaces it, for every k and j: the reader starts before the writer's kth
 * request, and pauses before its own jth request until the writer has finished.
 */
async function readWhileReplaced(pairs: number, readsOnce: boolean) {
  const figures = { interleavings: 0, torn: 0 }
  const next = createSeededRandom(7)
  const longOf = (): string => `${next()}`.repeat(200 + Math.floor(next() * 200))
  for (let pair = 0; pair < pairs; pair++) {
    const [before, after] = [longOf(), longOf()]
    for (let k = 1, more = true; more; k++)
      for (let j = 1; j <= 4; j++) {
        const keychain = createMemoryKeychain()
        const { clock } = createVirtualClock()
        await createSecretStore({ launch: keychain.launch, clock }).set('a', before)
        const [begin, go, ended] = [1, 2, 3].map(() => Promise.withResolvers<void>())
        if (!begin || !go || !ended) break
        const writes = gated(keychain.launch, (nth) => {
          if (nth === k) begin.resolve()
          return nth === k ? go.promise : undefined
        })
        const writing = createSecretStore({ launch: writes, clock })
          .set('a', after)
          .finally(() => ended.resolve())
        more = await Promise.race([begin.promise.then(() => true), writing.then(() => false)])
        const reads = gated(keychain.launch, (nth) => {
          if (nth === j) go.resolve()
          return nth === j ? ended.promise : undefined
        })
        const reader = createSecretStore({ launch: readsOnce ? frozen(reads, 'a') : reads, clock })
        const reading = reader.get('a').finally(() => go.resolve())
        const found = await reading
        await writing
        figures.interleavings += 1
        if (found !== before && found !== after) figures.torn += 1
      }
  }
  return figures
}

describe('line 13: a secret read by one process while another replaces it', () => {
  it('is the complete old or new one', async () => {
    const figures = await readWhileReplaced(scale(2, 100), false)
    printFigure('13', 'read at every step of being replaced', figures)
    expect(figures.interleavings).toBeGreaterThan(20)
    expect(figures.torn).toBe(0)
  })

  it('detects a mutant that does not read again', async () => {
    expect((await readWhileReplaced(2, true)).torn).toBeGreaterThan(0)
  })
})
