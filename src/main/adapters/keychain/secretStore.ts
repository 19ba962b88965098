import { randomUUID } from 'node:crypto'
import { Failure } from '../../../shared/contract/failures.ts'
import type { SecretsStatus } from '../../../shared/contract/state.ts'
import type { Clock, LaunchHelper, SecretStore } from '../../ports.ts'
import { advice, leftBehind } from './advice.ts'
import { createHelperClient, KeychainError } from './helperClient.ts'
import type { KeychainCause } from './messages.ts'
import { createParts } from './parts.ts'

/** After a failure the keychain is asked again only after this long: a person may have unlocked it. */
const retryAfterMs = 30_000
const canaryName = 'pathclock/canary'
/** In these states nothing can have been stored: what is in memory is there only. */
const storesNothing: readonly KeychainCause[] = ['missing-library', 'no-bus', 'no-service']

type Trouble = { cause: KeychainCause; at: number }

/**
 * Secrets in the OS keychain, reached through a helper process that is launched on first use. Where the keychain
 * cannot be used they are kept in memory for this session only, and `status` says why and what to do.
 * `get` throws `keychain` when it cannot know whether a secret is there.
 */
export function createSecretStore(parts: {
  launch: LaunchHelper
  clock: Clock
}): SecretStore & { close(): void } {
  const { clock } = parts
  const client = createHelperClient(parts.launch, clock)
  const memory = new Map<string, string>()
  let trouble: Trouble | null = null
  let proven = false

  const read = (name: string): Promise<string | null> => client.ask({ operation: 'get', name })
  const write = async (name: string, value: string): Promise<void> => {
    await client.ask({ operation: 'set', name, value })
    if ((await read(name)) !== value) throw new KeychainError('failed')
  }

  /** A locked keyring answers "not found"; only one that gives back what was just written can be believed. */
  const writeCanary = async (): Promise<void> => {
    try {
      await write(canaryName, randomUUID())
    } catch (error) {
      const opaque = error instanceof KeychainError && error.keychainCause === 'failed'
      throw opaque ? new KeychainError('locked') : error
    }
  }

  let proving: Promise<void> | null = null
  /** Shared by all who ask meanwhile: two canaries at once would each find the other's. */
  const proveUnlocked = (): Promise<void> => {
    proving ??= writeCanary().finally(() => {
      proving = null
    })
    return proving
  }

  const keychain = createParts({
    async get(name) {
      const value = await read(name)
      if (value === null) await proveUnlocked()
      return value
    },
    set: write,
    async remove(name) {
      const removed = await client.ask({ operation: 'remove', name })
      if (removed === null) await proveUnlocked()
    },
  })

  /** Runs one step on the keychain; notes the trouble, or its end. */
  const onKeychain = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      const value = await step()
      trouble = null
      proven = true
      return value
    } catch (error) {
      const cause = error instanceof KeychainError ? error.keychainCause : 'failed'
      trouble = { cause, at: clock.now() }
      throw toFailure(cause)
    }
  }

  const status = (): SecretsStatus => {
    if (trouble) return { kind: 'session', ...advice(trouble.cause) }
    return { kind: proven ? 'keychain' : 'unused' }
  }

  return {
    async get(name) {
      const kept = memory.get(name)
      if (kept !== undefined) return kept
      if (trouble && clock.now() - trouble.at < retryAfterMs) throw toFailure(trouble.cause)
      return onKeychain(() => keychain.get(name))
    },

    async set(name, value) {
      try {
        await onKeychain(() => keychain.set(name, value))
        memory.delete(name)
      } catch {
        memory.set(name, value)
      }
    },

    async remove(name) {
      const wasHere = memory.delete(name)
      try {
        await onKeychain(() => keychain.remove(name))
      } catch (error) {
        if (!trouble) throw error
        const { cause } = trouble
        if (!wasHere || !storesNothing.includes(cause))
          throw new Failure('keychain', leftBehind(cause), { cause })
      }
    },

    async check() {
      await onKeychain(proveUnlocked).catch(() => undefined)
      return status()
    },
    status,
    close: () => client.close(),
  }
}

function toFailure(cause: KeychainCause): Failure {
  const { cause: why, fix } = advice(cause)
  return new Failure('keychain', `${why} ${fix}`, { cause })
}
