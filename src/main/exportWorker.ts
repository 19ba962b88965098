/** Entry of the thread that makes the bytes of a file of a table; see export/writeInWorker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { serveWriter, type WriterTask } from './export/serveWriter.ts'

if (parentPort) await serveWriter(parentPort, workerData as WriterTask)
