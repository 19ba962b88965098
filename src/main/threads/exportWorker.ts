/** Entry of the thread that writes a table as a file; see export/tableExports.ts. */
import { parentPort } from 'node:worker_threads'
import { serveWorker } from '../concurrency/workerRpc.ts'
import { writerMethods } from '../export/formats/writers.ts'

serveWorker(parentPort, () => ({ target: () => writerMethods }))
