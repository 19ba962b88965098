import type { CallOptions } from '../../ports.ts'

export type Priority = NonNullable<CallOptions['priority']>

/** A call that waits for its turn. */
type QueuedRequest<Grant> = { priority: Priority; start(grant: Grant): void; fail(error: unknown): void }

const priorityOrder: readonly Priority[] = ['interactive', 'polling', 'batch', 'offlineSync']

/** Whether a call of priority `a` goes before one of `b`, or is its equal. */
export const isAtLeastAsUrgent = (a: Priority, b: Priority): boolean =>
  priorityOrder.indexOf(a) <= priorityOrder.indexOf(b)

/** Calls in order of priority, and of arrival within one. `Grant` is what a call gets when it may go. */
export function createRequestQueue<Grant>() {
  const queues = new Map<Priority, Set<QueuedRequest<Grant>>>(
    priorityOrder.map((priority) => [priority, new Set()]),
  )

  const remove = (request: QueuedRequest<Grant>): void => {
    queues.get(request.priority)?.delete(request)
  }

  return {
    size: (): number => [...queues.values()].reduce((sum, queue) => sum + queue.size, 0),

    sizeOf: (priority: Priority): number => queues.get(priority)?.size ?? 0,

    /** The request whose turn it is, left in the queue. */
    peek(): QueuedRequest<Grant> | undefined {
      for (const queue of queues.values()) for (const first of queue) return first
      return undefined
    },

    /** Ends the waiting of all with an error. */
    fail(error: unknown): void {
      for (const queue of queues.values()) for (const request of queue) request.fail(error)
    },

    /** Resolves when `start` is called; rejects with the signal's reason and leaves the queue when aborted first. */
    enqueue(priority: Priority, signal: AbortSignal | undefined, onChange: () => void): Promise<Grant> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const detach = (): void => {
          signal?.removeEventListener('abort', abort)
          remove(queued)
        }
        const abort = (): void => {
          detach()
          reject(signal?.reason)
          onChange()
        }
        const queued: QueuedRequest<Grant> = {
          priority,
          start(grant) {
            detach()
            resolve(grant)
          },
          fail(error) {
            detach()
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        queues.get(priority)?.add(queued)
        onChange()
      })
    },
  }
}
