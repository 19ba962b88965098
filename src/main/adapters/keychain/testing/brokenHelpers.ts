import type { HelperProcess, LaunchHelper } from '../../../ports.ts'
import type { HelperRequest } from '../helperProtocol.ts'
import { createMemoryKeychain, type MemoryKeychain } from './memoryKeychain.ts'

/** How a broken variant stands between the store and the keychain. */
export type HelperVariant = (keychain: MemoryKeychain) => LaunchHelper
export const unmodified: HelperVariant = ({ launch }) => launch

type Interceptor = {
  forward(request: HelperRequest): void
  /** Answers in place of the keychain. */
  reply(value: string | null): void
}

/** Helpers whose requests are handed to `onRequest` first. */
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

/** Takes parts for written, and gives them all to `flush` once the manifest was written and read back. */
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

/** Writes the manifest when its parts are still to come; each part is a step of its own. */
export const manifestFirst: HelperVariant = ({ launch }) =>
  delayParts(launch, (parts, { forward }) => {
    for (const part of parts) forward({ ...part, id: -1 })
  })

/** Writes all parts into the first one, as if an entry could be of any length. */
export const inOneEntry: HelperVariant = ({ launch }) =>
  delayParts(launch, (parts, { forward }) => {
    const value = parts.map((part) => part.value).join('')
    for (const [index, part] of parts.entries())
      forward({ ...part, id: -1, value: index === 0 ? value : ' ' })
  })

/** Proves a keyring unlocked by something else, so that its "not found" is taken for an answer. */
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

/** Gives the entry `name` as it was first read, so that nobody can see that it has changed. */
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
