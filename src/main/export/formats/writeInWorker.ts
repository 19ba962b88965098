import type { TableFormat } from '../../../shared/domain/results/exporting.ts'
import { launchWorker } from '../../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../../concurrency/workerRpc.ts'
import type { WriteTable } from '../tables/table.ts'
import type { WriterMethods } from './writers.ts'

/** A page lives shortly: with more room the thread only collects later. */
const maxYoungGenerationSizeMb = 16

/**
 * Makes the bytes of a file on a thread of its own, for formats that take long at a time; to stop it is to end its
 * thread. `workerFile`: the entry exportWorker.
 */
export function writerInWorker(workerFile: URL | string, format: TableFormat): WriteTable {
  const worker = createWorkerTasks<WriterMethods>({
    launch: () => launchWorker(workerFile, { maxYoungGenerationSizeMb }),
  })
  return ({ pages, name, columns, provenance }) =>
    worker.stream('write', [{ format, name, columns, provenance }, pages])
}
