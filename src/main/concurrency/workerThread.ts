import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Failure, toFailure } from '../../shared/contract/failures.ts'
import type { FileDamage, WorkerCall, WorkerReply } from './serveWorkerCalls.ts'

/** A call that failed because the file is damaged: it may be asked again when the file is mended. */
export class DamagedFileError extends Error {
  readonly failure: Error
  readonly identity: string | null
  constructor(failure: Error, identity: string | null) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.identity = identity
  }
}

export type WorkerThread = {
  /** Starts the thread where none runs. Throws what the method throws, `DamagedFileError`, or `toEndedFailure` when the thread ends. */
  call(service: string, method: string, args: unknown[]): Promise<unknown>
  /** Calls under way have this long to be answered; then the thread is cut off, which undoes what was not committed. */
  close(timeoutMs: number): Promise<void>
}

/** What is used of a worker thread. */
export type WorkerHandle = Pick<Worker, 'on' | 'once' | 'postMessage' | 'ref' | 'unref' | 'terminate'>

type WorkerThreadOptions<Message> = {
  launch(): WorkerHandle
  /** Ends after it had nothing to do for so long; null: it stays. */
  idleMs: number | null
  onMessage(message: Message): void
  /** What to say where the thread ends in the midst of a call. */
  toEndedFailure(cause: unknown): Failure
}

/** A worker thread that comes with the first call, and again with the next one after it has ended. */
export function createWorkerThread<Message extends object = never>(
  options: WorkerThreadOptions<Message>,
): WorkerThread {
  let running: RunningWorker | null = null
  let closing: Promise<void> = Promise.resolve()
  const close = (timeoutMs: number) => {
    const stopping = running
    running = null
    if (stopping) closing = Promise.all([closing, stopping.close(timeoutMs)]).then(() => {})
    return closing
  }
  return {
    async call(service, method, args) {
      // One at a time has the file, so that it can be renamed on every system.
      await closing
      running ??= startWorker(options, {
        onExited: (closed) => {
          if (running === closed) running = null
        },
        onIdle: (closed) => {
          if (running === closed) void close(idleCloseTimeoutMs)
        },
      })
      return running.call(service, method, args)
    },
    close,
  }
}

/** An idle thread has nothing to finish. */
const idleCloseTimeoutMs = 2000

type RunningWorker = ReturnType<typeof startWorker>
type WorkerCallbacks = { onExited(closed: RunningWorker): void; onIdle(closed: RunningWorker): void }

function startWorker<Message extends object>(
  { launch, idleMs, onMessage, toEndedFailure }: WorkerThreadOptions<Message>,
  changes: WorkerCallbacks,
) {
  const worker = launch()
  const pendingCalls = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let cause: unknown
  let idleTimer: NodeJS.Timeout | null = null
  const startIdleTimer = () => {
    // A thread that waits for work must not keep the process alive.
    worker.unref()
    if (idleMs !== null) idleTimer = setTimeout(() => changes.onIdle(self), idleMs).unref()
  }
  worker.on('message', (message: WorkerReply | Message) => {
    if (!isReply(message)) return onMessage(message)
    const call = pendingCalls.get(message.id)
    pendingCalls.delete(message.id)
    if (message.ok) call?.resolve(message.value)
    else call?.reject(toError(message))
    if (pendingCalls.size === 0) startIdleTimer()
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    if (idleTimer) clearTimeout(idleTimer)
    changes.onExited(self)
    for (const call of pendingCalls.values()) call.reject(toEndedFailure(cause))
    pendingCalls.clear()
  })
  const self = {
    call(service: string, method: string, args: unknown[]): Promise<unknown> {
      const pending = Promise.withResolvers<unknown>()
      const call: WorkerCall = { id: ++lastId, service, method, args }
      if (idleTimer) clearTimeout(idleTimer)
      worker.ref()
      // Throws for what cannot cross; then nothing waits.
      worker.postMessage(call)
      pendingCalls.set(call.id, pending)
      return pending.promise
    },
    async close(timeoutMs: number): Promise<void> {
      if (idleTimer) clearTimeout(idleTimer)
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('end')
      worker.ref()
      const timeout = new AbortController()
      await Promise.race([exited, wait(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
      timeout.abort()
      await worker.terminate()
    },
  }
  return self
}

const isReply = (message: object): message is WorkerReply => 'id' in message

function toError(reply: Extract<WorkerReply, { ok: false }>): Error {
  const error =
    'failure' in reply
      ? toFailure(reply.failure)
      : Object.assign(new Error(reply.message), reply.stack === undefined ? {} : { stack: reply.stack })
  const damaged: FileDamage = reply.damaged
  return damaged ? new DamagedFileError(error, damaged.identity) : error
}
