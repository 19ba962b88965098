import type { EventName, Events } from '../../shared/contract/events.ts'
import type { Reply } from '../../shared/contract/failures.ts'
import type { FileHandle } from '../../shared/contract/state.ts'

/** The connection to one kind of host: calls to the main process, events from it and files. */
export type Transport = {
  /** Resolves when calls can be made. Throws `Failure` if the host refuses this page. */
  connect(): Promise<void>
  call(name: string, input: unknown): Promise<Reply<unknown>>
  listen<N extends EventName>(name: N, listener: (payload: Events[N]) => void): () => void
  /** Calls `listener` when events stop: the host or the connection to it has ended. */
  whenDisconnected(listener: () => void): () => void
  /** Calls `listener` when events resume after a gap in which some may have been missed. */
  whenReconnected(listener: () => void): () => void
  /** Passes on a file that the user dropped or chose in the page. */
  adopt(file: File): Promise<Reply<unknown>>
  /** True if the host has its own open dialog; otherwise the page asks for the file. */
  readonly hasOpenDialog: boolean
  /** Delivers a written file to the user; does nothing if it is already where they chose. */
  deliver(file: FileHandle): Promise<void>
}
