import type { EventName, Events } from '../../shared/contract/events.ts'
import type { Reply } from '../../shared/contract/failures.ts'
import type { FileHandle } from '../../shared/contract/state.ts'

/** The way of one host: how a call gets to main, how pushes come back, how files cross. */
export type Transport = {
  /** Ready to call; throws `Failure` when the host will not have this page. */
  connect(): Promise<void>
  call(name: string, input: unknown): Promise<Reply<unknown>>
  listen<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void
  /** Calls `listener` when pushes stop: the host has ended, or the connection to it. */
  whenDisconnected(listener: () => void): () => void
  /** Calls `listener` when pushes come again after a gap, in which some may have been missed; gives the way to stop it. */
  whenReconnected(listener: () => void): () => void
  /** Hands over a file that was dropped or picked in the page. */
  adopt(file: File): Promise<Reply<unknown>>
  /** Whether the host has an open dialog of its own; else the page picks the file. */
  readonly hasOpenDialog: boolean
  /** Hands a written file to the person; nothing to do where it already lies where they chose. */
  deliver(file: FileHandle): Promise<void>
}
