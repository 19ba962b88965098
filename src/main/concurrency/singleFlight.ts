import { Failure } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'

type Running = { promise: Promise<void>; stop: AbortController; waiting: number }

/**
 * Runs work once for all callers that join while it is in progress. A caller leaves through its own signal and gets the
 * signal's reason. The work is aborted when its last caller has left.
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
        running.stop.abort(new Failure('cancelled', message('service.requestCanceled'), {}))
      }
      signal?.addEventListener('abort', leave, { once: true })
      running.promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }

  return { join, isRunning: () => current !== undefined }
}
