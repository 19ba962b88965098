import type { journalMethods } from '../adapters/sqlite/journalTasks.ts'
import { launchWorker } from '../concurrency/launchWorker.ts'
import { type Args, createWorkerTasks } from '../concurrency/workerRpc.ts'
import type { OrderLogMethods } from '../store/orderLog/tasks.ts'
import type { backUpWorkspace } from './workspaceBackup/backUpWorkspace.ts'
import type { describeBackup, restoreWorkspace } from './workspaceBackup/restoreWorkspace.ts'

type Methods = typeof journalMethods &
  OrderLogMethods & {
    backUpWorkspace: typeof backUpWorkspace
    describeBackup: typeof describeBackup
    restoreWorkspace: typeof restoreWorkspace
  }

/** Files are checked in the background after the first calls: an overview of 50,000 samples takes about 15 s. */
export const checkAfterStartMs = 30_000

/** Calls a method in a thread with the entry `workerFile`. Throws `file`, and the signal's reason when it aborts. */
export const runInJournalWorker = <M extends keyof Methods>(
  workerFile: string,
  method: M,
  args: Args<Methods[M]>,
  signal?: AbortSignal,
) => createWorkerTasks<Methods>({ launch: () => launchWorker(workerFile) }).call(method, args, { signal })
