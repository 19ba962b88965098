/** Entry of the worker thread for work on a journal that takes too long for the main thread; see composeJournal.ts. */
import { parentPort } from 'node:worker_threads'
import { createChainedLog } from '../adapters/files/chainedLog.ts'
import { withSql } from '../adapters/sqlite/inspect.ts'
import { journalMethods } from '../adapters/sqlite/journalTasks.ts'
import { serveWorker } from '../concurrency/workerRpc.ts'
import { createOrderLogMethods } from '../store/orderLog/tasks.ts'

const methods = { ...journalMethods, ...createOrderLogMethods({ openLog: createChainedLog, withSql }) }

serveWorker(parentPort, () => ({ target: () => methods }))
