/** Entry of the worker thread that reads, maps and checks a file; see import/imports.ts. */
import { parentPort } from 'node:worker_threads'
import { serveWorker } from '../concurrency/workerRpc.ts'
import { createReaderMethods } from '../samples/import/reader/runReader.ts'

const methods = createReaderMethods(Date.now)
serveWorker(parentPort, () => ({ target: () => methods }))
