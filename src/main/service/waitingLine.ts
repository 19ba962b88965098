import type { CallOptions } from '../ports.ts'

export type Priority = NonNullable<CallOptions['priority']>

/** A call that waits for its turn. */
type Waiting = { priority: Priority; go(): void }

const order: readonly Priority[] = ['interactive', 'polling', 'batch', 'prefetch']

/** Calls in order of priority, and of arrival within one. */
export function createWaitingLine() {
  const lines = new Map<Priority, Set<Waiting>>(order.map((priority) => [priority, new Set()]))

  const take = (waiting: Waiting): void => {
    lines.get(waiting.priority)?.delete(waiting)
  }

  return {
    size: (): number => [...lines.values()].reduce((sum, line) => sum + line.size, 0),

    /** The call whose turn it is, left in the line. */
    peek(): Waiting | undefined {
      for (const line of lines.values()) for (const first of line) return first
      return undefined
    },

    take,

    /** Resolves when `go` is called; rejects with the signal's reason and leaves the line when aborted first. */
    join(priority: Priority, signal: AbortSignal | undefined, changed: () => void): Promise<void> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const abort = (): void => {
          take(waiting)
          reject(signal?.reason)
          changed()
        }
        const waiting: Waiting = {
          priority,
          go() {
            signal?.removeEventListener('abort', abort)
            resolve()
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        lines.get(priority)?.add(waiting)
        changed()
      })
    },
  }
}
