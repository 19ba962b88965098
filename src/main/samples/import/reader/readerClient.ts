import { on } from 'node:events'
import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Failure, toFailure } from '../../../../shared/contract/failures.ts'
import { childEnvironment } from '../../../concurrency/childEnvironment.ts'
import type {
  DraftFacts,
  DraftTask,
  ReaderChunk,
  ReaderMessage,
  ReaderTask,
  RowsTask,
  ScanResult,
  ScanTask,
} from './readerMessages.ts'

export type Reader = {
  draft(task: Omit<DraftTask, 'kind'>, signal?: AbortSignal): Promise<DraftFacts>
  /** The rows in pieces, each read only when the one before was taken. Leaving the loop ends the reading. */
  rows(task: Omit<RowsTask, 'kind'>, signal?: AbortSignal): AsyncGenerator<ReaderChunk>
  scan(task: Omit<ScanTask, 'kind'>): Promise<ScanResult>
}

/**
 * Reads files in a worker thread, one for each reading, so that neither a long file nor a hostile one holds up the
 * app; to stop it is to end its thread. `workerFile`: the entry csvWorker, `.js` when built and `.ts` from source.
 */
export function createReader(workerFile: URL | string): Reader {
  async function* messages(task: ReaderTask, signal: AbortSignal | undefined): AsyncGenerator<ReaderMessage> {
    signal?.throwIfAborted()
    const worker = new Worker(workerFile, { workerData: task, env: childEnvironment() })
    try {
      const incoming = on(worker, 'message', { close: ['exit'], ...(signal ? { signal } : {}) })
      for await (const [message] of incoming as AsyncIterable<[ReaderMessage]>) {
        if (message.type === 'failure') throw toFailure(message.failure)
        if (message.type === 'end') return
        yield message
        worker.postMessage('next')
      }
      throw new Error('The reading of a file ended without an answer.')
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      throw isOutOfMemory(error) ? outOfMemoryFailure(task.path, error) : error
    } finally {
      await worker.terminate()
    }
  }

  return {
    async draft(task, signal) {
      for await (const message of messages({ kind: 'draft', ...task }, signal))
        if (message.type === 'draft') return message.draft
      throw new Error('The reading of a file gave no draft.')
    },
    async *rows(task, signal) {
      for await (const message of messages({ kind: 'rows', ...task }, signal))
        if (message.type === 'rows') yield message
    },
    async scan(task) {
      for await (const message of messages({ kind: 'look', ...task }, undefined))
        if (message.type === 'look') return message.scan
      throw new Error('The reading of a file gave no answer.')
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function outOfMemoryFailure(path: string, cause: unknown): Failure {
  const name = basename(path)
  const message = `“${name}” needs more memory than there is. Save its sheet as CSV UTF-8, which is read in pieces.`
  return new Failure('file', message, { name }, { cause })
}
