import type { CallOptions } from '../../ports.ts'

export type Priority = NonNullable<CallOptions['priority']>

type QueuedRequest<Grant> = { priority: Priority; start(grant: Grant): void; fail(error: unknown): void }

const priorityOrder: readonly Priority[] = ['interactive', 'polling', 'batch', 'offlineSync']

/** Returns true if priority `a` comes before `b` or equals it. */
export const isAtLeastAsUrgent = (a: Priority, b: Priority): boolean =>
  priorityOrder.indexOf(a) <= priorityOrder.indexOf(b)

/** Creates a queue ordered by priority, then by arrival. A call receives a `Grant` when it may start. */
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

    peek(): QueuedRequest<Grant> | undefined {
      for (const queue of queues.values()) for (const first of queue) return first
      return undefined
    },

    fail(error: unknown): void {
      for (const queue of queues.values()) for (const request of queue) request.fail(error)
    },

    /** Resolves when `start` is called. If the signal aborts first, rejects with its reason and leaves the queue. */
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
