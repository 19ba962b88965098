import { fork } from 'node:child_process'
import type { EventEmitter } from 'node:events'
import { childEnvironment, launchWorker } from '../../concurrency/launchWorker.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import type { Clock, HelperProcess, LaunchHelper } from '../../ports.ts'
import { type HelperReply, type HelperRequest, type KeychainCause, replySchema } from './helperProtocol.ts'

/** A keyring that takes longer is waiting for the user, or forever. */
const replyTimeoutMs = 4000

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
 * Calls the helper process, one call at a time. The first call launches it. If a call gets no reply within 4 s, the
 * process is killed, because a stuck keyring call cannot be canceled, and the next call launches a new one.
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

/** Starts the keychain helper as a forked Node process. It does not keep the app alive. */
export const forkHelper =
  (entryFile: string): LaunchHelper =>
  () => {
    const { PATHCLOCK_API_KEY: _notForHelpers, ...env } = childEnvironment()
    const child = fork(entryFile, [], { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child.unref()
    child.channel?.unref()
    return {
      ...listenersOf(child),
      send: (message) => {
        // A helper that has just exited emits `exit`, which rejects its calls.
        if (child.connected) child.send(message as object, () => undefined)
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }

/**
 * Starts the helper as a thread. A crash of the keyring library would crash the process too. It does not keep the
 * process alive.
 */
const threadHelper =
  (entryFile: string): LaunchHelper =>
  () => {
    const worker = launchWorker(entryFile)
    worker.unref()
    return {
      ...listenersOf(worker),
      send: (message) => worker.postMessage(message),
      kill: () => void worker.terminate(),
    }
  }

const listenersOf = (started: EventEmitter): Pick<HelperProcess, 'onMessage' | 'onExit'> => ({
  onMessage: (listener) => void started.on('message', listener),
  onExit: (listener) => {
    started.on('exit', listener)
    started.on('error', () => listener(null))
  },
})

/**
 * Starts the helper for hosts without their own way: as a Node process, or as a thread for a command in Electron, where
 * `fork` would open the app again (the fuse `RunAsNode` is off).
 */
export const startHelper = (entryFile: string): LaunchHelper =>
  process.versions['electron'] === undefined ? forkHelper(entryFile) : threadHelper(entryFile)
