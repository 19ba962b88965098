import { Failure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'

type Running = { promise: Promise<void>; stop: AbortController; waiting: number }

/**
 * Work that is done once for all who ask while it is under way. Each may leave by its own signal, which rejects with
 * the signal's reason; when nobody waits any more, the work is given up.
 */
export function createSingleFlight<Options>(work: (options: Options, signal: AbortSignal) => Promise<void>) {
  let current: Running | undefined

  const start = (options: Options): Running => {
    const stop = new AbortController()
    const running = { promise: work(options, stop.signal), stop, waiting: 0 }
    const clear = (): void => {
      if (current === running) current = undefined
    }
    running.promise.then(clear, clear)
    return running
  }

  const join = (options: Options, signal: AbortSignal | undefined): Promise<void> => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const running = (current ??= start(options))
    running.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        reject(signal?.reason)
        running.waiting -= 1
        if (running.waiting > 0) return
        if (current === running) current = undefined
        running.stop.abort(new Failure('cancelled', message`The request was canceled.`, {}))
      }
      signal?.addEventListener('abort', leave, { once: true })
      running.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  return { join, isRunning: () => current !== undefined }
}
