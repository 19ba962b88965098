import { parentPort as threadPort } from 'node:worker_threads'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import { type HelperReply, type HelperRequest, type KeychainCause, requestSchema } from './helperProtocol.ts'

/** The name of our entries in the OS keychain. */
const keychainService = 'Pathclock'

type Keytar = typeof import('keytar')

/** The port of Electron's utility processes. Node's forked processes use `process` itself. */
type ParentPort = {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

/**
 * Runs inside the helper process or thread. Keytar is loaded on the first call, because loading throws if its library
 * is missing. Calls are handled one by one, because a keyring that prompts the user may never reply.
 */
export function runKeychainHelper(): void {
  const parentPort = (process as { parentPort?: ParentPort }).parentPort
  const reply = (message: HelperReply): void => {
    if (threadPort) threadPort.postMessage(message)
    else if (parentPort) parentPort.postMessage(message)
    else process.send?.(message)
  }
  const queue = createSerialQueue()
  const receive = (message: unknown): void => {
    const request = requestSchema.safeParse(message)
    if (request.success) void queue.run(async () => reply(await handle(request.data)))
  }
  if (threadPort) threadPort.on('message', receive)
  else if (parentPort) parentPort.on('message', (event) => receive(event.data))
  else {
    process.on('message', receive)
    // A keyring call may hang forever, so only SIGKILL reliably ends this process with its parent.
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  }
}

async function handle(request: HelperRequest): Promise<HelperReply> {
  const { id } = request
  try {
    return { id, ok: true, value: await call(await load(), request) }
  } catch (error) {
    return { id, ok: false, cause: findCause(error) }
  }
}

async function call(keytar: Keytar, request: HelperRequest): Promise<string | null> {
  if (request.operation === 'get') return keytar.getPassword(keychainService, request.name)
  if (request.operation === 'set') {
    await keytar.setPassword(keychainService, request.name, request.value)
    return null
  }
  return (await keytar.deletePassword(keychainService, request.name)) ? 'removed' : null
}

async function load(): Promise<Keytar> {
  const loaded: Keytar & { default?: Keytar } = await import('keytar')
  return loaded.default ?? loaded
}

/** Finds the cause in keytar's messages, which come from the system's own library. */
function findCause(error: unknown): KeychainCause {
  const message = error instanceof Error ? error.message : String(error)
  if (/native addon|Cannot find (module|package)|shared object/i.test(message)) return 'missing-library'
  if (/D-?Bus|autolaunch|Could not connect/i.test(message)) return 'no-bus'
  if (/org\.freedesktop\.secrets|not provided|ServiceUnknown/i.test(message)) return 'no-service'
  if (/lock|prompt|dismiss|interaction is not allowed/i.test(message)) return 'locked'
  return 'failed'
}
