import type { PushedEvent } from '../../shared/contract/events.ts'
import type { Emit } from '../ports.ts'

type Listener = (event: PushedEvent) => void

/** Pushes of the services, handed to every listening host as plain JSON values. */
export function createEventBus(): { emit: Emit; listen(listener: Listener): () => void } {
  const listeners = new Set<Listener>()
  return {
    emit: (name, payload) => {
      for (const listener of listeners) listener({ name, payload } as PushedEvent)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
