/** Entry of the thread that makes the bytes of a file of a table; see export/writeInWorker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { runWriter, type WriterTask } from '../export/formats/writers.ts'

if (parentPort) await runWriter(parentPort, workerData as WriterTask)
