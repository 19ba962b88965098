import { fork } from 'node:child_process'
import { childEnvironment, launchWorker } from '../../concurrency/launchWorker.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import type { Clock, HelperProcess, LaunchHelper } from '../../ports.ts'
import { type HelperReply, type HelperRequest, type KeychainCause, replySchema } from './helperProtocol.ts'

/** A keyring that has not answered by then waits for a person, or for ever. */
const replyTimeoutMs = 4000

/** The keychain could not do what was requested. */
export class KeychainError extends Error {
  override readonly name = 'KeychainError'
  readonly keychainCause: KeychainCause
  constructor(keychainCause: KeychainCause) {
    super(`keychain: ${keychainCause}`)
    this.keychainCause = keychainCause
  }
}

type HelperCall =
  | { operation: 'get'; name: string }
  | { operation: 'set'; name: string; value: string }
  | { operation: 'remove'; name: string }

/**
 * Calls to the helper process, one at a time. The process is launched by the first call, and launched anew after
 * one that did not answer within 4 s, which is killed: a stuck keyring call cannot be taken back.
 */
export function createHelperClient(launch: LaunchHelper, clock: Clock) {
  let helper: HelperProcess | undefined
  let pending: { id: number; settle(reply: HelperReply): void } | undefined
  let lastId = 0
  const queue = createSerialQueue()

  const discard = (target: HelperProcess | undefined): void => {
    if (helper === target) helper = undefined
    target?.kill()
  }

  const start = (): HelperProcess => {
    const started = launch()
    started.onMessage((message) => {
      const reply = replySchema.safeParse(message)
      if (reply.success && reply.data.id === pending?.id) pending.settle(reply.data)
    })
    started.onExit(() => {
      if (helper !== started) return
      helper = undefined
      pending?.settle({ id: pending.id, ok: false, cause: 'failed' })
    })
    helper = started
    return started
  }

  const sendRequest = async (call: HelperCall): Promise<string | null> => {
    const id = ++lastId
    const running = helper ?? start()
    const replied = new AbortController()
    try {
      const reply = await new Promise<HelperReply>((resolve) => {
        pending = { id, settle: resolve }
        const request: HelperRequest = { id, ...call }
        running.send(request)
        clock.sleep(replyTimeoutMs, replied.signal).then(
          () => {
            resolve({ id, ok: false, cause: 'not-answering' })
            discard(running)
          },
          () => undefined,
        )
      })
      if (!reply.ok) throw new KeychainError(reply.cause)
      return reply.value
    } finally {
      pending = undefined
      replied.abort(new Error('answered'))
    }
  }

  return {
    request: (call: HelperCall): Promise<string | null> => queue.run(() => sendRequest(call)),
    close: (): void => discard(helper),
  }
}

/** Starts the keychain helper as a forked Node process. It never keeps the app alive by itself. */
export const forkHelper =
  (entryFile: string): LaunchHelper =>
  () => {
    const { PATHCLOCK_API_KEY: _notForHelpers, ...env } = childEnvironment()
    const child = fork(entryFile, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.unref()
    child.channel?.unref()
    return {
      send: (message) => {
        // A helper that has just gone emits its exit, which then answers its calls.
        if (child.connected) child.send(message as object, () => undefined)
      },
      onMessage: (listener) => void child.on('message', listener),
      onExit: (listener) => {
        child.on('exit', listener)
        child.on('error', () => listener(null))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }

/** Starts it as a thread, which a keyring that crashes would take the process with. It never keeps the process alive. */
const threadHelper =
  (entryFile: string): LaunchHelper =>
  () => {
    const worker = launchWorker(entryFile)
    worker.unref()
    return {
      send: (message) => worker.postMessage(message),
      onMessage: (listener) => void worker.on('message', listener),
      onExit: (listener) => {
        worker.on('exit', listener)
        worker.on('error', () => listener(null))
      },
      kill: () => void worker.terminate(),
    }
  }

/**
 * Starts the helper where no host has its own way: as a process of Node, or as a thread for a command that runs in
 * Electron, where `fork` would open the app again (the fuse `RunAsNode` is off).
 */
export const startHelper = (entryFile: string): LaunchHelper =>
  process.versions['electron'] === undefined ? forkHelper(entryFile) : threadHelper(entryFile)
