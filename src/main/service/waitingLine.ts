import type { CallOptions } from '../ports.ts'

export type Priority = NonNullable<CallOptions['priority']>

/** A call that waits for its turn. */
type Waiting<Place> = { priority: Priority; go(place: Place): void; fail(error: unknown): void }

const order: readonly Priority[] = ['interactive', 'polling', 'batch', 'prefetch']

/** Whether a call of priority `a` goes before one of `b`, or is its equal. */
export const goesFirst = (a: Priority, b: Priority): boolean => order.indexOf(a) <= order.indexOf(b)

/** Calls in order of priority, and of arrival within one. `Place` is what a call gets when it may go. */
export function createWaitingLine<Place>() {
  const lines = new Map<Priority, Set<Waiting<Place>>>(order.map((priority) => [priority, new Set()]))

  const take = (waiting: Waiting<Place>): void => {
    lines.get(waiting.priority)?.delete(waiting)
  }

  return {
    size: (): number => [...lines.values()].reduce((sum, line) => sum + line.size, 0),

    sizeOf: (priority: Priority): number => lines.get(priority)?.size ?? 0,

    /** The call whose turn it is, left in the line. */
    peek(): Waiting<Place> | undefined {
      for (const line of lines.values()) for (const first of line) return first
      return undefined
    },

    /** Ends the waiting of all with an error. */
    fail(error: unknown): void {
      for (const line of lines.values()) for (const waiting of line) waiting.fail(error)
    },

    /** Resolves when `go` is called; rejects with the signal's reason and leaves the line when aborted first. */
    join(priority: Priority, signal: AbortSignal | undefined, changed: () => void): Promise<Place> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const leave = (): void => {
          signal?.removeEventListener('abort', abort)
          take(waiting)
        }
        const abort = (): void => {
          leave()
          reject(signal?.reason)
          changed()
        }
        const waiting: Waiting<Place> = {
          priority,
          go(place) {
            leave()
            resolve(place)
          },
          fail(error) {
            leave()
            reject(error)
          },
        }
        signal?.addEventListener('abort', abort, { once: true })
        lines.get(priority)?.add(waiting)
        changed()
      })
    },
  }
}
