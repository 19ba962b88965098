import { setTimeout as wait } from 'node:timers/promises'
import type { MessagePort, Worker } from 'node:worker_threads'
import { Failure, type FailureData, isFailure, toFailure } from '../../shared/contract/failures.ts'
import { english } from '../../shared/words/english.ts'
import { message, setEnglish } from '../../shared/words/message.ts'

/**
 * Typed calls to a worker thread (decision 40). A thread serves the methods of an object. A method that returns an
 * async iterable is a stream, and the last argument may be one too. Each side pulls a stream piece by piece, so that
 * neither runs ahead. A `Failure` arrives as a `Failure`, any other error with its message and stack.
 */
export type WorkerClient<Methods extends object = UntypedMethods> = {
  /**
   * Starts the thread if none is running. Rejects with the signal's reason as soon as it aborts, although the thread
   * may continue.
   */
  call<M extends keyof Methods & string>(
    method: M,
    args: Args<Methods[M]>,
    options?: CallOptions,
  ): Promise<Result<Methods[M]>>
  /** Leaving the loop, or aborting the signal, ends the stream in the thread. */
  stream<M extends keyof Methods & string>(
    method: M,
    args: Args<Methods[M]>,
    options?: CallOptions,
  ): AsyncGenerator<Chunk<Methods[M]>>
  /** Waits this long for running calls, then terminates the thread, which rolls back uncommitted changes. */
  close(timeoutMs: number): Promise<void>
}

type CallOptions = { signal?: AbortSignal | undefined }
export type Args<Method> = Method extends (...args: infer A) => unknown ? A : never
type Result<Method> = Method extends (...args: never[]) => infer R ? Awaited<R> : never
type Chunk<Method> = Result<Method> extends AsyncIterable<infer C> ? C : never

/** The used parts of a worker thread. */
export type WorkerHandle = Pick<Worker, 'on' | 'once' | 'postMessage' | 'ref' | 'unref' | 'terminate'>

export type WorkerClientOptions<Event = never> = {
  launch(): WorkerHandle
  /** The data from which the thread creates its methods. */
  init?: unknown
  /**
   * The idle time after which the thread ends. Null (the default): it never ends; for a thread per call, it ends with
   * the call.
   */
  idleMs?: number | null
  onEvent?(event: Event): void
  /** Creates the error of the calls that are open when the thread ends. Default: `cause`, which ended it. */
  toEndedError?(cause: unknown): unknown
  /** Creates the error of a call from the thread's description; see `WorkerService`. */
  toError?(error: Error, description: unknown): Error
}

/**
 * Uses one thread per call. Leaving a call, or aborting it, terminates its thread, which stops even work that never
 * yields. With `idleMs`, a thread whose call has ended waits this long for another call.
 */
export function createWorkerTasks<Methods extends object>(
  options: WorkerClientOptions,
): Omit<WorkerClient<Methods>, 'close'> {
  let idle: WorkerClient | null = null
  return toClient<Methods>(async function* (method, args, callOptions) {
    const worker = idle ?? createWorkerClient(options)
    idle = null
    let hasEnded = false
    try {
      const value = yield* worker.stream(method, args, callOptions)
      hasEnded = true
      return value
    } finally {
      if (hasEnded && options.idleMs && !idle) idle = worker
      else await worker.close(0)
    }
  })
}

/** Starts a thread with the first call, and another one with the next call after it has ended. */
export function createWorkerClient<Methods extends object = UntypedMethods, Event = never>(
  options: WorkerClientOptions<Event>,
): WorkerClient<Methods> {
  let running: RunningWorker | null = null
  let closing: Promise<void> = Promise.resolve()
  const close = (timeoutMs: number) => {
    const stopping = running
    running = null
    if (stopping) closing = Promise.all([closing, stopping.close(timeoutMs)]).then(() => {})
    return closing
  }
  const stream: Stream = async function* (method, args, { signal } = {}) {
    signal?.throwIfAborted()
    // Only one thread at a time has the files open, so that they can be renamed on every system.
    await closing
    running ??= startWorker(options, {
      onExited: (closed) => {
        if (running === closed) running = null
      },
      onIdle: (closed) => {
        if (running === closed) void close(idleCloseTimeoutMs)
      },
    })
    const call = running.open(method, args)
    const cancel = () => call.fail(signal?.reason)
    if (signal?.aborted) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
    try {
      for (;;) {
        const { value, done } = await call.next()
        if (done) return value
        yield value
        call.requestNext()
      }
    } finally {
      signal?.removeEventListener('abort', cancel)
      await call.close()
    }
  }
  return { ...toClient<Methods>(stream), close }
}

type UntypedMethods = Record<string, (...args: unknown[]) => Promise<unknown>>
type Stream = (method: string, args: unknown[], options?: CallOptions) => AsyncGenerator<unknown, unknown>

/** A call is a stream that ends after its first step. */
const toClient = <Methods extends object>(stream: Stream): Omit<WorkerClient<Methods>, 'close'> => ({
  async call<M extends keyof Methods & string>(method: M, args: Args<Methods[M]>, options?: CallOptions) {
    const { value } = await stream(method, args, options).next()
    return value as Result<Methods[M]>
  },
  stream: (method, args, options) => stream(method, args, options) as AsyncGenerator<never>,
})

/** Combines the methods of several threads. `roles`: the thread that serves each method. */
export const toMethods = <Methods extends object, Role>(
  roles: Readonly<Record<keyof Methods, Role>>,
  call: (role: Role, method: string, args: unknown[]) => Promise<unknown>,
): Methods =>
  Object.fromEntries(
    Object.entries<Role>(roles).map(([method, role]) => [
      method,
      (...args: unknown[]) => call(role, method, args),
    ]),
  ) as Methods

/** Creates the failure of calls whose thread ends because its profile is closed. */
export const profileClosedFailure = (): Failure<'cancelled'> =>
  new Failure('cancelled', message('analyses.stoppedBecauseProfileClosed'), {})

/** An idle thread has no work to finish. */
const idleCloseTimeoutMs = 2000

type RunningWorker = ReturnType<typeof startWorker>
type WorkerCallbacks = { onExited(closed: RunningWorker): void; onIdle(closed: RunningWorker): void }

/** An open call, which receives the thread's messages. */
type OpenCall = {
  resolve(step: IteratorResult<unknown>): void
  reject(error: unknown): void
  /** Sends the next item of a stream argument to the thread. */
  pull(): Promise<void>
}

function startWorker<Event>(
  { launch, init, idleMs = null, onEvent, toEndedError, toError }: WorkerClientOptions<Event>,
  callbacks: WorkerCallbacks,
) {
  const worker = launch()
  const openCalls = new Map<number, OpenCall>()
  let lastId = 0
  let cause: unknown
  let idleTimer: NodeJS.Timeout | null = null
  const post = (message: ClientMessage) => worker.postMessage(message)
  const startIdleTimer = () => {
    // A thread that waits for work must not keep the process alive.
    worker.unref()
    if (idleMs !== null) idleTimer = setTimeout(() => callbacks.onIdle(self), idleMs).unref()
  }
  const remove = (id: number) => {
    if (openCalls.delete(id) && openCalls.size === 0) startIdleTimer()
  }
  const receive = (message: ThreadMessage<Event>) => {
    if (message.type === 'event') return onEvent?.(message.event)
    const call = openCalls.get(message.id)
    if (message.type === 'pull') return void call?.pull()
    if (message.type === 'chunk') return call?.resolve({ value: message.value, done: false })
    remove(message.id)
    if (message.type === 'value') return call?.resolve({ value: message.value, done: true })
    const error = parseError(message.error)
    const { description } = message
    call?.reject(toError && description !== null ? toError(error, description) : error)
  }
  worker.on('message', receive)
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', () => {
    if (idleTimer) clearTimeout(idleTimer)
    callbacks.onExited(self)
    const error = toEndedError?.(cause) ?? cause ?? new Error('The thread ended without an answer.')
    for (const call of openCalls.values()) call.reject(error)
    openCalls.clear()
  })
  post({ type: 'init', init })
  const self = {
    open(method: string, args: readonly unknown[]) {
      const id = ++lastId
      const last = args.at(-1)
      const items = isAsyncIterable(last) ? last[Symbol.asyncIterator]() : null
      // Throws if an argument cannot be cloned; then the call is not open.
      post({ type: 'call', id, method, args: items ? args.slice(0, -1) : args, hasItems: items !== null })
      if (idleTimer) clearTimeout(idleTimer)
      worker.ref()
      let step = createStep()
      const fail = (error: unknown) => {
        step.reject(error)
        if (!openCalls.has(id)) return
        remove(id)
        post({ type: 'cancel', id })
      }
      openCalls.set(id, {
        resolve(result) {
          const current = step
          // If the call ends before the next step is requested, that step gets the outcome.
          step = createStep()
          current.resolve(result)
        },
        reject: (error) => step.reject(error),
        async pull() {
          try {
            const item = await items?.next()
            if (openCalls.has(id)) post({ type: 'item', id, value: item?.value, done: item?.done ?? true })
          } catch (error) {
            fail(error)
          }
        },
      })
      return {
        next: () => step.promise,
        requestNext: () => post({ type: 'next', id }),
        fail,
        async close() {
          if (openCalls.has(id)) fail(new Error('The call was left.'))
          await items?.return?.()
        },
      }
    },
    async close(timeoutMs: number): Promise<void> {
      if (idleTimer) clearTimeout(idleTimer)
      if (timeoutMs > 0) {
        const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        post({ type: 'end' })
        worker.ref()
        const timeout = new AbortController()
        await Promise.race([exited, wait(timeoutMs, undefined, { signal: timeout.signal }).catch(() => {})])
        timeout.abort()
      }
      await worker.terminate()
    },
  }
  return self
}

function createStep() {
  const step = Promise.withResolvers<IteratorResult<unknown>>()
  // There may be no reader when it fails.
  step.promise.catch(() => undefined)
  return step
}

/** The service that a thread provides. */
export type WorkerService = {
  /** Returns the object that has the method. It is looked up for each call. */
  target(method: string): object | Promise<object>
  /** Returns plain values that a `Failure` has no field for, or null. */
  describeError?(error: unknown): Promise<unknown>
  close?(): Promise<void>
}

/** Serves calls until the thread ends. `emit` sends events. */
export function serveWorker<Init = undefined, Event = never>(
  port: MessagePort | null,
  create: (init: Init, emit: (event: Event) => void) => WorkerService,
): void {
  if (!port) return
  setEnglish(english)
  const calls = new Map<number, ServedCall>()
  const post = (message: ThreadMessage<Event>) => port.postMessage(message)
  let service: WorkerService | null = null
  const answer = async (message: CallMessage) => {
    const { id, method } = message
    const call = createServedCall(() => post({ type: 'pull', id }))
    calls.set(id, call)
    try {
      const target = (await service?.target(method)) ?? {}
      const work: unknown = Reflect.get(target, method)
      if (typeof work !== 'function') throw new Error(`There is no ${method} here.`)
      const args = message.hasItems ? [...message.args, call.items()] : message.args
      const value: unknown = await Reflect.apply(work, target, args)
      if (!isAsyncIterable(value)) return post({ type: 'value', id, value })
      for await (const chunk of value) {
        post({ type: 'chunk', id, value: chunk })
        if (!(await call.isNextRequested())) break
      }
      post({ type: 'value', id, value: undefined })
    } catch (error) {
      const description = (await service?.describeError?.(error)) ?? null
      post({ type: 'error', id, error: toErrorData(error), description })
    } finally {
      calls.delete(id)
    }
  }
  port.on('message', (message: ClientMessage) => {
    if (message.type === 'init')
      service = create(message.init as Init, (event) => post({ type: 'event', event }))
    else if (message.type === 'call') void answer(message)
    else if (message.type === 'end') void Promise.resolve(service?.close?.()).finally(() => port.close())
    else calls.get(message.id)?.receive(message)
  })
}

type ServedCall = ReturnType<typeof createServedCall>

/** A call inside its thread, which receives the caller's messages. */
function createServedCall(pull: () => void) {
  let next = Promise.withResolvers<boolean>()
  let item = Promise.withResolvers<ItemMessage | null>()
  return {
    /** Resolves to false if the caller has left. */
    isNextRequested: () => next.promise,
    async *items(): AsyncGenerator<unknown> {
      for (;;) {
        pull()
        const message = await item.promise
        if (!message) throw new Error('The call was canceled.')
        if (message.done) return
        item = Promise.withResolvers()
        yield message.value
      }
    },
    receive(message: NextMessage | CancelMessage | ItemMessage): void {
      if (message.type === 'item') return item.resolve(message)
      next.resolve(message.type === 'next')
      if (message.type === 'next') next = Promise.withResolvers()
      else item.resolve(null)
    },
  }
}

/** Messages consist of plain values. */
type CallMessage = { type: 'call'; id: number; method: string; args: readonly unknown[]; hasItems: boolean }
type ItemMessage = { type: 'item'; id: number; value: unknown; done: boolean }
type NextMessage = { type: 'next'; id: number }
type CancelMessage = { type: 'cancel'; id: number }
type ClientMessage =
  | { type: 'init'; init: unknown }
  | CallMessage
  | NextMessage
  | CancelMessage
  | ItemMessage
  | { type: 'end' }

type ThreadMessage<Event> =
  | { type: 'value'; id: number; value: unknown }
  /** The thread waits for `next` before it sends the next chunk. */
  | { type: 'chunk'; id: number; value: unknown }
  | { type: 'pull'; id: number }
  | { type: 'error'; id: number; error: ErrorData; description: unknown }
  | { type: 'event'; event: Event }

/** `code`: the system's code of an error about a file, which a message between threads drops. */
type ErrorData = { failure: FailureData } | { error: Error; code: unknown }

function toErrorData(error: unknown): ErrorData {
  if (isFailure(error)) return { failure: error.toData() }
  if (!(error instanceof Error)) return { error: new Error(String(error)), code: undefined }
  return { error, code: 'code' in error ? error.code : undefined }
}

function parseError(data: ErrorData): Error {
  if ('failure' in data) return toFailure(data.failure)
  return data.code === undefined ? data.error : Object.assign(data.error, { code: data.code })
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
