/** Entry of the two threads that read and write the cached drugs; see drugs/cache/drugThreads.ts. */
import { parentPort } from 'node:worker_threads'
import { createDisposableFile } from '../adapters/sqlite/disposableDatabase.ts'
import { createIdleCollector } from '../concurrency/idleCollector.ts'
import { serveWorker } from '../concurrency/workerRpc.ts'
import { createDrugWorker, type DrugsTask, type DrugsThreadMessage } from '../drugs/cache/drugWorker.ts'
import { type DrugsSchema, drugsMigrations } from '../store/drugs.ts'

/** Read through in some 100 ms, at every start; a bigger file is checked in the background. */
const fullCheckBelowBytes = 8 * 1024 * 1024
/** Writing goes all over the index, so much of it has to be at hand. Given back when the thread ends. */
const cacheKibByRole = { reads: 8 * 1024, writes: 48 * 1024 }
/** Pages of 4 KiB: those that many answers change are then written back once. */
const logPages = 4000

serveWorker<DrugsTask, DrugsThreadMessage>(parentPort, (task, notify) => {
  const file = createDisposableFile<DrugsSchema>({
    file: task.file,
    migrations: drugsMigrations,
    durability: 'normal',
    cacheKib: cacheKibByRole[task.role],
    logPages,
    checkedBelowBytes: task.role === 'reads' ? fullCheckBelowBytes : 0,
  })
  // It stays as long as its profile is open; the other ends when idle.
  if (task.role === 'reads') parentPort?.on('message', createIdleCollector())
  return createDrugWorker(file, task, notify)
})
