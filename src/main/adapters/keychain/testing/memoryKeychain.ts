import type { HelperProcess } from '../../../ports.ts'
import type { HelperReply, HelperRequest, KeychainCause } from '../helperProtocol.ts'

/** `locked` accepts writes and answers every read with "not found", like a locked keyring. `silent` never replies. */
export type KeychainMode = 'open' | 'locked' | 'silent' | KeychainCause

/** Windows stores at most this many bytes in one entry. */
const entryLimitBytes = 2560

/**
 * Creates a keychain in memory with its helper processes. `gate` is awaited before each request; a request that it
 * never lets through simulates a killed process.
 */
export function createMemoryKeychain() {
  const entries = new Map<string, string>()
  const state = {
    mode: 'open' as KeychainMode,
    gate: (_request: HelperRequest): Promise<void> | void => undefined,
  }

  const toReply = (request: HelperRequest): HelperReply => {
    const { id, name } = request
    if (state.mode === 'locked' && request.operation !== 'set') return { id, ok: true, value: null }
    if (state.mode !== 'open' && state.mode !== 'locked' && state.mode !== 'silent')
      return { id, ok: false, cause: state.mode }
    if (request.operation === 'get') return { id, ok: true, value: entries.get(name) ?? null }
    if (request.operation === 'remove')
      return { id, ok: true, value: entries.delete(name) ? 'removed' : null }
    if (Buffer.byteLength(request.value) > entryLimitBytes) return { id, ok: false, cause: 'failed' }
    if (state.mode === 'open') entries.set(name, request.value)
    return { id, ok: true, value: null }
  }

  const launch = (): HelperProcess => {
    let deliver: (message: unknown) => void = () => undefined
    const handle = async (request: HelperRequest): Promise<void> => {
      await state.gate(request)
      if (state.mode !== 'silent') deliver(toReply(request))
    }
    return {
      send: (message) => void handle(message as HelperRequest),
      onMessage: (listener) => {
        deliver = listener
      },
      onExit: () => undefined,
      kill: () => undefined,
    }
  }
  return { entries, state, launch }
}
export type MemoryKeychain = ReturnType<typeof createMemoryKeychain>
