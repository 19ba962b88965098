import { basename } from 'node:path'
import { Failure } from '../../../../shared/contract/failures.ts'
import { launchWorker } from '../../../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../../../concurrency/workerRpc.ts'
import type { DraftFacts, DraftTask, ReaderChunk, RowsTask, ScanResult, ScanTask } from './readerMessages.ts'
import type { ReaderMethods } from './runReader.ts'

export type Reader = {
  draft(task: DraftTask, signal?: AbortSignal): Promise<DraftFacts>
  /** The rows in pieces, each read only when the one before was taken. Leaving the loop ends the reading. */
  rows(task: RowsTask, signal?: AbortSignal): AsyncGenerator<ReaderChunk>
  scan(task: ScanTask): Promise<ScanResult>
}

/**
 * Reads files in a worker thread, one for each reading, so that neither a long file nor a hostile one holds up the
 * app. `workerFile`: the entry csvWorker.
 */
export function createReader(workerFile: URL | string): Reader {
  const workerFor = (path: string) =>
    createWorkerTasks<ReaderMethods>({
      launch: () => launchWorker(workerFile),
      toEndedError: (cause) => (isOutOfMemory(cause) ? outOfMemoryFailure(path, cause) : cause),
    })
  return {
    draft: (task, signal) => workerFor(task.path).call('draft', [task], { signal }),
    rows: (task, signal) => workerFor(task.path).stream('rows', [task], { signal }),
    scan: (task) => workerFor(task.path).call('scan', [task]),
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function outOfMemoryFailure(path: string, cause: unknown): Failure {
  const name = basename(path)
  const message = `“${name}” needs more memory than this computer has. Save the sheet as CSV UTF-8, which Pathclock reads in pieces.`
  return new Failure('file', message, { name }, { cause })
}
