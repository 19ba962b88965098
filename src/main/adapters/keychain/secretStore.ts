import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Failure, isFailure } from '../../../shared/contract/failures.ts'
import type { SecretsStatus } from '../../../shared/contract/state.ts'
import { parseJson } from '../../../shared/json.ts'
import { singleFlight } from '../../../shared/lazy.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { Clock, LaunchHelper, SecretStore } from '../../ports.ts'
import { createHelperClient, KeychainError } from './helperClient.ts'
import type { KeychainCause } from './helperProtocol.ts'

/** After a failure the keychain is tried again only after this long. By then the user may have unlocked it. */
const retryAfterMs = 30_000
const canaryName = 'pathclock/canary'
/** In these states nothing can have been stored in the keychain, so secrets exist only in memory. */
const unavailableCauses: readonly KeychainCause[] = ['missing-library', 'no-bus', 'no-service']

type KeychainFailure = { cause: KeychainCause; atMs: number }

/**
 * Stores secrets in the OS keychain through a helper process that is launched on first use. If the keychain cannot be
 * used, they are held in memory for this session, and `status` gives the cause and the fix. `get` throws `keychain` if
 * it cannot tell whether a secret exists.
 */
export function createSecretStore(deps: {
  launch: LaunchHelper
  clock: Clock
}): SecretStore & { close(): void } {
  const { clock } = deps
  const client = createHelperClient(deps.launch, clock)
  const memory = new Map<string, string>()
  let lastFailure: KeychainFailure | null = null
  let isProven = false

  const read = (name: string): Promise<string | null> => client.request({ operation: 'get', name })
  const write = async (name: string, value: string): Promise<void> => {
    await client.request({ operation: 'set', name, value })
    if ((await read(name)) !== value) throw new KeychainError('failed')
  }

  /**
   * Writes a test entry. A locked keyring answers "not found", so a keyring is trusted only after it returned what was
   * just written. Concurrent callers share one test, because two canaries would overwrite each other.
   */
  const proveUnlocked = singleFlight(async (): Promise<void> => {
    try {
      await write(canaryName, randomUUID())
    } catch (error) {
      const isUnclear = error instanceof KeychainError && error.keychainCause === 'failed'
      throw isUnclear ? new KeychainError('locked') : error
    }
  })

  const keychain = createChunkedEntries({
    async get(name) {
      const value = await read(name)
      if (value === null) await proveUnlocked()
      return value
    },
    set: write,
    async remove(name) {
      const removed = await client.request({ operation: 'remove', name })
      if (removed === null) await proveUnlocked()
    },
  })

  /** Runs one keychain operation, and records its failure or that the keychain works again. */
  const withKeychain = async <T>(operation: () => Promise<T>): Promise<T> => {
    try {
      const value = await operation()
      lastFailure = null
      isProven = true
      return value
    } catch (error) {
      const cause = error instanceof KeychainError ? error.keychainCause : 'failed'
      lastFailure = { cause, atMs: clock.now() }
      throw toFailure(cause)
    }
  }

  const status = (): SecretsStatus => {
    if (lastFailure) return { kind: 'session', ...messages[lastFailure.cause] }
    return { kind: isProven ? 'keychain' : 'unused' }
  }

  return {
    async get(name) {
      const value = memory.get(name)
      if (value !== undefined) return value
      if (lastFailure && clock.now() - lastFailure.atMs < retryAfterMs) throw toFailure(lastFailure.cause)
      return withKeychain(() => keychain.get(name))
    },

    async set(name, value) {
      try {
        await withKeychain(() => keychain.set(name, value))
        memory.delete(name)
      } catch {
        memory.set(name, value)
      }
    },

    async remove(name) {
      const wasInMemory = memory.delete(name)
      try {
        await withKeychain(() => keychain.remove(name))
      } catch (error) {
        if (!isFailure(error, 'keychain')) throw error
        const { cause } = error.details
        if (!wasInMemory || !unavailableCauses.includes(cause))
          throw new Failure('keychain', formatLeftBehind(cause), { cause })
      }
    },

    isInMemory: (name) => memory.has(name),

    async check() {
      await withKeychain(proveUnlocked).catch(() => undefined)
      return status()
    },
    status,
    close: () => client.close(),
  }
}

function toFailure(cause: KeychainCause): Failure {
  const { cause: reason, fix } = messages[cause]
  return new Failure('keychain', message('shared.sideBySide', { first: reason, second: fix }), { cause })
}

/** The reasons why the keychain cannot be used, and what the user can do, each as one sentence. */
const messages: Record<KeychainCause, { cause: Message; fix: Message }> = {
  'missing-library': {
    cause: message('adapters.libraryComputersKeychainMissing'),
    fix: message('adapters.linuxInstallLibsecret1'),
  },
  'no-bus': {
    cause: message('adapters.noDBusSession'),
    fix: message('adapters.startPathclockDesktopSession'),
  },
  'no-service': {
    cause: message('adapters.noKeychainServiceRunning'),
    fix: message('adapters.linuxInstallLibsecret10'),
  },
  locked: { cause: message('adapters.keychainLocked'), fix: message('adapters.unlockKeyringLoggingOwn') },
  'not-answering': {
    cause: message('adapters.keychainNotAnswer'),
    fix: message('adapters.lookWindowPromptsUnlock'),
  },
  failed: { cause: message('adapters.keychainNotWork'), fix: message('adapters.checkSystemsKeychainWorks') },
}

/**
 * Returns the message for a secret that could not be removed: the keychain may still hold it, and what to do about it.
 */
const formatLeftBehind = (cause: KeychainCause): Message =>
  message('adapters.signedOutPathclockKeychain', { cause: messages[cause].cause })

/** Windows stores at most 2,560 bytes in one entry. */
const maxEntryBytes = 2400
const maxChunks = 1000
const manifestPrefix = 'pathclock-parts:'

/** The entries of the keychain, as single reads and writes. */
type Entries = {
  get(name: string): Promise<string | null>
  set(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

/** Any program of the account could have written the manifest, so its count is limited. */
const manifestSchema = z.object({
  generation: z.string(),
  count: z.number().int().min(0).max(maxChunks),
  digest: z.string(),
})
type Manifest = z.infer<typeof manifestSchema>

const chunkName = (name: string, { generation }: Manifest, index: number): string =>
  `${name}/part/${generation}/${index}`

const digestOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 16)

/**
 * Stores values of any length in entries of limited length. A long value is first written in parts under new names, and
 * then its manifest under the name itself, so that an interruption leaves the old value complete.
 */
function createChunkedEntries(entries: Entries) {
  const removeChunks = async (name: string, manifest: Manifest | null): Promise<void> => {
    for (let index = 0; index < (manifest?.count ?? 0); index++)
      if (manifest) await entries.remove(chunkName(name, manifest, index))
  }

  const readChunks = async (name: string, manifest: Manifest): Promise<string> => {
    const chunks: string[] = []
    for (let index = 0; index < manifest.count; index++)
      chunks.push((await entries.get(chunkName(name, manifest, index))) ?? '')
    return chunks.join('')
  }

  return {
    /** Returns null if the value is absent or its parts do not match its manifest. */
    async get(name: string): Promise<string | null> {
      for (let previous: string | null = null; ; ) {
        const value = await entries.get(name)
        const manifest = value === null ? null : readManifest(value)
        if (!manifest) return value?.startsWith(manifestPrefix) ? null : value
        const joined = await readChunks(name, manifest)
        if (digestOf(joined) === manifest.digest) return joined
        // Parts that do not match may just have been replaced by another of our processes. Then the manifest has
        // changed too.
        if (value === previous) return null
        previous = value
      }
    },

    async set(name: string, value: string): Promise<void> {
      const current = await entries.get(name)
      const oldManifest = current === null ? null : readManifest(current)
      if (fitsOneEntry(value)) await entries.set(name, value)
      else {
        const chunks = splitIntoChunks(value)
        const manifest = { generation: randomUUID(), count: chunks.length, digest: digestOf(value) }
        for (const [index, chunk] of chunks.entries())
          await entries.set(chunkName(name, manifest, index), chunk)
        await entries.set(name, `${manifestPrefix}${JSON.stringify(manifest)}`)
      }
      await removeChunks(name, oldManifest)
    },

    async remove(name: string): Promise<void> {
      const value = await entries.get(name)
      await entries.remove(name)
      await removeChunks(name, value === null ? null : readManifest(value))
    },
  }
}

/**
 * True if the value can be written directly. Empty values cannot be stored, and values that look like a manifest would
 * be misread, so both are split into parts.
 */
const fitsOneEntry = (value: string): boolean =>
  value !== '' && !value.startsWith(manifestPrefix) && Buffer.byteLength(value) <= maxEntryBytes

function readManifest(value: string): Manifest | null {
  if (!value.startsWith(manifestPrefix)) return null
  return manifestSchema.safeParse(parseJson(value.slice(manifestPrefix.length))).data ?? null
}

/** Splits a value into pieces within the limit in UTF-8, between characters. */
function splitIntoChunks(value: string): string[] {
  const chunks: string[] = []
  let chunk = ''
  let bytes = 0
  for (const character of value) {
    const size = Buffer.byteLength(character)
    if (bytes + size > maxEntryBytes) {
      chunks.push(chunk)
      chunk = ''
      bytes = 0
    }
    chunk += character
    bytes += size
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}
