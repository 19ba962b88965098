import { setTimeout as wait } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { type Failure, toFailure } from '../../shared/contract/failures.ts'
import type { Damaged, ThreadCall, ThreadReply } from './threadCalls.ts'

/** A call that failed because the file is damaged: it may be asked again when the file is mended. */
export class DamageMet extends Error {
  readonly failure: Error
  readonly identity: string | null
  constructor(failure: Error, identity: string | null) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.identity = identity
  }
}

export type Thread = {
  /** Starts the thread where none runs. Throws what the method throws, `DamageMet`, or `ended` when the thread ends. */
  call(service: string, method: string, args: unknown[]): Promise<unknown>
  /** Calls under way have this long to be answered; then the thread is cut off, which undoes what was not committed. */
  end(withinMs: number): Promise<void>
}

/** What is used of a worker thread. */
export type Launched = Pick<Worker, 'on' | 'once' | 'postMessage' | 'ref' | 'unref' | 'terminate'>

type ThreadOptions<News> = {
  launch(): Launched
  /** Ends after it had nothing to do for so long; null: it stays. */
  idleMs: number | null
  told(news: News): void
  /** What to say where the thread ends in the midst of a call. */
  ended(cause: unknown): Failure
}

/** A worker thread that comes with the first call, and again with the next one after it has ended. */
export function createThread<News extends object = never>(options: ThreadOptions<News>): Thread {
  let running: Running | null = null
  let ending: Promise<void> = Promise.resolve()
  const end = (withinMs: number) => {
    const stopping = running
    running = null
    if (stopping) ending = Promise.all([ending, stopping.end(withinMs)]).then(() => {})
    return ending
  }
  return {
    async call(service, method, args) {
      // One at a time has the file, so that it can be renamed on every system.
      await ending
      running ??= start(options, {
        exited: (which) => {
          if (running === which) running = null
        },
        idle: (which) => {
          if (running === which) void end(longEnoughMs)
        },
      })
      return running.call(service, method, args)
    },
    end,
  }
}

/** An idle thread has nothing to finish. */
const longEnoughMs = 2000

type Running = ReturnType<typeof start>
type Changes = { exited(which: Running): void; idle(which: Running): void }

function start<News extends object>({ launch, idleMs, told, ended }: ThreadOptions<News>, changes: Changes) {
  const worker = launch()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  let cause: unknown
  let idle: NodeJS.Timeout | null = null
  const rest = () => {
    // A thread that waits for work must not keep the process alive.
    worker.unref()
    if (idleMs !== null) idle = setTimeout(() => changes.idle(self), idleMs).unref()
  }
  worker.on('message', (message: ThreadReply | News) => {
    if (!isReply(message)) return told(message)
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.ok) asked?.resolve(message.value)
    else asked?.reject(toError(message))
    if (waiting.size === 0) rest()
  })
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    if (idle) clearTimeout(idle)
    changes.exited(self)
    for (const asked of waiting.values()) asked.reject(ended(cause))
    waiting.clear()
  })
  const self = {
    call(service: string, method: string, args: unknown[]): Promise<unknown> {
      const asked = Promise.withResolvers<unknown>()
      const call: ThreadCall = { id: ++lastId, service, method, args }
      if (idle) clearTimeout(idle)
      worker.ref()
      // Throws for what cannot cross; then nothing waits.
      worker.postMessage(call)
      waiting.set(call.id, asked)
      return asked.promise
    },
    async end(withinMs: number): Promise<void> {
      if (idle) clearTimeout(idle)
      const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
      worker.postMessage('end')
      worker.ref()
      const inTime = new AbortController()
      await Promise.race([exited, wait(withinMs, undefined, { signal: inTime.signal }).catch(() => {})])
      inTime.abort()
      await worker.terminate()
    },
  }
  return self
}

const isReply = (message: object): message is ThreadReply => 'id' in message

function toError(reply: Extract<ThreadReply, { ok: false }>): Error {
  const error =
    'failure' in reply
      ? toFailure(reply.failure)
      : Object.assign(new Error(reply.message), reply.stack === undefined ? {} : { stack: reply.stack })
  const damaged: Damaged = reply.damaged
  return damaged ? new DamageMet(error, damaged.identity) : error
}
