/** Entry of the thread that writes a table as a file; see export/formats/writeInWorker.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { runWriter, type WriterTask } from '../export/formats/writers.ts'

if (parentPort) await runWriter(parentPort, workerData as WriterTask)
