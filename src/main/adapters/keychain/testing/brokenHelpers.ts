import type { HelperProcess, LaunchHelper } from '../../../ports.ts'
import type { HelperRequest } from '../helperProtocol.ts'
import { createMemoryKeychain, type MemoryKeychain } from './memoryKeychain.ts'

/** A broken layer between the store and the keychain. */
export type HelperVariant = (keychain: MemoryKeychain) => LaunchHelper
export const unmodified: HelperVariant = ({ launch }) => launch

type Interceptor = {
  forward(request: HelperRequest): void
  /** Replies in place of the keychain. */
  reply(value: string | null): void
}

/** Passes the requests of helpers to `onRequest` first. */
function intercept(
  launch: LaunchHelper,
  onRequest: (request: HelperRequest, interceptor: Interceptor) => void,
): LaunchHelper {
  return () => {
    const helper = launch()
    let deliver: (message: unknown) => void = () => undefined
    return {
      ...helper,
      onMessage: (listener) => {
        deliver = listener
        helper.onMessage(listener)
      },
      send: (message) => {
        const request = message as HelperRequest
        onRequest(request, {
          forward: (next) => helper.send(next),
          reply: (value) => void setImmediate(() => deliver({ id: request.id, ok: true, value })),
        })
      },
    }
  }
}

/** Waits for `gate` before the nth request. */
export function gated(launch: LaunchHelper, gate: (nth: number) => Promise<void> | void): LaunchHelper {
  let count = 0
  const pass = async (gateOpened: Promise<void> | void, forwardRequest: () => void): Promise<void> => {
    await gateOpened
    forwardRequest()
  }
  return intercept(launch, (request, { forward }) => void pass(gate(++count), () => forward(request)))
}

const isPart = ({ name }: HelperRequest): boolean => name.includes('/part/')

/**
 * Reports parts as written without writing them, and passes them all to `flush` once the manifest was written and read
 * back.
 */
function delayParts(
  launch: LaunchHelper,
  flush: (parts: (HelperRequest & { operation: 'set' })[], interceptor: Interceptor) => void,
): LaunchHelper {
  const delayed: (HelperRequest & { operation: 'set' })[] = []
  let isManifestWritten = false
  return intercept(launch, (request, interceptor) => {
    const delayedPart = delayed.find(({ name }) => name === request.name)
    if (request.operation === 'set' && isPart(request)) {
      delayed.push(request)
      interceptor.reply(null)
    } else if (request.operation === 'get' && delayedPart) interceptor.reply(delayedPart.value)
    else {
      interceptor.forward(request)
      if (request.operation === 'get' && isManifestWritten) flush(delayed.splice(0), interceptor)
      isManifestWritten = request.operation === 'set' && request.value.startsWith('pathclock-parts:')
    }
  })
}

/** Writes the manifest before its parts. Each part is a step of its own. */
export const manifestFirst: HelperVariant = ({ launch }) =>
  delayParts(launch, (parts, { forward }) => {
    for (const part of parts) forward({ ...part, id: -1 })
  })

/** Writes all parts into the first entry, as if an entry could have any length. */
export const inOneEntry: HelperVariant = ({ launch }) =>
  delayParts(launch, (parts, { forward }) => {
    const value = parts.map((part) => part.value).join('')
    for (const [index, part] of parts.entries())
      forward({ ...part, id: -1, value: index === 0 ? value : ' ' })
  })

/** Runs the unlock check against another keychain, so that a locked keyring's "not found" is trusted. */
export const unproven: HelperVariant = ({ launch }) => {
  const open = createMemoryKeychain()
  return () => {
    const [helper, proof]: HelperProcess[] = [launch(), open.launch()]
    if (!helper || !proof) throw new Error('both were launched')
    const isProof = (message: unknown): boolean => (message as HelperRequest).name.endsWith('/canary')
    return {
      ...helper,
      onMessage: (listener) => {
        helper.onMessage(listener)
        proof.onMessage(listener)
      },
      send: (message) => (isProof(message) ? proof : helper).send(message),
    }
  }
}

/** Always returns the first value read for the entry `name`, so that a change stays invisible. */
export function frozen(launch: LaunchHelper, name: string): LaunchHelper {
  let first: string | null | undefined
  return () => {
    const helper = intercept(launch, (request, { forward, reply }) => {
      if (request.name === name && first !== undefined) reply(first)
      else forward(request)
    })()
    return {
      ...helper,
      onMessage: (listener) =>
        helper.onMessage((message) => {
          first ??= (message as { value: string | null }).value
          listener(message)
        }),
    }
  }
}
