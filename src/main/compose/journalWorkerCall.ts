import { launchWorker } from '../concurrency/launchWorker.ts'
import { createWorkerTasks } from '../concurrency/workerRpc.ts'
import type { JournalWorkerMethods } from '../threads/journalWorker.ts'

type Methods = JournalWorkerMethods

/** Calls a method in a thread of its own, whose entry is `workerFile`. Throws `file`, and the signal's reason when it aborts. */
export const runInJournalWorker = <M extends keyof Methods & string>(
  workerFile: string,
  method: M,
  args: Parameters<Methods[M]>,
  signal?: AbortSignal,
) =>
  createWorkerTasks<Methods>({ launch: () => launchWorker(workerFile) }).call(method, args as never, {
    signal,
  })
