import type { journalMethods } from '../adapters/sqlite/journalTasks.ts'
import { launchWorker } from '../concurrency/launchWorker.ts'
import { type Args, createWorkerTasks } from '../concurrency/workerRpc.ts'
import type { OrderLogMethods } from '../store/orderLog/tasks.ts'

type Methods = typeof journalMethods & OrderLogMethods

/** Calls a method in a thread of its own, whose entry is `workerFile`. Throws `file`, and the signal's reason when it aborts. */
export const runInJournalWorker = <M extends keyof Methods>(
  workerFile: string,
  method: M,
  args: Args<Methods[M]>,
  signal?: AbortSignal,
) => createWorkerTasks<Methods>({ launch: () => launchWorker(workerFile) }).call(method, args, { signal })
