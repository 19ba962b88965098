/** Entry of the worker thread that reads, maps and checks a file; see samples/readerClient.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { ReaderTask } from './samples/readerMessages.ts'
import { runReader } from './samples/runReader.ts'

if (parentPort) await runReader(parentPort, workerData as ReaderTask, Date.now())
