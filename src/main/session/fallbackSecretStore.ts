import type { SecretLocation } from '../../shared/contract/state.ts'
import type { SecretStore } from '../ports.ts'

/**
 * The store of secrets, and which of them it could keep. What it refuses is held here for this run, so that nobody's
 * work fails for it; its `status` tells the person.
 */
export function createFallbackSecretStore(store: SecretStore) {
  const inMemory = new Set<string>()
  const rejected = new Map<string, string>()

  const set = async (name: string, value: string): Promise<void> => {
    try {
      await store.set(name, value)
      rejected.delete(name)
      // It keeps what its keychain refuses in memory, too, and says so in its status alone.
      if (store.status().kind === 'session') inMemory.add(name)
      else inMemory.delete(name)
    } catch {
      rejected.set(name, value)
      inMemory.add(name)
    }
  }

  return {
    secrets: {
      get: async (name) => rejected.get(name) ?? store.get(name),
      set,
      async remove(name) {
        rejected.delete(name)
        inMemory.delete(name)
        await store.remove(name)
      },
      check: () => store.check(),
      status: () => store.status(),
    } satisfies SecretStore,

    isInMemory: (name: string): boolean => inMemory.has(name),

    /** Never gives the secret, never throws. */
    async placeOf(name: string): Promise<SecretLocation['place']> {
      if (inMemory.has(name)) return 'memory'
      try {
        return (await store.get(name)) === null ? 'none' : 'keychain'
      } catch {
        return 'unknown'
      }
    },
  }
}
