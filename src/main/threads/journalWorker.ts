/** Entry of the worker thread that copies and reads through a journal; see composeJournal.ts. */
import { parentPort } from 'node:worker_threads'
import { journalMethods } from '../adapters/sqlite/recovery/journalTasks.ts'
import { serveWorker } from '../concurrency/workerRpc.ts'

serveWorker(parentPort, () => ({ target: () => journalMethods }))
